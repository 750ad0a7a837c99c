"""Addresses of the pages of statistics."""

from __future__ import annotations

from django.urls import path

from games.web.statistics.views import (
    board_statistics,
    league_statistics,
    player_statistics,
    season_statistics,
    set_visibility,
)

urlpatterns = [
    path("boards/<str:key>/statistics/", board_statistics, name="board-statistics"),
    path("people/<str:name>/statistics/", player_statistics, name="player-statistics"),
    path("settings/statistics/", set_visibility, name="set-statistics-public"),
    path("leagues/<slug:slug>/statistics/", league_statistics, name="league-statistics"),
    path(
        "leagues/<slug:slug>/<int:number>/statistics/", season_statistics, name="season-statistics"
    ),
]
