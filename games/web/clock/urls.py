"""Addresses of the clock page of a game."""

from __future__ import annotations

from django.urls import path

from games.web.clock.views import cast_vote, clock, propose

urlpatterns = [
    path("games/<str:code>/clock/", clock, name="clock"),
    path("games/<str:code>/clock/propose/", propose, name="propose"),
    path("games/<str:code>/clock/votes/<int:pk>/", cast_vote, name="vote"),
]
