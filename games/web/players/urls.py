"""Addresses of players and rankings."""

from __future__ import annotations

from django.urls import path

from games.players.models import BOT_ACCOUNTS
from games.web.players.views import player, ranking, report_player
from games.web.players.views_blocks import block, blocked_people, unblock
from games.web.players.views_bots import bot_account_list

urlpatterns = [
    path("people/<str:name>/", player, name="player"),
    path("people/<str:name>/report/", report_player, name="report-player"),
    path("people/<str:name>/block/", block, name="block-player"),
    path("people/<str:name>/unblock/", unblock, name="unblock-player"),
    path("settings/blocked/", blocked_people, name="blocked-people"),
    path("ranking/", ranking, name="ranking"),
    path("ranking/<str:board>/", ranking, name="ranking-of-board"),
    path("bot-accounts/", bot_account_list, name="bot-accounts"),
    path("bot-accounts/ranking/", ranking, {"pool": BOT_ACCOUNTS}, name="bot-ranking"),
    path(
        "bot-accounts/ranking/<str:board>/",
        ranking,
        {"pool": BOT_ACCOUNTS},
        name="bot-ranking-of-board",
    ),
]
