"""Addresses of the files of records."""

from __future__ import annotations

from django.urls import path

from games.web.records import views, views_check

urlpatterns = [
    path("records/", views.months, name="records"),
    path("records/<str:month>.zip", views.month_file, name="records-of-month"),
    path("records/player/<str:name>/", views.records_of_player, name="records-of-player"),
    path(
        "records/season/<slug:slug>/<int:number>/",
        views.records_of_season,
        name="records-of-season",
    ),
    path("records/check/", views_check.check_record, name="check-record"),
    path("records/check/<str:key>/", views_check.checked_record, name="checked-record"),
    path("records/check/<str:key>/delete/", views_check.forget_record, name="forget-record"),
    path("records/files/<int:pk>.zip", views.collection_file, name="records-file"),
]
