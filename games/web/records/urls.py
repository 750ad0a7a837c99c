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
from games.web.records.views_check import check_record, checked_record, forget_record

urlpatterns = [
    path("records/", months, name="records"),
    path("records/<str:month>.zip", month_file, name="records-of-month"),
    path("records/player/<str:name>/", records_of_player, name="records-of-player"),
    path("records/season/<slug:slug>/<int:number>/", records_of_season, name="records-of-season"),
    path("records/check/", check_record, name="check-record"),
    path("records/check/<str:key>/", checked_record, name="checked-record"),
    path("records/check/<str:key>/delete/", forget_record, name="forget-record"),
    path("records/files/<int:pk>.zip", collection_file, name="records-file"),
]
