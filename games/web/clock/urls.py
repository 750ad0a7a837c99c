"""Addresses of the clock page of a game."""

from __future__ import annotations

from django.urls import path

from games.web.clock import views

urlpatterns = [
    path("games/<str:code>/clock/", views.clock, name="clock"),
    path("games/<str:code>/clock/propose/", views.propose, name="propose"),
    path("games/<str:code>/clock/votes/<int:pk>/", views.cast_vote, name="vote"),
]
