"""Games and seats in the admin: what everybody at the table may know, and no more.

The fields are an allow-list. No hand, order, plan, held move, secret or token is in it, nor what
follows from one, such as when a reminder is due.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.tables.models import Game, Seat
from games.web.admin.base import DecisionsAdmin, moment
from games.web.moderation.game_decision_forms import GAME_DECISIONS


@admin.register(Game)
class GameAdmin(DecisionsAdmin):
    """Games that are not for practice, newest first."""

    list_display = ("code", "name", "board", "status", moment("created_at"), moment("paused_at"))
    list_only = ("code", "name", "board", "status", "created_at", "paused_at")
    fields = (
        *("code", "name", "board", "seat_count", "status", "rated"),
        *("created_at", "started_at", "ended_at", "paused_at"),
        "organiser",
        "public",
        "days_per_turn",
        "hours_per_turn",
        "evening_minutes",
        "weekends_off",
        "vacation_allowed",
        "replace_after",
        "spectator_turns",
        "spectator_hours",
        "plans",
        "plan_pace",
        "bot_accounts",
        "resume_at",
        "commitment",
        "rules_version",
    )
    list_filter = ("status", "board", "rated", ("paused_at", admin.EmptyFieldListFilter))
    search_fields = ("=code", "name")
    decisions = GAME_DECISIONS
    offered = ("nudge", "pause", "resume", "remove-name", "void")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).filter(practice=False).defer("secret", "result")

    def view_on_site(self, game: Game) -> str:
        return reverse("direct", args=[game.code])


@admin.register(Seat)
class SeatAdmin(DecisionsAdmin):
    """Seats, with who holds them and how long a turn has been open."""

    list_display = ("game", "number", "person", "bot", moment("due_at"), moment("open_since"))
    list_only = ("game__code", "number", "person__name", "bot", "due_at", "open_since")
    fields = (
        *("game", "number", "person", "bot", "team", "due_at", "missed", "open_since"),
        *("joined_at", "bank", "extra", "place", "points"),
    )
    list_filter = (
        ("due_at", admin.EmptyFieldListFilter),
        ("open_since", admin.EmptyFieldListFilter),
    )
    search_fields = ("=game__code", "person__name")
    list_select_related = ("game", "person")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        found = super().get_queryset(request).filter(game__practice=False)
        return found.defer("game__secret", "game__result")

    def view_on_site(self, seat: Seat) -> str:
        return reverse("direct", args=[seat.game.code])
