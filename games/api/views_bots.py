"""Bot accounts: become one, read and decline invitations, list them."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from games import lobby
from games.accounts.bot_accounts import become_bot_account
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.base import ApiView, PublicView, Strict
from games.api.games_data import GameData
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.people.models import LONGEST_RUN_BY, Person
from games.players.selectors import bot_accounts, over_all_boards


class BecomeBody(Strict):
    """Who runs the bot account: a name, or how to reach them. Everybody can read it."""

    run_by = serializers.CharField(max_length=LONGEST_RUN_BY)


class BotAccountData(Answer):
    """A bot account. Its rating is that of games with bot accounts, over all boards."""

    name = serializers.CharField()
    run_by = serializers.CharField()
    since = serializers.DateTimeField(source="bot_since")
    points = serializers.IntegerField(allow_null=True, source="rating.points")
    margin = serializers.IntegerField(allow_null=True, source="rating.margin")


class BotAccountPage(Page):
    """A page of bot accounts, by name."""

    results = BotAccountData(many=True)


class InvitationData(GameData):
    """A table to which you are invited; join with `invitation`."""

    organiser = serializers.CharField(allow_null=True, source="organiser.name")
    invitation = serializers.CharField()


class InvitationList(Answer):
    """All invitations that you can still accept, the oldest first."""

    results = InvitationData(many=True)


class BotAccounts(PublicView):
    @describe("listBotAccounts", BotAccountPage, tag="people", query=PageQuery)
    def get(self, request: Request) -> Any:
        """The bot accounts of the site."""
        return page_of(self, bot_accounts(), ("name", "pk"), _bots)


def _bots(people: list[Person]) -> list[Row]:
    ratings = over_all_boards(person.pk for person in people)
    return [Row(person, rating=ratings.get(person.pk)) for person in people]


class Become(ApiView):
    scopes = {"POST": Scope.BOT_BECOME}

    @describe("becomeBotAccount", BotAccountData, tag="me", body=BecomeBody)
    def post(self, request: Request) -> Any:
        """Make your account a bot account, for good: only one that has never played can be."""
        run_by = self.wanted["run_by"]
        person = become_bot_account(person=self.person, run_by=run_by, now=now())
        return _bots([person])[0]


class Invitations(ApiView):
    scopes = {"GET": Scope.GAMES_READ}

    @describe("listInvitations", InvitationList, tag="me")
    def get(self, request: Request) -> Any:
        """The tables to which you are invited by name, which only bot accounts are."""
        games = [one.game for one in lobby.invitations_of(self.person)]
        return {"results": games}


class OneInvitation(ApiView):
    scopes = {"DELETE": Scope.LOBBY_WRITE}

    @describe("declineInvitation", None, tag="me", status=204)
    def delete(self, request: Request, code: str) -> None:
        """Decline the invitation to a table."""
        lobby.decline_invitation(bot=self.person, code=code, now=now())
