"""Addresses of the lobby, of tables that wait for players, and of open seats."""

from __future__ import annotations

from django.urls import path

from games.web.lobby import pairing, views, views_invitations, views_table

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/new/", views.new_game, name="create-game"),
    path("lobby/waiting/", pairing.pairing, name="pairing"),
    path("lobby/waiting/<int:pk>/cancel/", pairing.cancel_wish, name="cancel-wish"),
    path("lobby/bots/<str:board>/", views.play_bots, name="play-bots"),
    path("join/<str:invitation>/", views_table.invitation, name="invitation"),
    path(
        "join/<str:invitation>/team/<int:team>/",
        views_table.invitation_to_team,
        name="invitation-to-team",
    ),
    path("invited/<str:token>/", views_invitations.email_invitation, name="email-invitation"),
    path(
        "invitations/<int:pk>/withdraw/",
        views_invitations.withdraw_invitation,
        name="withdraw-invitation",
    ),
    path("games/<str:code>/invite/", views_invitations.invite_by_email, name="invite-by-email"),
    path("games/<str:code>/invite-bot/", views_table.invite_bot, name="invite-bot"),
    path("games/<str:code>/invite-again/", views_table.invite_again, name="invite-again"),
    path("games/<str:code>/join/", views_table.join_game, name="join-game"),
    path("games/<str:code>/team/", views_table.choose_team, name="choose-team"),
    path("games/<str:code>/leave/", views_table.leave_game, name="leave-game"),
    path("games/<str:code>/remove/", views_table.remove_player, name="remove-player"),
    path("games/<str:code>/name/", views_table.rename_game, name="rename-game"),
    path("games/<str:code>/again/", views_table.play_again, name="play-again"),
    path("games/<str:code>/cancel/", views_table.cancel_game, name="cancel-game"),
    path("games/<str:code>/seats/<int:number>/take/", views_table.take_seat, name="take-seat"),
    path("games/<str:code>/return/", views_table.come_back, name="come-back"),
    path("seats/", views_table.open_seats, name="open-seats"),
]
