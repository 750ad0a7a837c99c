"""People and rankings, as their public pages show them."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import Answer
from games.api.base import PublicView
from games.api.paging import Page, PageQuery, page_of
from games.api.played import page_of_played
from games.api.schema import describe
from games.api.views_boards import board_or_404
from games.api.views_games import GamePage
from games.people.models import Person
from games.players.models import BOT_ACCOUNTS, PEOPLE, Rating
from games.players.selectors import (
    Reliability,
    paces_of,
    ranking,
    ratings_of,
    reliability_of,
)
from games.tables.models import GameStatus

PLAYED: Final = (GameStatus.RUNNING.value, GameStatus.FINISHED.value)


class RatingData(Answer):
    """A rating: in nineteen cases of twenty the skill is within `margin` of `points`."""

    board = serializers.CharField(allow_null=True, help_text="Null is over all boards.")
    points = serializers.IntegerField(source="rating.points")
    margin = serializers.IntegerField(source="rating.margin")
    games = serializers.IntegerField()
    ranked = serializers.BooleanField()

    def get_board(self, one: Rating) -> str | None:
        return one.board or None


class ReliabilityData(Answer):
    """Turns on time. `percent` is null while too few are known."""

    percent = serializers.IntegerField(allow_null=True)
    finished = serializers.IntegerField()
    left = serializers.IntegerField()

    def get_percent(self, known: Reliability) -> int | None:
        return known.percent if known.known else None


class PersonData(Answer):
    """A person in public."""

    name = serializers.CharField()
    bot_account = serializers.BooleanField(source="is_bot_account")
    run_by = serializers.CharField(allow_null=True, help_text="Who runs a bot account.")
    ratings = RatingData(many=True)
    reliability = ReliabilityData()
    pace_seconds = serializers.IntegerField(allow_null=True, help_text="Median time of a turn.")

    def get_run_by(self, person: Person) -> str | None:
        return person.run_by if person.is_bot_account else None

    def get_ratings(self, person: Person) -> list[Rating]:
        return ratings_of(person)

    def get_reliability(self, person: Person) -> Reliability:
        return reliability_of([person.pk])[person.pk]

    def get_pace_seconds(self, person: Person) -> int | None:
        pace = paces_of([person.pk]).get(person.pk)
        return None if pace is None else int(pace.total_seconds())


class RankData(Answer):
    """A line of a ranking."""

    person = serializers.CharField(source="person.name")
    points = serializers.IntegerField(source="rating.points")
    margin = serializers.IntegerField(source="rating.margin")
    games = serializers.IntegerField()


class RankPage(Page):
    """A page of a ranking, the best first."""

    results = RankData(many=True)


class RankQuery(PageQuery):
    """Of which board; without one over all. With `bot_accounts` that of bot accounts."""

    board = serializers.CharField(required=False, max_length=30)
    bot_accounts = serializers.BooleanField(required=False, default=False)


class PlayedQuery(PageQuery):
    """Which games of a person."""

    status = serializers.ChoiceField(choices=PLAYED, required=False)


class OnePerson(PublicView):
    @describe("getPerson", PersonData, tag="people")
    def get(self, request: Request, name: str) -> Any:
        """The public page of a person."""
        return get_object_or_404(Person, name=name)


class GamesOfPerson(PublicView):
    @describe("listGamesOfPerson", GamePage, tag="people", query=PlayedQuery)
    def get(self, request: Request, name: str) -> Any:
        """The games of a person that you may see: those in play, then those that ended last."""
        statuses = [self.wanted["status"]] if "status" in self.wanted else PLAYED
        person = get_object_or_404(Person, name=name)
        return page_of_played(self, person, {"status__in": statuses})


class Rankings(PublicView):
    @describe("listRatings", RankPage, tag="people", query=RankQuery)
    def get(self, request: Request) -> Any:
        """The ranking of a board or over all, by conservative rating."""
        board = self.wanted.get("board", "")
        if board:
            board_or_404(board)
        pool = BOT_ACCOUNTS if self.wanted["bot_accounts"] else PEOPLE
        rows = ranking(board, pool).annotate(reach=F("mu") - 2 * F("sigma"))
        return page_of(self, rows, ("-reach", "person__name"))
