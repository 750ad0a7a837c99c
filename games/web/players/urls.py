"""Addresses of players and rankings."""

from __future__ import annotations

from django.urls import path

from games.players.models import BOT_ACCOUNTS
from games.web.players import views, views_blocks, views_history

urlpatterns = [
    path("people/<str:name>/", views.player, name="player"),
    path("people/<str:name>/games/", views_history.history, name="games-of-player"),
    path("people/<str:name>/report/", views.report_player, name="report-player"),
    path("people/<str:name>/block/", views_blocks.block, name="block-player"),
    path("people/<str:name>/unblock/", views_blocks.unblock, name="unblock-player"),
    path("settings/blocked/", views_blocks.blocked_people, name="blocked-people"),
    path("ranking/", views.ranking, name="ranking"),
    path("ranking/<str:board>/", views.ranking, name="ranking-of-board"),
    path("bot-accounts/", views.bot_account_list, name="bot-accounts"),
    path("bot-accounts/ranking/", views.ranking, {"pool": BOT_ACCOUNTS}, name="bot-ranking"),
    path(
        "bot-accounts/ranking/<str:board>/",
        views.ranking,
        {"pool": BOT_ACCOUNTS},
        name="bot-ranking-of-board",
    ),
]
