"""Reports, sanctions and the audit log in the admin: read only. Decisions have their own pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from games.common.admin_base import ReadOnlyAdmin
from games.moderation.audit import reason_texts, visible_to
from games.moderation.models import AuditEntry, Report
from games.people.models import Person
from games.people.sanctions import Sanction


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """All decisions; who looked at hidden cards is among them once the game is over."""

    list_display = ("at", "who", "role", "action", "game", "league", "whom", "undoes")
    list_filter = ("action", "role")
    search_fields = ("=game__code", "league__name")
    list_select_related = ("game", "league", "undoes")
    date_hierarchy = "at"
    fields = (
        "at",
        "who",
        "role",
        "action",
        "game",
        "league",
        "whom",
        "report",
        "seq",
        "why",
        "undoes",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        assert isinstance(request.user, Person)
        return visible_to(request.user, super().get_queryset(request))

    @admin.display(description="actor")
    def who(self, entry: AuditEntry) -> str:
        return _name(entry.actor_id)

    @admin.display(description="subject")
    def whom(self, entry: AuditEntry) -> str:
        return _name(entry.subject_id)

    @admin.display(description="reason")
    def why(self, entry: AuditEntry) -> str:
        return reason_texts([entry.reason]).get(entry.reason, "erased") if entry.reason else ""


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "at",
        "kind",
        "reporter",
        "subject",
        "game",
        "quote",
        "text",
        "status",
        "settled_by",
        "settled_at",
    )
    list_filter = ("status", "kind")
    list_select_related = ("reporter", "subject", "game", "settled_by")
    search_fields = ("subject__name", "reporter__name", "=game__code")

    def view_on_site(self, report: Report) -> str:
        return reverse("one-report", args=[report.pk])

    def get_queryset(self, request: HttpRequest) -> Any:
        # As on the moderators' pages: nobody reads reports about themselves, or from a table at
        # which they sit.
        found = super().get_queryset(request).exclude(subject=request.user.pk)
        return found.exclude(game__seats__person=request.user.pk)


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    list_display = fields = ("person", "kind", "at", "until", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("person",)
    search_fields = ("person__name",)

    def view_on_site(self, sanction: Sanction) -> str:
        return reverse("moderate-person", args=[sanction.person.name])


def _name(person: int | None) -> str:
    """The name of a person who may have been erased since."""
    if person is None:
        return ""
    return Person.objects.filter(pk=person).values_list("name", flat=True).first() or f"#{person}"
