"""Addresses of pages about the people somebody plays with."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.http import require_safe

from games.web.people import (
    views,
    views_following,
    views_groups,
)

urlpatterns = [
    path("following/", views_following.following, name="following"),
    path("following/people/", views_following.followed_people, name="followed-people"),
    path("following/me/", views_following.set_followable, name="set-followable"),
    path("opponents/", views_following.opponents, name="opponents"),
    path("players/", views.players, name="players"),
    path("watch/", views.watch, name="watch"),
    path("groups/", views_groups.groups, name="groups"),
    path("groups/join/", require_safe(views_groups.join_club), name="join-code"),
    path("groups/join/<str:code>/", views_groups.join_club, name="join-club"),
    path("groups/<int:pk>/", views_groups.group, name="group"),
    path("groups/<int:pk>/invite/", views_groups.invite_member, name="invite-member"),
    path("groups/<int:pk>/join/", views_groups.join_group, name="join-group"),
    path("groups/<int:pk>/leave/", views_groups.leave_group, name="leave-group"),
    path("groups/<int:pk>/remove/", views_groups.remove_member, name="remove-member"),
    path("groups/<int:pk>/owner/", views_groups.make_owner, name="make-owner"),
    path("groups/<int:pk>/step-down/", views_groups.step_down, name="step-down"),
    path("groups/<int:pk>/table/", views_groups.invite_to_table, name="invite-to-table"),
    path("groups/<int:pk>/addresses/", views_groups.invite_addresses, name="invite-addresses"),
    path("groups/<int:pk>/code/", views_groups.change_code, name="change-code"),
    path("groups/<int:pk>/poster/", views_groups.club_poster, name="club-poster"),
    path("groups/<int:pk>/name/", views_groups.rename_group, name="rename-group"),
    path("groups/<int:pk>/delete/", views_groups.delete_group, name="delete-group"),
    path("people/<str:name>/follow/", views_following.follow, name="follow-player"),
    path("people/<str:name>/unfollow/", views_following.unfollow, name="unfollow-player"),
    path("people/<str:name>/favourite/", views_following.favourite, name="favourite-player"),
]
