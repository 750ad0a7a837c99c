"""The lobby: tables that wait for players; open one, join, leave, cancel."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from games import lobby
from games.accounts.models import Scope
from games.api.answers import Row
from games.api.base import Nothing, PublicView, Strict
from games.api.games_data import GameData
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.common.links import site_url
from games.lobby import GameOptions
from games.lobby.search import TableSearch, search_tables
from games.people.names import LONGEST
from games.tables.models import Game, GameStatus, PlanChoice, PlanPace
from games.tables.selectors import game_for, open_games

TAG: Final = "lobby"


class TableData(GameData):
    """A table that waits for players, or did."""

    free_seats = serializers.IntegerField()
    least_reliability = serializers.IntegerField(allow_null=True)
    replacement_bot = serializers.CharField(
        help_text="The bot that players may vote for in place of one who does not move."
    )
    teams_chosen = serializers.BooleanField()
    expires_at = serializers.DateTimeField(allow_null=True)
    invitation_url = serializers.CharField(
        allow_null=True, help_text="To send to others; for the organiser only."
    )

    def get_free_seats(self, table: Row) -> int:
        return table.seat_count - len(table.seats.all())

    def get_invitation_url(self, table: Row) -> str | None:
        organises = table.reader is not None and table.organiser_id == table.reader.pk
        if not organises or table.status != GameStatus.OPEN:
            return None
        return site_url("invitation", table.invitation)


class TablePage(Page):
    """A page of tables."""

    results = TableData(many=True)


class OptionsBody(Strict):
    """A new table. What is left out is as on the form of the site."""

    board = serializers.CharField(max_length=30)
    seats = serializers.IntegerField(min_value=2, max_value=6)
    name = serializers.CharField(required=False, allow_blank=True, max_length=200)
    bots = serializers.ListField(
        child=serializers.CharField(max_length=20),
        required=False,
        max_length=6,
        help_text="Gentle to strong: level-1 to level-5; planner (as level-3) and random.",
    )
    days_per_turn = serializers.IntegerField(required=False, min_value=0, max_value=100)
    hours_per_turn = serializers.IntegerField(
        required=False, min_value=0, max_value=100, help_text="1 to 23, in place of days."
    )
    evening_minutes = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        help_text="3, 5, 10 or 15: for a turn while everybody is at the page; 0 without.",
    )
    weekends_off = serializers.BooleanField(required=False)
    bank_hours = serializers.IntegerField(required=False, min_value=0, max_value=10_000)
    bank_add_hours = serializers.IntegerField(required=False, min_value=0, max_value=10_000)
    bank_cap_hours = serializers.IntegerField(required=False, min_value=0, max_value=10_000)
    vacation_allowed = serializers.BooleanField(required=False)
    auto_vacation_days = serializers.IntegerField(required=False, min_value=0, max_value=100)
    replace_after = serializers.IntegerField(required=False, min_value=0, max_value=100)
    replacement_bot = serializers.CharField(
        required=False, max_length=20, help_text="level-1 to level-5."
    )
    public = serializers.BooleanField(required=False)
    order_fixed = serializers.BooleanField(required=False)
    teams_chosen = serializers.BooleanField(required=False)
    bot_partner = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(required=False)
    bot_accounts = serializers.BooleanField(required=False)
    spectator_turns = serializers.IntegerField(required=False, min_value=0, max_value=100)
    spectator_hours = serializers.IntegerField(required=False, min_value=0, max_value=1000)
    plans = serializers.ChoiceField(
        required=False,
        choices=PlanChoice.values,
        help_text="Left out: draws in a rated game, all in others.",
    )
    plan_pace = serializers.ChoiceField(required=False, choices=PlanPace.values)
    least_reliability = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=100
    )
    contribution = serializers.CharField(required=False, allow_blank=True, max_length=200)


class LobbyQuery(PageQuery):
    """Which tables: with `bot_accounts` those that bot accounts may join, or those they may not."""

    bot_accounts = serializers.BooleanField(required=False, allow_null=True, default=None)


class InviteBody(Strict):
    """The name of a bot account."""

    name = serializers.CharField(max_length=LONGEST)


class JoinBody(Strict):
    """How to join: your contribution to the shuffles, a team, the invitation to a private table."""

    contribution = serializers.CharField(required=False, allow_blank=True, max_length=200)
    team = serializers.IntegerField(required=False, min_value=0, max_value=2)
    invitation = serializers.CharField(required=False, max_length=32)


class Tables(PublicView):
    scopes = {"GET": None, "POST": Scope.LOBBY_WRITE}

    @describe("listTables", TablePage, tag=TAG, query=LobbyQuery)
    def get(self, request: Request) -> Any:
        """Public tables that wait for players, the oldest first, without those you sit at."""
        search = TableSearch(bot_accounts=self.wanted["bot_accounts"])
        rows = search_tables(open_games(without=self.reader), search, self.reader)
        return page_of(
            self,
            rows,
            ("created_at", "pk"),
            lambda games: [Row(game, reader=self.reader) for game in games],
        )

    @describe("createTable", TableData, tag=TAG, status=201, body=OptionsBody)
    def post(self, request: Request) -> Any:
        """Open a table and take its first seat. With bots in all others the game begins at once."""
        contribution = self.wanted.pop("contribution", "")
        if self.wanted.get("hours_per_turn"):
            self.wanted.setdefault("days_per_turn", 0)
        game = lobby.create_game(
            organiser=self.person,
            options=GameOptions(**self.wanted),
            contribution=contribution,
            now=now(),
        )
        return Row(game, reader=self.person)


class TableEndpoint(PublicView):
    """A view about one table."""

    scopes = {"POST": Scope.LOBBY_WRITE}

    def table(self, invitation: str = "") -> Game:
        """The game of the address.

        :raises Http404: if there is none that the caller may see.
        """
        found = game_for(self.kwargs["code"], self.reader, invitation=invitation)
        if found is None:
            raise Http404
        return found


class OneTable(TableEndpoint):
    scopes = {"GET": None, "DELETE": Scope.LOBBY_WRITE}

    @describe("getTable", TableData, tag=TAG)
    def get(self, request: Request, code: str) -> Any:
        """One table, also after its game has begun."""
        return Row(self.table(), reader=self.reader)

    @describe("cancelTable", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> None:
        """Cancel a table that you opened, before its game begins."""
        lobby.cancel_game(game=self.table(), person=self.person, now=now())


class Join(TableEndpoint):
    @describe("joinTable", TableData, tag=TAG, body=JoinBody)
    def post(self, request: Request, code: str) -> Any:
        """Take the lowest free seat. With the last one the game begins."""
        game = self.table(self.wanted.get("invitation", ""))
        lobby.join_game(
            game=game,
            person=self.person,
            contribution=self.wanted.get("contribution", ""),
            invitation=self.wanted.get("invitation", ""),
            team=self.wanted.get("team"),
            now=now(),
        )
        return Row(self.table(), reader=self.person)


class Invite(TableEndpoint):
    @describe("inviteBotAccount", None, tag=TAG, status=204, body=InviteBody)
    def post(self, request: Request, code: str) -> None:
        """Let a bot account join a table that you opened, whether it admits others or not."""
        name = self.wanted["name"]
        game = self.table()
        lobby.invite_bot_account(game=game, organiser=self.person, name=name, now=now())


class Leave(TableEndpoint):
    @describe("leaveTable", None, tag=TAG, status=204, body=Nothing)
    def post(self, request: Request, code: str) -> None:
        """Leave a table before its game begins."""
        lobby.leave_game(game=self.table(), person=self.person, now=now())
