"""Boards: their facts and their pictures."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.board.model import Track
from engine.board.picture import load_picture
from games.api.base import ApiView, Nothing, Strict
from games.api.schema import describe
from games.drawing.board_svg import board_svg
from games.drawing.game_png import WIDTHS, empty_board_picture, width_for

TAG: Final = "boards"
GET: Final = frozenset({"GET"})
THEMES: Final = ("light", "dark")


class BoardInList(serializers.Serializer):
    """A board by its key."""

    key = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    teams = serializers.BooleanField()
    digest = serializers.CharField(help_text="SHA-256 of the facts; a game keeps its own.")


class CityData(serializers.Serializer):
    """A city; a junction is no destination, an end place stands for its country."""

    key = serializers.CharField()
    name = serializers.CharField()
    junction = serializers.BooleanField()
    country = serializers.CharField(allow_null=True)


class TrackData(serializers.Serializer):
    """A track: one line of spaces between two cities."""

    id = serializers.CharField()
    a = serializers.CharField()
    b = serializers.CharField()
    length = serializers.IntegerField()
    colour = serializers.CharField(help_text="`gray` takes any one colour.")
    kind = serializers.ChoiceField(choices=("normal", "bullet", "tunnel", "ferry", "mountain"))
    turns_up = serializers.IntegerField()
    least_locomotives = serializers.IntegerField(
        help_text="So many of the cards must be locomotives: those of a ferry."
    )
    most_locomotives = serializers.IntegerField(
        help_text="So many of the cards may be locomotives."
    )
    points = serializers.IntegerField()
    set_size = serializers.IntegerField(
        required=False, help_text="So many cards of any kind are a set (M-3). Only where sets pay."
    )
    most_sets = serializers.IntegerField(
        required=False,
        help_text="So many sets may stand in for one card each, on a ferry for a locomotive.",
    )


class FarEndData(serializers.Serializer):
    """A far end of a ticket that has several: a city or a country, and its places."""

    place = serializers.CharField()
    points = serializers.IntegerField()
    cities = serializers.ListField(child=serializers.CharField())


class TicketData(serializers.Serializer):
    """A ticket. One with several far ends has them in `ends`: then `b` is empty, `a` may be a
    country, and `points` are those of the cheapest end.
    """

    id = serializers.CharField()
    a = serializers.CharField()
    b = serializers.CharField()
    points = serializers.IntegerField()
    ends = FarEndData(many=True)
    long = serializers.BooleanField(help_text="Offered with the first tickets alone (M-6).")


class BoardData(BoardInList):
    """All facts of a board."""

    trains = serializers.IntegerField()
    cities = CityData(many=True)
    tracks = TrackData(many=True)
    parallel = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Tracks beside each other, of which not all may be open (B-9).",
    )
    tickets = TicketData(many=True)
    first_tickets = serializers.DictField(child=serializers.IntegerField())
    drawn_tickets = serializers.DictField(child=serializers.IntegerField())
    station_cost = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The cards that each station of a seat takes, in order; empty without (M-4).",
    )


class Boards(serializers.Serializer):
    """All boards."""

    results = BoardInList(many=True)


class PictureQuery(Strict):
    """How a picture looks."""

    theme = serializers.ChoiceField(choices=THEMES, required=False)


class SizeQuery(PictureQuery):
    """How a picture looks, and its width in pixels."""

    width = serializers.IntegerField(
        min_value=200, max_value=WIDTHS[-1], required=False,
        help_text=f"In pixels. Pictures are {', '.join(map(str, WIDTHS))} wide: the next of these.",
    )  # fmt: skip


def _in_list(board: engine.Board) -> dict[str, Any]:
    return {
        "key": board.key,
        "name": board.name,
        "seats": board.seat_counts,
        "teams": board.teams is not None,
        "digest": board.digest,
    }


def _sets(track: Track) -> dict[str, int]:
    if not track.most_sets:
        return {}
    return {"set_size": track.set_size, "most_sets": track.most_sets}


def board_data(board: engine.Board) -> dict[str, Any]:
    """All facts of a board."""
    return {
        **_in_list(board),
        "trains": board.trains,
        "cities": [
            {
                "key": city.key,
                "name": city.name,
                "junction": city.junction,
                "country": city.country,
            }
            for city in board.cities.values()
        ],
        "tracks": [
            {
                "id": track.id,
                "a": track.a,
                "b": track.b,
                "length": track.length,
                "colour": track.colour,
                "kind": track.kind,
                "turns_up": track.turns_up,
                "least_locomotives": track.least_locomotives,
                "most_locomotives": track.most_locomotives,
                "crossings": track.crossings,
                "points": board.route_points[track.length],
                **_sets(track),
            }
            for track in board.tracks.values()
        ],
        "parallel": [group for group in board.groups if len(group) > 1],
        "tickets": [
            {
                "id": ticket.id,
                "a": ticket.a,
                "b": ticket.b,
                "points": ticket.points,
                "ends": [
                    {"place": end.place, "points": end.points, "cities": list(end.cities)}
                    for end in ticket.far
                ],
                "long": ticket.long,
            }
            for ticket in board.tickets.values()
        ],
        "first_tickets": {
            "offer": board.setup_deal.offer,
            "keep": board.setup_deal.keep,
            "long": board.setup_deal.long,
        },
        "drawn_tickets": {"offer": board.draw_deal.offer, "keep": board.draw_deal.keep},
        "station_cost": list(board.stations.cost) if board.stations else [],
    }


def board_or_404(key: str) -> engine.Board:
    """The board of a key.

    :raises Http404: if there is none.
    """
    if key not in engine.board_names():
        raise Http404
    return engine.load_board(key)


class BoardList(ApiView):
    public: ClassVar = GET

    @describe("listBoards", Boards, tag=TAG)
    def get(self, request: Request) -> Response:
        """All boards of the site."""
        self.query(Nothing)
        return Response({"results": [_in_list(engine.load_board(k)) for k in engine.board_names()]})


class BoardFacts(ApiView):
    public: ClassVar = GET
    tagged: ClassVar = True

    @describe("getBoard", BoardData, tag=TAG)
    def get(self, request: Request, board: str) -> Response:
        """The facts of a board: cities, tracks, tickets, numbers of the rules."""
        self.query(Nothing)
        return Response(board_data(board_or_404(board)))


class BoardSVG(ApiView):
    public: ClassVar = GET

    @describe("getBoardSVG", bytes, tag=TAG, query=PictureQuery, media_type="image/svg+xml")
    def get(self, request: Request, board: str) -> HttpResponse:
        """The empty board as SVG."""
        theme = self.query(PictureQuery).get("theme", "light")
        found = board_or_404(board)
        svg = board_svg(found, load_picture(found.key), theme=theme)
        return HttpResponse(svg, content_type="image/svg+xml")


class BoardPNG(ApiView):
    public: ClassVar = GET

    @describe("getBoardPNG", bytes, tag=TAG, query=SizeQuery, media_type="image/png")
    def get(self, request: Request, board: str) -> HttpResponse:
        """The empty board as PNG."""
        wanted = self.query(SizeQuery)
        found = board_or_404(board)
        image = empty_board_picture(
            found,
            theme=wanted.get("theme", "light"),
            width=width_for(wanted.get("width", 600)),
            drawing=self.drawing,
        )
        return HttpResponse(image, content_type="image/png")
