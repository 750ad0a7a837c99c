"""People and clubs in the admin: public profiles and roles, without addresses or settings."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.people.groups import PlayerGroup, joined
from games.people.models import Person
from games.web.admin.base import DecisionsAdmin, moment
from games.web.moderation.views_person import CLUB_DECISIONS, PERSON_DECISIONS


@admin.register(Person)
class PersonAdmin(DecisionsAdmin):
    """Everybody with an account, by name."""

    list_display = ("name", moment("created"), "is_active", moment("bot_since"))
    list_only = ("name", "created", "is_active", "bot_since")
    fields = ("name", "created", "is_active", "is_staff", "is_superuser", "bot_since", "run_by")
    list_filter = ("is_active", "is_staff", ("bot_since", admin.EmptyFieldListFilter))
    search_fields = ("name",)
    ordering = ("name",)
    decisions = PERSON_DECISIONS
    offered = ("warn", "mute", "suspend", "ban")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        return super().get_queryset(request).defer("email", "password")

    def view_on_site(self, person: Person) -> str:
        return reverse("moderate-person", args=[person.name])


@admin.register(PlayerGroup)
class ClubAdmin(DecisionsAdmin):
    """Clubs by name, with their owners; the code by which people join is not shown."""

    list_display = ("name", "created_at")
    fields = (*list_display, "owner_names")
    search_fields = ("name",)
    date_hierarchy = "created_at"
    decisions = CLUB_DECISIONS
    offered = ("rename-club", "end-club")

    @admin.display(description="owners")
    def owner_names(self, club: PlayerGroup) -> str:
        owners = joined(club).filter(owner=True).values_list("person__name", flat=True)
        return ", ".join(owners)
