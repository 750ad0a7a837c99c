"""Addresses of the files of records."""

from __future__ import annotations

from django.urls import path

from games.web.records.views import (
    collection_file,
    month_file,
    months,
    records_of_player,
    records_of_season,
)

urlpatterns = [
    path("records/", months, name="records"),
    path("records/<str:month>.zip", month_file, name="records-of-month"),
    path("records/player/<str:name>/", records_of_player, name="records-of-player"),
    path("records/season/<slug:slug>/<int:number>/", records_of_season, name="records-of-season"),
    path("records/files/<int:pk>.zip", collection_file, name="records-file"),
]
