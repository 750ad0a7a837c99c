"""Games: lists, the view of the caller, events, legal actions, pictures, records."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from engine import wire
from games import log
from games.absence.models import has_lost_seat
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.authentication import READING
from games.api.base import PublicView, Strict
from games.api.games_data import KINDS, EventData, GameData, GameView
from games.api.paging import Page, PageQuery, page_of
from games.api.played import page_of_played
from games.api.problems import ApiProblem, not_your_seat
from games.api.schema import describe
from games.api.views_boards import SizeQuery
from games.common.errors import Refused, SeatLost, Stale
from games.common.links import site_url
from games.drawing.game_png import board_picture, width_for
from games.readers.context import GameForReader, find_game
from games.sharing.records.models import Collection, CollectionKind
from games.tables.models import GameStatus, Seat
from games.tables.selectors import games_visible_to

TAG: Final = "games"
MOST_EVENTS: Final = 500
MOST_ACTIONS: Final = 500
LARGEST_SEQ: Final = 99_999_999


class GameEndpoint(PublicView):
    """A view about one game."""

    scopes = {"GET": Scope.GAMES_READ}

    def found(self) -> GameForReader:
        """The game of the address, as the caller finds it.

        :raises Http404: if there is none, or the caller may not look at it.
        """
        found = find_game(self.kwargs["code"], self.reader, GameForReader)
        if found is None:
            raise Http404
        return found

    def begun(self) -> GameForReader:
        """The same, of a game that has a log.

        :raises Http404: also if it never began.
        """
        found = self.found()
        if not found.has_log:
            raise Http404
        return found

    def seated(self) -> tuple[GameForReader, Seat]:
        """The same, where the caller has a seat.

        :raises ApiProblem: if not.
        :raises SeatLost: if somebody who had one would act.
        """
        found = self.begun()
        if found.seat is None:
            acts = self.request.method not in READING
            if acts and has_lost_seat(self.person.pk, code=found.game.code):
                raise SeatLost
            raise not_your_seat()
        return found, found.seat


class GameQuery(PageQuery):
    """Which games."""

    of = serializers.ChoiceField(
        choices=("me", "all"), required=False, help_text="Your own, or all that you may see."
    )
    status = serializers.ChoiceField(choices=GameStatus.values, required=False)
    board = serializers.CharField(required=False, max_length=30)


class GamePage(Page):
    """A page of a list of games."""

    results = GameData(many=True)


class GameList(PublicView):
    scopes = {"GET": Scope.GAMES_READ}

    @describe("listGames", GamePage, tag=TAG, query=GameQuery)
    def get(self, request: Request) -> Any:
        """Games: your own, those in play first, then those that ended last; or all that you may
        see, the latest first.
        """
        reader = self.reader
        asked = ("status", "board")
        filters: dict[str, str] = {name: self.wanted[name] for name in asked if name in self.wanted}
        if self.wanted.get("of", "me" if reader else "all") == "me":
            if reader is None:
                raise ApiProblem("not-authenticated", 401, _("Send a token in Authorization."))
            return page_of_played(self, reader, filters)
        rows = games_visible_to(reader).filter(practice=False, **filters)
        return page_of(self, rows, ("-created_at", "-pk"))


class OneGame(GameEndpoint):
    tagged = True

    @describe("getGame", GameView, tag=TAG)
    def get(self, request: Request, code: str) -> Any:
        """A game as you see it: the table, and your own cards and tickets if you play in it."""
        found = self.begun()
        return Row(found, view=found.snapshot().view)


class EventPage(Answer):
    """Events in order. Ask again with `after` = `last`."""

    results = EventData(many=True)
    last = serializers.IntegerField(help_text="The seq of the last of these, or `after`.")
    more = serializers.BooleanField(help_text="Whether there are more already.")


class EventQuery(Strict):
    """Which events."""

    after = serializers.IntegerField(
        min_value=-1, max_value=LARGEST_SEQ, required=False, help_text="-1 is from the beginning."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, required=False)


class GameEvents(GameEndpoint):
    tagged = True

    @describe("listEvents", EventPage, tag=TAG, query=EventQuery)
    def get(self, request: Request, code: str) -> Any:
        """The events after `after`. They cost what they are, however long the game is."""
        found = self.begun()
        after = self.wanted.get("after", -1)
        events = found.events(after=after, most=self.wanted.get("limit", 100))
        last = events[-1].seq if events else after
        return {
            "results": [Row(event, found=found) for event in events],
            "last": last,
            "more": last < found.last_seq,
        }


class ActionsData(Answer):
    """Legal actions in their wire form; send one back unchanged."""

    decision = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(choices=KINDS, allow_null=True)
    count = serializers.IntegerField()
    results = serializers.ListField(child=serializers.DictField())
    next = serializers.IntegerField(allow_null=True, help_text="The `offset` of the next page.")


class ActionsQuery(Strict):
    """Which actions."""

    decision = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SEQ, required=False,
        help_text="With `offset`: the decision of the first page.",
    )  # fmt: skip
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ACTIONS, required=False)
    type = serializers.ChoiceField(
        choices=tuple(sorted(set(wire.ACTION_TYPES) - {"skip"})), required=False
    )


class LegalActions(GameEndpoint):
    public = frozenset()

    @describe("listActions", ActionsData, tag=TAG, query=ActionsQuery, problems=("409",))
    def get(self, request: Request, code: str) -> Any:
        """What you can do now: every legal action, a claim with each way to pay for it."""
        wanted = self.wanted
        found, seat = self.seated()
        view = found.snapshot().view
        decision = view.decision_seqs.get(seat.number)
        if wanted.get("decision", decision) != decision:
            raise Stale
        actions = [wire.encode_action(action) for action in view.legal_actions()]
        if "type" in wanted:
            actions = [action for action in actions if action["type"] == wanted["type"]]
        first = wanted.get("offset", 0)
        end = first + wanted.get("limit", 100)
        return {
            "decision": decision,
            "kind": view.pending.get(seat.number),
            "count": len(actions),
            "results": actions[first:end],
            "next": end if end < len(actions) else None,
        }


class GamePicture(GameEndpoint):
    @describe("getGamePNG", bytes, tag=TAG, query=SizeQuery, media_type="image/png")
    def get(self, request: Request, code: str) -> HttpResponse:
        """The board now, with what everybody may know."""
        image = board_picture(
            table=self.begun().snapshot().view,
            theme=self.wanted.get("theme", "light"),
            width=width_for(self.wanted.get("width", 600)),
            drawing=self.drawing,
        )
        return HttpResponse(image, content_type="image/png")


class GameRecord(GameEndpoint):
    @describe("getRecord", str, tag="records", media_type="application/jsonl", problems=("422",))
    def get(self, request: Request, code: str) -> HttpResponse:
        """The record of a game that is over: all events, with the proof of the shuffles."""
        found = self.begun()
        if found.game.practice:
            raise Http404
        if not found.is_over:
            raise Refused(_("There is a record of a game once it is over."))
        found.game.refresh_from_db(fields=["secret"])
        lines = log.export_record(found.game, seat=found.seat_number)
        return HttpResponse("".join(f"{line}\n" for line in lines), "application/jsonl")


class MonthOfRecords(Answer):
    """The file with the records of all rated public games that ended in a month (UTC)."""

    month = serializers.CharField(source="subject", help_text="Such as `2026-10`.")
    games = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes of the ZIP file.")
    sha256 = serializers.CharField(source="digest")
    url = serializers.CharField(help_text="The file; it needs no token.")

    def get_url(self, file: Collection) -> str:
        return site_url("records-of-month", file.subject)


class MonthsOfRecords(Page):
    """A page of files."""

    results = MonthOfRecords(many=True)


class RecordsOfMonths(PublicView):
    @describe("listMonthsOfRecords", MonthsOfRecords, tag="records", query=PageQuery)
    def get(self, request: Request) -> Any:
        """The files of past months, the latest first."""
        files = Collection.objects.filter(kind=CollectionKind.MONTH, made_at__isnull=False)
        return page_of(self, files, ("-subject", "-pk"))
