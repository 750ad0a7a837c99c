"""The caller: who it is, what waits for a move, settings and data."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.data_export import collect_personal_data
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.base import ApiView
from games.api.games_data import KINDS
from games.api.schema import describe
from games.tables.selectors import seats_to_move

TAG: Final = "me"
WITHOUT_PARTS: Final = frozenset({"mail addresses", "mails", "mails about the account", "webhooks"})
"""They hold addresses, which no token is good for."""
WITHOUT_FIELDS: Final = frozenset({"email", "recipient", "url"})


class TokenData(Answer):
    """The token of this request."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField()


class MeData(Answer):
    """Whose token it is, and what it may do."""

    name = serializers.CharField()
    bot_account = serializers.BooleanField(source="is_bot_account")
    token = TokenData()


class TurnData(Answer):
    """A decision that is yours."""

    code = serializers.CharField(source="game.code")
    title = serializers.CharField(source="game.title")
    board = serializers.CharField(source="game.board")
    seat = serializers.IntegerField(source="number")
    decision = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    due_at = serializers.DateTimeField(allow_null=True)


class Turns(Answer):
    """All decisions that wait for you, the most urgent first."""

    results = TurnData(many=True)


class SettingsData(Answer):
    """Your settings."""

    language = serializers.CharField()
    timezone = serializers.CharField()
    theme = serializers.CharField()
    mail_privacy = serializers.CharField()
    hold_moves = serializers.BooleanField()
    confirm_draws = serializers.BooleanField()
    created = serializers.DateTimeField()


class OwnData(Answer):
    """All that the site stores about you but addresses and secrets; each part is a list of rows."""

    parts = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))


class Me(ApiView):
    @describe("getMe", MeData, tag=TAG)
    def get(self, request: Request) -> Any:
        """Whose token this is, and what it is good for."""
        return Row(self.person, token=request.auth)


class MyTurns(ApiView):
    scopes = {"GET": Scope.GAMES_READ}

    @describe("listTurns", Turns, tag=TAG)
    def get(self, request: Request) -> Any:
        """The decisions that wait for you, the one with the least time left first."""
        return {"results": seats_to_move(self.person)}


class Settings(ApiView):
    scopes = {"GET": Scope.ACCOUNT_READ}

    @describe("getSettings", SettingsData, tag=TAG)
    def get(self, request: Request) -> Any:
        """Your settings."""
        return self.person


class Data(ApiView):
    scopes = {"GET": Scope.ACCOUNT_READ}

    @describe("getData", OwnData, tag=TAG)
    def get(self, request: Request) -> Any:
        """What the site stores about you, without addresses and secrets."""
        return {"parts": _parts(collect_personal_data(self.person))}


def _parts(data: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {
        part: [
            {name: value for name, value in row.items() if name not in WITHOUT_FIELDS}
            for row in rows
        ]
        for part, rows in data.items()
        if part not in WITHOUT_PARTS
    }
