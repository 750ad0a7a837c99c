"""Sketches of the caller's own seat: routes marked as if they had been claimed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import Http404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from engine.plans.sketch import sums_of_sketch
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.base import Strict
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.api.views_games import TAG, GameEndpoint
from games.plans.sketch_models import LONGEST_NAME, Sketch
from games.plans.sketches import MOST_TRACKS, delete_sketch, draw_sketch, sketches_of
from games.readers.context import GameForReader


class Tracks(serializers.ListField):
    """Ids of tracks."""

    child = serializers.CharField(max_length=80)


class SketchBody(Strict):
    """The name of a sketch, which is made where there is none, and what to mark and to unmark."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    add = Tracks(required=False, max_length=MOST_TRACKS)
    remove = Tracks(required=False, max_length=MOST_TRACKS)


class SketchSums(Answer):
    """What the marked routes come to now, as the page of the sketch says it."""

    trains = serializers.IntegerField(help_text="Left once all are claimed; below 0: too few.")
    missing = serializers.DictField(
        child=serializers.IntegerField(), help_text="Cards that you lack by colour."
    )
    locomotives = serializers.IntegerField(help_text="Held: they may stand in for those.")
    points = serializers.IntegerField(help_text="Those of the routes alone.")
    completed = serializers.ListField(child=serializers.CharField(), help_text="Ids of tickets.")
    longest = serializers.IntegerField(help_text="Spaces of your longest path.")
    lost = Tracks(help_text="Ids of tracks that you cannot claim any more.")


class SketchData(Answer):
    """A sketch. Nobody else ever sees it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    tracks = Tracks()
    drawn_seq = serializers.IntegerField(help_text="The last event before its last change.")
    changed_at = serializers.DateTimeField()
    sums = SketchSums()


class SketchPage(Page):
    """A page of sketches, the oldest first."""

    results = SketchData(many=True)


def _with_sums(sketches: Iterable[Sketch], found: GameForReader) -> list[Row]:
    view = found.snapshot().view
    return [Row(one, sums=sums_of_sketch(one.tracks, view)) for one in sketches]


class Sketches(GameEndpoint):
    scopes = {"GET": Scope.GAMES_READ, "POST": Scope.GAMES_MOVE}
    public = frozenset()

    @describe("listSketches", SketchPage, tag=TAG, query=PageQuery)
    def get(self, request: Request, code: str) -> Any:
        """Your sketches of a game."""
        found, seat = self.seated()
        rows = partial(_with_sums, found=found)
        return page_of(self, sketches_of(seat), ("pk",), rows)

    @describe("drawSketch", SketchData, tag=TAG, body=SketchBody)
    def post(self, request: Request, code: str) -> Any:
        """Mark routes on a sketch, or remove marks. A route takes the place of one beside it."""
        found, seat = self.seated()
        sketch = draw_sketch(
            game=found.game, seat=seat.number, person=self.person, now=now(), **self.wanted
        )
        (row,) = _with_sums([sketch], found)
        return row


class OneSketch(GameEndpoint):
    scopes = {"DELETE": Scope.GAMES_MOVE}
    public = frozenset()

    @describe("deleteSketch", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str, sketch: int) -> None:
        """Delete a sketch of yours."""
        _found, seat = self.seated()
        row = sketches_of(seat).select_related("seat__game").filter(pk=sketch).first()
        if row is None:
            raise Http404
        delete_sketch(sketch=row, person=self.person)
