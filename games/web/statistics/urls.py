"""Addresses of the pages of statistics."""

from __future__ import annotations

from django.urls import path

from games.web.statistics import views

urlpatterns = [
    path("boards/<str:key>/statistics/", views.board_statistics, name="board-statistics"),
    path("people/<str:name>/statistics/", views.player_statistics, name="player-statistics"),
    path("settings/statistics/", views.set_visibility, name="set-statistics-public"),
    path("leagues/<slug:slug>/statistics/", views.league_statistics, name="league-statistics"),
    path(
        "leagues/<slug:slug>/<int:number>/statistics/",
        views.season_statistics,
        name="season-statistics",
    ),
]
