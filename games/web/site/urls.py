"""Addresses of the home page, boards, rules, icon and health check."""

from __future__ import annotations

from django.urls import path

from games.web.parts.waiting_games import icon
from games.web.site.health import health
from games.web.site.views import board, board_picture, home, rules

urlpatterns = [
    path("", home, name="home"),
    path("boards/<str:key>/", board, name="board"),
    path("boards/<str:key>/picture.png", board_picture, name="board-picture"),
    path("rules/", rules, name="rules"),
    path("icon/<int:count>.svg", icon, name="icon"),
    path("healthz", health, name="health"),
]
