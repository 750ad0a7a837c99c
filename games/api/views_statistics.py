"""Statistics of boards, people and seasons, as their pages show them (docs/statistics.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

import engine
from games.api.answers import Answer, Rounded
from games.api.base import PublicView, Strict
from games.api.schema import describe
from games.api.views_boards import board_or_404
from games.api.views_leagues import LeagueEndpoint
from games.people.models import Person
from games.statistics.figures import (
    PointFigures,
    RouteFigures,
    SeatFigures,
    Share,
    Sums,
    TicketFigures,
    median,
    point_figures,
    route_figures,
    seat_figures,
    ticket_figures,
    wins_of,
)
from games.statistics.selectors import (
    Table,
    may_see_statistics,
    pairs_of,
    sums_by_board,
    sums_of_board,
    sums_of_season,
    tables_of_board,
    tables_of_season,
)


class TableCount(Answer):
    """Tables of one size, and how many games they have finished."""

    board = serializers.CharField()
    seats = serializers.IntegerField()
    games = serializers.IntegerField()


class PositionData(Answer):
    """A place in the playing order. `low` and `high` bound its share of wins in 19 cases of 20."""

    position = serializers.IntegerField()
    games = serializers.IntegerField(source="wins.of")
    share = Rounded(source="wins.value")
    low = Rounded(source="wins.low")
    high = Rounded(source="wins.high")
    points = Rounded()


class PointData(Answer):
    """The mean of points of a kind, of all sides and of those that won."""

    kind = serializers.CharField()
    mean = Rounded()
    of_winners = Rounded()


class TicketCounts(Answer):
    """A ticket; `brought` are its points less what it cost, over all games."""

    ticket = serializers.CharField()
    offered = serializers.IntegerField()
    kept = serializers.IntegerField()
    completed = serializers.IntegerField()
    brought = serializers.IntegerField()
    won = serializers.IntegerField()


class RouteCounts(Answer):
    """A track: the games in which it was claimed, and the claimer's own turn."""

    track = serializers.CharField()
    claims = serializers.IntegerField()
    share = Rounded()
    mean_turn = Rounded(allow_null=True, source="mean")
    median_turn = serializers.FloatField(allow_null=True, source="median")
    won = serializers.IntegerField()


@dataclass(frozen=True)
class Counted:
    """The sums of games on a board, None while there are none."""

    sums: Sums
    board: str | None
    seats: int | None = None
    tables: Sequence[Table] = ()

    @cached_property
    def won(self) -> Share:
        return wins_of(self.sums)


class OfSums(Answer):
    """What is computed of sums."""

    def get_points(self, counted: Counted) -> list[PointFigures]:
        return point_figures(counted.sums)

    def get_tickets(self, counted: Counted) -> list[TicketFigures]:
        board = counted.board
        return ticket_figures(counted.sums, engine.load_board(board)) if board else []

    def get_routes(self, counted: Counted) -> list[RouteFigures]:
        board = counted.board
        return route_figures(counted.sums, engine.load_board(board)) if board else []


class TableStatistics(OfSums):
    """The statistics of tables of one size. `tables` lists all sizes."""

    tables = TableCount(many=True)
    board = serializers.CharField(allow_null=True)
    seats = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(source="sums.games")
    median_turns = serializers.FloatField(allow_null=True)
    median_days = serializers.FloatField(allow_null=True)
    positions = PositionData(many=True)
    points = PointData(many=True)
    tickets = TicketCounts(many=True)
    routes = RouteCounts(many=True)

    def get_median_turns(self, counted: Counted) -> float | None:
        return median(counted.sums.by_number("turns"))

    def get_median_days(self, counted: Counted) -> float | None:
        return median(counted.sums.by_number("days"))

    def get_positions(self, counted: Counted) -> list[SeatFigures]:
        return seat_figures(counted.sums)


class PersonOnBoard(OfSums):
    """A person on one board. Kinds of points are means of all games."""

    board = serializers.CharField()
    games = serializers.IntegerField(source="sums.games")
    share = Rounded(source="won.value")
    low = Rounded(source="won.low")
    high = Rounded(source="won.high")
    points = PointData(many=True)
    tickets = TicketCounts(many=True)
    routes = RouteCounts(many=True)


class PairData(Answer):
    """One of the 100 people met most: games against them by result, and with them as a partner."""

    person = serializers.CharField(source="name")
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    partner = serializers.IntegerField()
    partner_won = serializers.IntegerField()


class PersonStatistics(Answer):
    """The statistics of a person; private games are in them for the person alone."""

    boards = PersonOnBoard(many=True)
    people = PairData(many=True)


class SeatsQuery(Strict):
    """Which tables; without `seats` those with most games."""

    seats = serializers.IntegerField(required=False, min_value=1, max_value=100)


class BoardQuery(SeatsQuery):
    """Which tables, with or without bots."""

    with_bots = serializers.BooleanField(required=False)


class SeasonQuery(SeatsQuery):
    """Which tables of a season."""

    board = serializers.CharField(required=False, max_length=30)


class OnBoard(Strict):
    """One board alone."""

    board = serializers.CharField(required=False, max_length=30)


def _chosen(tables: list[Table], wanted: dict[str, Any]) -> Table | None:
    """The table that was asked for, else the one with most games."""
    fitting = [
        table
        for table in tables
        if table.seats == wanted.get("seats", table.seats)
        and table.board == wanted.get("board", table.board)
    ]
    return max(fitting, key=lambda table: table.games, default=None)


def _answer(tables: list[Table], chosen: Table | None, sums: Sums) -> Any:
    board, seats = (chosen.board, chosen.seats) if chosen else (None, None)
    return Counted(sums, board, seats, tables)


class StatisticsOfBoard(PublicView):
    tagged = True

    @describe("getBoardStatistics", TableStatistics, tag="boards", query=BoardQuery)
    def get(self, request: Request, board: str) -> Any:
        """The public games of a board that were played to their end, at tables of one size."""
        key, with_bots = board_or_404(board).key, self.wanted.get("with_bots", False)
        tables = tables_of_board(key, with_bots=with_bots)
        chosen = _chosen(tables, self.wanted)
        sums = sums_of_board(key, chosen.seats, with_bots=with_bots) if chosen else Sums([])
        return _answer(tables, chosen, sums)


class StatisticsOfSeason(LeagueEndpoint):
    tagged = True

    @describe("getSeasonStatistics", TableStatistics, tag="leagues", query=SeasonQuery)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """The games of a season that were played to their end, at tables of one kind."""
        season = self.season()
        tables = tables_of_season(season)
        chosen = _chosen(tables, self.wanted)
        sums = sums_of_season(season, chosen.board, chosen.seats) if chosen else Sums([])
        return _answer(tables, chosen, sums)


class StatisticsOfPerson(PublicView):
    @describe("getPersonStatistics", PersonStatistics, tag="people", query=OnBoard)
    def get(self, request: Request, name: str) -> Any:
        """What a person has played, by board and by opponent; 404 where they hide it."""
        wanted = self.wanted.get("board")
        person = get_object_or_404(Person, name=name)
        if not may_see_statistics(self.reader, person):
            raise Http404
        own = self.reader is not None and self.reader.pk == person.pk
        boards = [
            Counted(sums, key)
            for key, sums in sums_by_board(person, own=own).items()
            if wanted in (None, key)
        ]
        people = pairs_of(person, own=own)
        return {"boards": boards, "people": people}
