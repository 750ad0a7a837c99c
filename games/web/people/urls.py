"""Addresses of pages about the people somebody plays with."""

from __future__ import annotations

from django.urls import path

from games.web.people.views_following import (
    follow,
    followed_people,
    following,
    set_followable,
    unfollow,
)
from games.web.people.views_groups import (
    delete_group,
    group,
    groups,
    hand_over,
    invite_member,
    join_group,
    leave_group,
    remove_member,
    rename_group,
)
from games.web.people.views_opponents import favourite, opponents
from games.web.people.views_players import players
from games.web.people.views_watch import watch

urlpatterns = [
    path("following/", following, name="following"),
    path("following/people/", followed_people, name="followed-people"),
    path("following/me/", set_followable, name="set-followable"),
    path("opponents/", opponents, name="opponents"),
    path("players/", players, name="players"),
    path("watch/", watch, name="watch"),
    path("groups/", groups, name="groups"),
    path("groups/<int:pk>/", group, name="group"),
    path("groups/<int:pk>/invite/", invite_member, name="invite-member"),
    path("groups/<int:pk>/join/", join_group, name="join-group"),
    path("groups/<int:pk>/leave/", leave_group, name="leave-group"),
    path("groups/<int:pk>/remove/", remove_member, name="remove-member"),
    path("groups/<int:pk>/owner/", hand_over, name="hand-over-group"),
    path("groups/<int:pk>/name/", rename_group, name="rename-group"),
    path("groups/<int:pk>/delete/", delete_group, name="delete-group"),
    path("people/<str:name>/follow/", follow, name="follow-player"),
    path("people/<str:name>/unfollow/", unfollow, name="unfollow-player"),
    path("people/<str:name>/favourite/", favourite, name="favourite-player"),
]
