"""Addresses of players and rankings."""

from __future__ import annotations

from django.urls import path

from games.web.players.views import player, ranking, report_player

urlpatterns = [
    path("people/<str:name>/", player, name="player"),
    path("people/<str:name>/report/", report_player, name="report-player"),
    path("ranking/", ranking, name="ranking"),
    path("ranking/<str:board>/", ranking, name="ranking-of-board"),
]
