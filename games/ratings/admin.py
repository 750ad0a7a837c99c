"""What games did to ratings, in the admin: to read."""

from __future__ import annotations

from django.contrib import admin

from games.ratings.models import RatingChange
from games.read_only import ReadOnlyAdmin


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "at",
        "game",
        "board",
        "number",
        "person",
        "place",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    )
    list_filter = ("board",)
    list_select_related = ("game", "person")
    search_fields = ("=game__code", "person__name")
