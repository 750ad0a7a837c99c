"""The caller's own entry in a season: register, choose, withdraw."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import BigIntegerField
from django.utils.timezone import now
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.answers import Answer
from games.api.base import Strict
from games.api.problems import ApiProblem
from games.api.schema import describe
from games.api.views_leagues import TAG, LeagueEndpoint
from games.leagues.models import Entry, EntryStatus
from games.leagues.season.registration import choose_partner, register, stand_by
from games.leagues.season.withdrawal import withdraw
from games.people.names import LONGEST


class RegistrationBody(Strict):
    """A registration. `contribution` goes into the shuffles of all games of the season."""

    partner = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    club = serializers.IntegerField(
        required=False,
        allow_null=True,
        max_value=BigIntegerField.MAX_BIGINT,
        help_text="The number in the address of one of your clubs. All readers see its name.",
    )
    contribution = serializers.CharField(required=False, allow_blank=True, max_length=200)
    stands_by = serializers.BooleanField(
        required=False, help_text="Whether you take over games of players who leave."
    )
    accepts_directors = serializers.BooleanField(
        required=False,
        help_text="Whether directors who play, too, may decide unless a player objects in 3 days.",
    )


class EntryBody(Strict):
    """What to change; "" names no partner."""

    partner = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    stands_by = serializers.BooleanField(required=False)


class EntryData(Answer):
    """Your entry in a season."""

    status = serializers.ChoiceField(choices=EntryStatus.values)
    division = serializers.IntegerField(
        allow_null=True, source="division.tier", help_text="Its tier, once it is drawn."
    )
    partner = serializers.CharField(allow_null=True, source="partner.person.name")
    club = serializers.CharField(allow_null=True, source="club.name")
    stands_by = serializers.BooleanField()
    accepts_directors = serializers.BooleanField()
    registered_at = serializers.DateTimeField()
    rank = serializers.IntegerField(allow_null=True, help_text="Once the season is over.")


class OwnEntry(LeagueEndpoint):
    scopes = {
        "GET": Scope.LEAGUES_READ,
        "POST": Scope.LEAGUES_WRITE,
        "PUT": Scope.LEAGUES_WRITE,
        "DELETE": Scope.LEAGUES_WRITE,
    }
    public = frozenset()

    def _own(self) -> Entry:
        entries = Entry.objects.filter(season=self.season(), person=self.person)
        entry = entries.select_related("division", "partner__person", "club").first()
        if entry is None:
            raise ApiProblem("not-found", 404, _("You have not registered for this season."))
        return entry

    @describe("getEntry", EntryData, tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Any:
        """Your entry in a season; 404 while you have none."""
        return self._own()

    @describe("register", EntryData, tag=TAG, status=201, body=RegistrationBody)
    def post(self, request: Request, slug: str, number: int) -> Any:
        """Register for a season. `status` says if you are in, wait, or are on the reserve list."""
        register(season=self.season(), person=self.person, **self.wanted, now=now())
        return self._own()

    @describe("changeEntry", EntryData, tag=TAG, body=EntryBody)
    def put(self, request: Request, slug: str, number: int) -> Any:
        """Choose your partner, or whether you take over games."""
        season = self._own().season
        with transaction.atomic():
            if "partner" in self.wanted:
                partner = self.wanted["partner"]
                choose_partner(season=season, person=self.person, partner=partner, now=now())
            if "stands_by" in self.wanted:
                stand_by(season=season, person=self.person, willing=self.wanted["stands_by"])
        return self._own()

    @describe("withdraw", None, tag=TAG, status=204)
    def delete(self, request: Request, slug: str, number: int) -> None:
        """Withdraw from a season."""
        withdraw(season=self.season(), person=self.person, now=now())
