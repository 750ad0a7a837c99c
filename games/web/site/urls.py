"""Addresses of the home page, boards, rules and icon."""

from __future__ import annotations

from django.urls import path

from games.web.parts.waiting_games import icon
from games.web.site.app import manifest, offline, service_worker
from games.web.site.operator_pages import operator_page
from games.web.site.views import fair_play, home, rules, summary
from games.web.site.views_boards import board, board_picture, boards

urlpatterns = [
    path("", home, name="home"),
    path("boards/", boards, name="boards"),
    path("boards/<str:key>/", board, name="board"),
    path("boards/<str:key>/picture.png", board_picture, name="board-picture"),
    path("rules/", rules, name="rules"),
    path("rules/<str:key>/", summary, name="turn-summary"),
    path("fair-play/", fair_play, name="fair-play"),
    path("about/<str:name>/", operator_page, name="operator-page"),
    path("icon/<int:count>.svg", icon, name="icon"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service-worker"),
    path("offline/", offline, name="offline"),
]
