"""Statistics of boards, people and seasons, as their pages show them (docs/statistics.md)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from games.api.base import ApiView, Strict
from games.api.schema import describe
from games.api.views_boards import GET, board_or_404
from games.api.views_leagues import LeagueEndpoint
from games.api.views_people import person_or_404
from games.statistics.figures import (
    Sums,
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

DIGITS: Final = 4


class TableCount(serializers.Serializer):
    """Tables of one size, and how many games they have finished."""

    board = serializers.CharField()
    seats = serializers.IntegerField()
    games = serializers.IntegerField()


class PositionData(serializers.Serializer):
    """A place in the playing order. `low` and `high` bound its share of wins in 19 cases of 20."""

    position = serializers.IntegerField()
    games = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    points = serializers.FloatField()


class PointData(serializers.Serializer):
    """The mean of points of a kind, of all sides and of those that won."""

    kind = serializers.CharField()
    mean = serializers.FloatField()
    of_winners = serializers.FloatField()


class TicketCounts(serializers.Serializer):
    """A ticket; `brought` are its points less what it cost, over all games."""

    ticket = serializers.CharField()
    offered = serializers.IntegerField()
    kept = serializers.IntegerField()
    completed = serializers.IntegerField()
    brought = serializers.IntegerField()
    won = serializers.IntegerField()


class RouteCounts(serializers.Serializer):
    """A track: the games in which it was claimed, and the claimer's own turn."""

    track = serializers.CharField()
    claims = serializers.IntegerField()
    share = serializers.FloatField()
    mean_turn = serializers.FloatField(allow_null=True)
    median_turn = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()


class TableStatistics(serializers.Serializer):
    """The statistics of tables of one size. `tables` lists all sizes."""

    tables = TableCount(many=True)
    board = serializers.CharField(allow_null=True)
    seats = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    median_turns = serializers.FloatField(allow_null=True)
    median_days = serializers.FloatField(allow_null=True)
    positions = PositionData(many=True)
    points = PointData(many=True)
    tickets = TicketCounts(many=True)
    routes = RouteCounts(many=True)


class PersonOnBoard(serializers.Serializer):
    """A person on one board. Kinds of points are means of all games."""

    board = serializers.CharField()
    games = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    points = PointData(many=True)
    tickets = TicketCounts(many=True)
    routes = RouteCounts(many=True)


class PairData(serializers.Serializer):
    """One of the 100 people met most: games against them by result, and with them as a partner."""

    person = serializers.CharField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    partner = serializers.IntegerField()
    partner_won = serializers.IntegerField()


class PersonStatistics(serializers.Serializer):
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


def _tables(tables: list[Table], chosen: Table | None, sums: Sums) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tables": [
            {"board": table.board, "seats": table.seats, "games": table.games} for table in tables
        ],
        "board": chosen.board if chosen else None,
        "seats": chosen.seats if chosen else None,
        "games": sums.games,
        "median_turns": median(sums.by_number("turns")),
        "median_days": median(sums.by_number("days")),
        "positions": [
            {
                "position": one.position,
                "games": one.wins.of,
                "share": round(one.wins.value, DIGITS),
                "low": round(one.wins.low, DIGITS),
                "high": round(one.wins.high, DIGITS),
                "points": round(one.points, DIGITS),
            }
            for one in seat_figures(sums)
        ],
        "points": _points(sums),
        "tickets": [],
        "routes": [],
    }
    if chosen is not None:
        found |= _tickets_and_routes(sums, engine.load_board(chosen.board))
    return found


def _points(sums: Sums) -> list[dict[str, Any]]:
    return [
        {
            "kind": one.kind,
            "mean": round(one.mean, DIGITS),
            "of_winners": round(one.of_winners, DIGITS),
        }
        for one in point_figures(sums)
    ]


def _tickets_and_routes(sums: Sums, board: engine.Board) -> dict[str, Any]:
    counts = ("ticket", "offered", "kept", "completed", "brought", "won")
    return {
        "tickets": [
            {name: getattr(one, name) for name in counts} for one in ticket_figures(sums, board)
        ],
        "routes": [
            {
                "track": one.track,
                "claims": one.claims,
                "share": round(one.share, DIGITS),
                "mean_turn": None if one.mean is None else round(one.mean, DIGITS),
                "median_turn": one.median,
                "won": one.won,
            }
            for one in route_figures(sums, board)
        ],
    }


class StatisticsOfBoard(ApiView):
    public: ClassVar = GET
    tagged: ClassVar = True

    @describe("getBoardStatistics", TableStatistics, tag="boards", query=BoardQuery)
    def get(self, request: Request, board: str) -> Response:
        """The public games of a board that were played to their end, at tables of one size."""
        wanted = self.query(BoardQuery)
        key, with_bots = board_or_404(board).key, wanted.get("with_bots", False)
        tables = tables_of_board(key, with_bots=with_bots)
        chosen = _chosen(tables, wanted)
        sums = sums_of_board(key, chosen.seats, with_bots=with_bots) if chosen else Sums([])
        return Response(_tables(tables, chosen, sums))


class StatisticsOfSeason(LeagueEndpoint):
    tagged: ClassVar = True

    @describe("getSeasonStatistics", TableStatistics, tag="leagues", query=SeasonQuery)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The games of a season that were played to their end, at tables of one kind."""
        wanted = self.query(SeasonQuery)
        season = self.season()
        tables = tables_of_season(season)
        chosen = _chosen(tables, wanted)
        sums = sums_of_season(season, chosen.board, chosen.seats) if chosen else Sums([])
        return Response(_tables(tables, chosen, sums))


class StatisticsOfPerson(ApiView):
    public: ClassVar = GET

    @describe("getPersonStatistics", PersonStatistics, tag="people", query=OnBoard)
    def get(self, request: Request, name: str) -> Response:
        """What a person has played, by board and by opponent; 404 where they hide it."""
        wanted = self.query(OnBoard).get("board")
        person = person_or_404(name)
        if not may_see_statistics(self.reader, person):
            raise Http404
        own = self.reader is not None and self.reader.pk == person.pk
        boards = []
        for key, sums in sums_by_board(person, own=own).items():
            if wanted not in (None, key):
                continue
            won = wins_of(sums)
            boards.append(
                {
                    "board": key,
                    "games": sums.games,
                    "share": round(won.value, DIGITS),
                    "low": round(won.low, DIGITS),
                    "high": round(won.high, DIGITS),
                    "points": _points(sums),
                    **_tickets_and_routes(sums, engine.load_board(key)),
                }
            )
        kinds = ("ahead", "level", "behind", "partner", "partner_won")
        people = [
            {"person": pair.name, **{kind: getattr(pair, kind) for kind in kinds}}
            for pair in pairs_of(person, own=own)
        ]
        return Response({"boards": boards, "people": people})
