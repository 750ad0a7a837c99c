"""The API below its path, for the description."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("api/v1/", include("games.api.urls"))]
