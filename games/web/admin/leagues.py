"""Leagues, seasons, divisions and entries in the admin."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.leagues.models import Division, Entry, EntryStatus, League, Season
from games.moderation.seasons.entries import (
    approve_player,
    decline_player,
    withdraw_player_by_director,
)
from games.web.admin.base import DecisionsAdmin, moment
from games.web.leagues.decision_forms import LEAGUE_DECISIONS, SEASON_DECISIONS
from games.web.moderation.decision_forms import DecisionForm, Decisions


class SeasonFilter(admin.RelatedOnlyFieldListFilter):
    """The seasons of the rows; their names take the league of each."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        of_rows = model_admin.get_queryset(request).order_by().values(field.name)
        seasons = Season.objects.filter(pk__in=of_rows).select_related("league")
        return [(season.pk, str(season)) for season in seasons]


@admin.register(League)
class LeagueAdmin(DecisionsAdmin):
    """Leagues, their directors, and how many seasons they have had."""

    list_display = ("name", "slug", "founder", "entry", "rated", "archived_at", "season_count")
    fields = (*list_display[:-1], "about", "director_names", "created_at")
    list_filter = ("entry", "rated", ("archived_at", admin.EmptyFieldListFilter))
    list_select_related = ("founder",)
    search_fields = ("name", "slug")
    date_hierarchy = "created_at"
    decisions = LEAGUE_DECISIONS
    offered = ("add-director", "archive", "rate")

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        return super().get_queryset(request).annotate(number_of_seasons=Count("seasons"))

    @admin.display(description="seasons")
    def season_count(self, league: Any) -> int:
        return league.number_of_seasons

    @admin.display(description="directors")
    def director_names(self, league: League) -> str:
        return ", ".join(league.directors.order_by("name").values_list("name", flat=True))

    def view_on_site(self, league: League) -> str:
        return reverse("direct-league", args=[league.slug])


@admin.register(Season)
class SeasonAdmin(DecisionsAdmin):
    """Seasons with their dates, and the steps that have been taken."""

    list_display = (
        "league",
        "number",
        "title",
        "registration_closes_at",
        "starts_at",
        "ends_at",
        "announced_at",
        "drawn_at",
        "closed_at",
    )
    fields = (
        *list_display[:3],
        "about",
        "kinds",
        "points",
        "clock",
        "partners",
        "division_size",
        "promote",
        "relegate",
        "most_players",
        "by_approval",
        "confirmation",
        "confirm_by",
        "registration_opens_at",
        *list_display[3:],
        "started_at",
        "adjudicated_at",
        "promoted_at",
        "cancelled_at",
    )
    list_filter = (
        ("league", admin.RelatedOnlyFieldListFilter),
        ("announced_at", admin.EmptyFieldListFilter),
        ("closed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("league__name", "title")
    list_select_related = ("league",)
    date_hierarchy = "starts_at"
    decisions = SEASON_DECISIONS
    offered = ("announce", "write", "cancel")

    def view_on_site(self, season: Season) -> str:
        return reverse("direct-season", args=[season.league.slug, season.number])


@admin.register(Division)
class DivisionAdmin(DecisionsAdmin):
    """Divisions, with how many players and games they have."""

    list_display = fields = ("season", "tier", "players", "games")
    list_filter = ("tier", ("season", SeasonFilter))
    list_select_related = ("season__league",)
    list_only = ("tier", "season__number", "season__league__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Division]:
        found = super().get_queryset(request)
        return found.annotate(
            number_of_players=Count("entries", distinct=True),
            number_of_games=Count("season_games", distinct=True),
        )

    @admin.display(description="players")
    def players(self, division: Any) -> int:
        return division.number_of_players

    @admin.display(description="games")
    def games(self, division: Any) -> int:
        return division.number_of_games

    def view_on_site(self, division: Division) -> str:
        season = division.season
        return reverse("division", args=[season.league.slug, season.number, division.tier])


def _of_its_season(service: Any) -> Any:
    """The service of a season for one of its entries."""

    return lambda *, entry, **words: service(season=entry.season, entry=entry, **words)


ENTRY_DECISIONS: Final = Decisions[Entry](
    "entry",
    DecisionForm(
        key="approve",
        service=_of_its_season(approve_player),
        possible=lambda entry: entry.status == EntryStatus.ASKED,
    ),
    DecisionForm(
        key="decline",
        service=_of_its_season(decline_player),
        possible=lambda entry: entry.status == EntryStatus.ASKED,
        irreversible=True,
    ),
    DecisionForm(
        key="remove",
        service=_of_its_season(withdraw_player_by_director),
        possible=lambda entry: entry.status != EntryStatus.WITHDRAWN,
        irreversible=True,
    ),
)


@admin.register(Entry)
class EntryAdmin(DecisionsAdmin):
    """People in seasons, from registration to the final rank."""

    list_display = ("season", "person", "status", "division__tier", moment("registered_at"), "rank")
    list_only = (
        *("season__league__name", "season__number", "person__name"),
        *("status", "division__tier", "registered_at", "rank"),
    )
    fields = (
        *("season", "person", "status", "division", "partner", "registered_at", "rank", "outcome"),
        "stands_by",
        "accepts_directors",
        "confirmed_at",
        "withdrawn_at",
        "strength",
        "tier",
    )
    list_filter = ("status", ("season", SeasonFilter))
    search_fields = ("person__name",)
    list_select_related = ("season__league", "person", "division")
    decisions = ENTRY_DECISIONS
    offered = ("approve", "decline", "remove")

    def view_on_site(self, entry: Entry) -> str:
        return reverse("direct-season", args=[entry.season.league.slug, entry.season.number])
