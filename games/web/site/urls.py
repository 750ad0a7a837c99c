"""Addresses of the home page, views_boards.boards, rules and icon."""

from __future__ import annotations

from django.urls import path

from games.web.parts.list_marks import lists
from games.web.parts.waiting_games import icon
from games.web.site import app, operator_pages, views, views_boards

urlpatterns = [
    path("", views.home, name="home"),
    path("boards/", views_boards.boards, name="boards"),
    path("boards/<str:key>/", views_boards.board, name="board"),
    path("boards/<str:key>/picture.png", views_boards.board_picture, name="board-picture"),
    path("rules/", views.rules, name="rules"),
    path("rules/<str:key>/", views.summary, name="turn-summary"),
    path("fair-play/", views.fair_play, name="fair-play"),
    path("about/<str:name>/", operator_pages.operator_page, name="operator-page"),
    path("icon/<int:count>.svg", icon, name="icon"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("service-worker.js", app.service_worker, name="service-worker"),
    path("offline/", app.offline, name="offline"),
    path("lists/", lists, name="lists"),
]
