"""Addresses of the lobby, of tables that wait for players, and of open seats."""

from __future__ import annotations

from django.urls import path

from games.web.lobby.views import lobby, new_game, play_bots
from games.web.lobby.views_invitations import (
    email_invitation,
    invite_by_email,
    withdraw_invitation,
)
from games.web.lobby.views_open_seats import come_back, open_seats, take_seat
from games.web.lobby.views_table import (
    cancel_game,
    choose_team,
    invitation,
    invitation_to_team,
    invite_again,
    invite_bot,
    join_game,
    leave_game,
    play_again,
    remove_player,
    rename_game,
)

urlpatterns = [
    path("lobby/", lobby, name="lobby"),
    path("lobby/new/", new_game, name="create-game"),
    path("lobby/bots/<str:board>/", play_bots, name="play-bots"),
    path("join/<str:invitation>/", invitation, name="invitation"),
    path("join/<str:invitation>/team/<int:team>/", invitation_to_team, name="invitation-to-team"),
    path("invited/<str:token>/", email_invitation, name="email-invitation"),
    path("invitations/<int:pk>/withdraw/", withdraw_invitation, name="withdraw-invitation"),
    path("games/<str:code>/invite/", invite_by_email, name="invite-by-email"),
    path("games/<str:code>/invite-bot/", invite_bot, name="invite-bot"),
    path("games/<str:code>/invite-again/", invite_again, name="invite-again"),
    path("games/<str:code>/join/", join_game, name="join-game"),
    path("games/<str:code>/team/", choose_team, name="choose-team"),
    path("games/<str:code>/leave/", leave_game, name="leave-game"),
    path("games/<str:code>/remove/", remove_player, name="remove-player"),
    path("games/<str:code>/name/", rename_game, name="rename-game"),
    path("games/<str:code>/again/", play_again, name="play-again"),
    path("games/<str:code>/cancel/", cancel_game, name="cancel-game"),
    path("games/<str:code>/seats/<int:number>/take/", take_seat, name="take-seat"),
    path("games/<str:code>/return/", come_back, name="come-back"),
    path("seats/", open_seats, name="open-seats"),
]
