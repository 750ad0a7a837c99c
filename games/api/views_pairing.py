"""Pair me: the tables that the caller waits for; ask for one, cancel it."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.answers import Answer
from games.api.base import ApiView, Strict
from games.api.schema import describe
from games.api.views_lobby import TAG
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.wishes import wish_for_table, wishes_of, withdraw_wish


class WishData(Answer):
    """A table that you wait for, or did."""

    id = serializers.IntegerField()
    board = serializers.CharField(help_text='"" is any board.')
    seats = serializers.IntegerField()
    pace = serializers.ChoiceField(choices=list(PACES))
    rated = serializers.BooleanField()
    made_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    fate = serializers.ChoiceField(choices=["", *Fate.values], help_text='"" while you wait.')
    code = serializers.CharField(
        allow_null=True, source="game.code", default=None, help_text="The game that started."
    )


class WishList(Answer):
    """What you wait for, and the last ones that ended; ten at most."""

    results = WishData(many=True)


class WishBody(Strict):
    """What you would like to play with others who want the same."""

    board = serializers.CharField(required=False, allow_blank=True, max_length=30, default="")
    seats = serializers.IntegerField(min_value=2, max_value=6)
    pace = serializers.ChoiceField(choices=list(PACES))
    rated = serializers.BooleanField(required=False, default=True)


class Wishes(ApiView):
    scopes = {"GET": Scope.GAMES_READ, "POST": Scope.LOBBY_WRITE}

    @describe("listWishes", WishList, tag=TAG)
    def get(self, request: Request) -> Any:
        """The tables that you wait for."""
        return {"results": wishes_of(self.person)}

    @describe("wishForTable", WishData, tag=TAG, status=201, body=WishBody)
    def post(self, request: Request) -> Any:
        """Wait for a table of a kind; again, to wait for seven more days.

        It starts when enough people wait, and ends what else you wait for.
        """
        return wish_for_table(person=self.person, **self.wanted, now=now())


class OneWish(ApiView):
    scopes = {"DELETE": Scope.LOBBY_WRITE}

    @describe("cancelWish", None, tag=TAG, status=204)
    def delete(self, request: Request, wish: int) -> None:
        """Wait for this table no longer."""
        own = get_object_or_404(Wish, pk=wish, person=self.person)
        withdraw_wish(wish=own, person=self.person, now=now())
