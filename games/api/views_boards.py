"""Boards: their facts and their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.request import Request

import engine
from engine.board.model import City, Ticket
from games.api.answers import Answer, Happened, Row
from games.api.base import PublicView, Strict
from games.api.schema import describe
from games.drawing.board_svg import board_svg
from games.drawing.game_png import WIDTHS, empty_board_picture, width_for

TAG: Final = "boards"
THEMES: Final = ("light", "dark")


class BoardInList(Answer):
    """A board by its key."""

    key = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField(), source="seat_counts")
    teams = Happened()
    digest = serializers.CharField(help_text="SHA-256 of the facts; a game keeps its own.")


class CityData(Answer):
    """A city; a junction is no destination, an end place represents its country."""

    key = serializers.CharField()
    name = serializers.CharField()
    junction = serializers.BooleanField()
    country = serializers.CharField(allow_null=True)


class TrackData(Answer):
    """A track: one line of spaces between two cities."""

    id = serializers.CharField()
    a = serializers.CharField()
    b = serializers.CharField()
    length = serializers.IntegerField()
    colour = serializers.CharField(help_text="`gray` takes any one colour.")
    kind = serializers.ChoiceField(choices=("normal", "bullet", "tunnel", "ferry", "mountain"))
    turns_up = serializers.IntegerField()
    least_locomotives = serializers.IntegerField(
        help_text="How many of the cards must be locomotives, on a ferry."
    )
    most_locomotives = serializers.IntegerField(
        help_text="How many of the cards may be locomotives."
    )
    crossings = serializers.IntegerField(help_text="Mountain crossings on it (M-5).")
    points = serializers.IntegerField()
    set_size = serializers.IntegerField(
        required=False, help_text="How many cards of any kind are a set (M-3). Only where sets pay."
    )
    most_sets = serializers.IntegerField(
        required=False,
        help_text="How many sets may pay for one card each, on a ferry for a locomotive.",
    )

    def get_set_size(self, track: Row) -> int:
        if not track.most_sets:
            raise SkipField
        return track.set_size

    def get_most_sets(self, track: Row) -> int:
        if not track.most_sets:
            raise SkipField
        return track.most_sets


class FarEndData(Answer):
    """A far end of a ticket that has several: a city or a country, and its places."""

    place = serializers.CharField()
    points = serializers.IntegerField()
    cities = serializers.ListField(child=serializers.CharField())


class TicketData(Answer):
    """A ticket. One with several far ends has them in `ends`: then `b` is empty, `a` may be a
    country, and `points` are those of the cheapest end.
    """

    id = serializers.CharField()
    a = serializers.CharField()
    b = serializers.CharField()
    points = serializers.IntegerField()
    ends = FarEndData(many=True, source="far")
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

    def get_cities(self, board: engine.Board) -> Iterable[City]:
        return board.cities.values()

    def get_tickets(self, board: engine.Board) -> Iterable[Ticket]:
        return board.tickets.values()

    def get_tracks(self, board: engine.Board) -> list[Row]:
        points = board.route_points
        return [Row(track, points=points[track.length]) for track in board.tracks.values()]

    def get_parallel(self, board: engine.Board) -> list[Sequence[str]]:
        return [group for group in board.groups if len(group) > 1]

    def get_first_tickets(self, board: engine.Board) -> dict[str, int]:
        deal = board.setup_deal
        return {"offer": deal.offer, "keep": deal.keep, "long": deal.long}

    def get_drawn_tickets(self, board: engine.Board) -> dict[str, int]:
        return {"offer": board.draw_deal.offer, "keep": board.draw_deal.keep}

    def get_station_cost(self, board: engine.Board) -> Sequence[int]:
        return board.stations.cost if board.stations else []


class Boards(Answer):
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


def board_or_404(key: str) -> engine.Board:
    """The board of a key.

    :raises Http404: if there is none.
    """
    if key not in engine.board_names():
        raise Http404
    return engine.load_board(key)


class BoardList(PublicView):
    @describe("listBoards", Boards, tag=TAG)
    def get(self, request: Request) -> Any:
        """All boards of the site."""
        return {"results": map(engine.load_board, engine.board_names())}


class BoardFacts(PublicView):
    tagged = True

    @describe("getBoard", BoardData, tag=TAG)
    def get(self, request: Request, board: str) -> Any:
        """The facts of a board: cities, tracks, tickets, numbers of the rules."""
        return board_or_404(board)


class BoardSVG(PublicView):
    @describe("getBoardSVG", bytes, tag=TAG, query=PictureQuery, media_type="image/svg+xml")
    def get(self, request: Request, board: str) -> HttpResponse:
        """The empty board as SVG."""
        theme = self.wanted.get("theme", "light")
        found = board_or_404(board)
        svg = board_svg(found, theme=theme)
        return HttpResponse(svg, content_type="image/svg+xml")


class BoardPNG(PublicView):
    @describe("getBoardPNG", bytes, tag=TAG, query=SizeQuery, media_type="image/png")
    def get(self, request: Request, board: str) -> HttpResponse:
        """The empty board as PNG."""
        found = board_or_404(board)
        image = empty_board_picture(
            found,
            theme=self.wanted.get("theme", "light"),
            width=width_for(self.wanted.get("width", 600)),
            drawing=self.drawing,
        )
        return HttpResponse(image, content_type="image/png")
