"""Leagues: seasons, standings, pairings and games."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.answers import Answer, Happened, Rounded, Row
from games.api.base import PublicView
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.leagues.models import Entrance, Entry, Season, Verdict
from games.leagues.season.fixtures import games_with_seats
from games.leagues.season.standings import played_games, rank_division
from games.moderation.roles import leagues_visible_to, seasons_visible_to

TAG: Final = "leagues"
LARGEST_NUMBER: Final = 32_767


class LeagueData(Answer):
    """A league."""

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    entry = serializers.ChoiceField(choices=Entrance.choices, help_text="Who may register.")
    rated = serializers.BooleanField(help_text="Whether its games count for ratings.")
    archived = Happened(source="archived_at")


class LeaguePage(Page):
    """A page of the leagues."""

    results = LeagueData(many=True)


class SeasonData(Answer):
    """A season and its dates."""

    league = serializers.CharField(source="league.slug")
    number = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    kinds = serializers.ListField(
        child=serializers.DictField(), help_text="Boards, sizes of tables, games of each player."
    )
    points = serializers.DictField(help_text="League points by place, for each number of sides.")
    divisions = serializers.IntegerField(source="divisions.count")
    registration_opens_at = serializers.DateTimeField()
    registration_closes_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    started = Happened(source="started_at")
    closed = Happened(source="closed_at")
    cancelled = Happened(source="cancelled_at")


class LeagueWithSeasons(LeagueData):
    """A league with its seasons, the latest first."""

    seasons = SeasonData(many=True)


class StandingData(Answer):
    """A line of the standings. Numbers of the tie-breaks are in their order."""

    rank = serializers.IntegerField()
    person = serializers.CharField(allow_null=True)
    club = serializers.CharField(
        allow_null=True, source="club.name", help_text="The club named at registration."
    )
    points = Rounded()
    played = serializers.IntegerField()
    running = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    encounters = serializers.IntegerField(source="tie.encounters")
    wins = Rounded(source="tie.wins")
    share = Rounded(source="tie.share")
    tickets = serializers.IntegerField(source="tie.tickets")


class DivisionStandings(Answer):
    """The standings of a division; tier 1 is the highest."""

    tier = serializers.IntegerField()
    results = StandingData(many=True)


class SeasonStandings(Answer):
    """The standings of all divisions."""

    divisions = DivisionStandings(many=True)


class PairingData(Answer):
    """A game that was drawn, with its players in the order of the seats."""

    division = serializers.IntegerField(source="division.tier")
    number = serializers.IntegerField()
    board = serializers.CharField()
    code = serializers.CharField(
        allow_null=True, source="game.code", help_text="Once the game has begun."
    )
    people = serializers.ListField(child=serializers.CharField(allow_null=True))

    def get_people(self, game: Row) -> list[str | None]:
        return [_name(seat.entry) for seat in game.seats]


class Pairings(Answer):
    """All pairings of a season."""

    results = PairingData(many=True)


class SeasonSeatData(Answer):
    """A seat of a game of a season, and what came of it."""

    number = serializers.IntegerField()
    team = serializers.IntegerField(allow_null=True)
    person = serializers.CharField(allow_null=True, source="entry.person.name")
    drawn_for = serializers.CharField(allow_null=True, source="drawn_for.person.name")
    left = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    tickets = serializers.IntegerField(allow_null=True)


class SeasonGameData(Answer):
    """A game of a season."""

    division = serializers.IntegerField(source="division.tier")
    number = serializers.IntegerField()
    board = serializers.CharField()
    code = serializers.CharField(allow_null=True, source="game.code")
    started_at = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    verdict = serializers.ChoiceField(choices=Verdict.values, allow_null=True)
    seats = SeasonSeatData(many=True)

    def get_verdict(self, game: Row) -> str | None:
        return game.verdict or None


class SeasonGames(Answer):
    """All games of a season."""

    results = SeasonGameData(many=True)


def _name(entry: Entry | None) -> str | None:
    return entry.person.name if entry is not None and entry.person is not None else None


class LeagueEndpoint(PublicView):
    """A view about leagues."""

    scopes = {"GET": Scope.LEAGUES_READ}

    def season(self) -> Season:
        """The season of the address.

        :raises Http404: if there is none that the caller may see.
        """
        number = self.kwargs["number"]
        if number > LARGEST_NUMBER:
            raise Http404
        seasons = seasons_visible_to(self.reader)
        return get_object_or_404(seasons, league__slug=self.kwargs["slug"], number=number)


class Leagues(LeagueEndpoint):
    @describe("listLeagues", LeaguePage, tag=TAG, query=PageQuery)
    def get(self, request: Request) -> Any:
        """All leagues, by name."""
        return page_of(self, leagues_visible_to(self.reader), ("name", "pk"))


class OneLeague(LeagueEndpoint):
    @describe("getLeague", LeagueWithSeasons, tag=TAG)
    def get(self, request: Request, slug: str) -> Any:
        """A league with the seasons that were announced."""
        league = get_object_or_404(leagues_visible_to(self.reader), slug=slug)
        seasons = seasons_visible_to(self.reader).filter(league=league).order_by("-number")
        return Row(league, seasons=list(seasons))


class OneSeason(LeagueEndpoint):
    @describe("getSeason", SeasonData, tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """A season."""
        return self.season()


class StandingsView(LeagueEndpoint):
    @describe("getStandings", SeasonStandings, tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """The standings of all divisions by the games that are over."""
        season = self.season()
        divisions = list(season.divisions.order_by("tier"))
        played = played_games(divisions)
        entries: dict[int | None, dict[int, Entry]] = defaultdict(dict)
        found_entries = Entry.objects.filter(division__in=divisions)
        for entry in found_entries.select_related("person", "club"):
            entries[entry.division_id][entry.pk] = entry
        found = []
        for division in divisions:
            people, games = entries[division.pk], played[division.pk]
            lines = [
                Row(
                    line,
                    person=_name(people[line.entry]),
                    club=people[line.entry].club,
                    running=games.running[line.entry],
                )
                for line in rank_division(season, people.values(), games)
            ]
            found.append({"tier": division.tier, "results": lines})
        return {"divisions": found}


def _games(season: Season) -> list[Row]:
    games = games_with_seats(division__season=season)
    return [Row(game, seats=game.seats.all()) for game in games]


class PairingsView(LeagueEndpoint):
    @describe("listPairings", Pairings, tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """The games that were drawn, and who meets whom."""
        return {"results": _games(self.season())}


class SeasonGamesView(LeagueEndpoint):
    @describe("listSeasonGames", SeasonGames, tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """The games of a season with what came of them."""
        return {"results": _games(self.season())}
