"""Plans of a seat, for many turns or, as orders, for the coming one."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

import engine
from engine.text.lexicon import Lexicon
from games import log
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.base import Strict
from games.api.problems import ApiProblem
from games.api.schema import describe
from games.api.views_games import TAG, GameEndpoint
from games.common.errors import Refused
from games.language.lexicon import lexicon_for
from games.plans.giving import (
    cancel_plan,
    give,
    parse_order,
    parse_plan,
    pause_plan,
    resume_plan,
)
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import preview_of, text_of, why_of
from games.play.refusals import error_sentence
from games.tables.models import Seat

LONGEST_ORDER: Final = 2000
LONGEST_PLAN: Final = 4000


def _lexicon() -> Lexicon:
    return lexicon_for(get_language() or "en")


class OrderBody(Strict):
    """An order as text, in English or in the language of `Accept-Language`."""

    text = serializers.CharField(max_length=LONGEST_ORDER)


class OrderAnswer(Answer):
    """Your order for the coming turn. Nobody else knows of it."""

    text = serializers.CharField()
    fate = serializers.ChoiceField(choices=PlanFate.values)
    given_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    why = serializers.CharField(allow_blank=True, help_text="What the rules refused.")

    def get_text(self, plan: Row) -> str:
        return text_of(plan.row, plan.view, _lexicon())

    def get_why(self, plan: Row) -> str:
        return why_of(plan.row, plan.seat, plan.view, _lexicon())


class PlanBody(Strict):
    """A plan as text, in English or in the language of `Accept-Language`."""

    text = serializers.CharField(max_length=LONGEST_PLAN, trim_whitespace=False)


class PlanAnswer(OrderAnswer):
    """Your plan. Nobody else knows of it."""

    why = serializers.CharField(allow_blank=True, help_text="What it did last, or what it asks.")
    preview = serializers.ListField(
        child=serializers.CharField(),
        help_text="What it would do in four turns if nothing changed, a text for each turn.",
    )

    def get_preview(self, plan: Row) -> list[str]:
        return preview_of(plan.row, plan.seat, plan.view, _lexicon(), now=now())


class PlanEndpoint(GameEndpoint):
    scopes = {
        "GET": Scope.GAMES_READ, "PUT": Scope.GAMES_MOVE, "DELETE": Scope.GAMES_MOVE,
    }  # fmt: skip
    public = frozenset()

    def shown(self, none: str) -> Row:
        """What is in place or has ended.

        :raises ApiProblem: saying ``none``, if there is nothing.
        """
        found, seat = self.seated()
        if found.plan is None:
            raise ApiProblem("not-found", 404, none)
        return self.answer(found.plan, seat)

    def given(self, read: Any) -> Row:
        """Store what the text of the request says.

        :raises ApiProblem: if it cannot be read or followed.
        """
        found, seat = self.seated()
        if found.is_over:
            raise Refused(_("The game is over, so nobody can move."))
        view = found.snapshot().view
        try:
            stored = give(
                game=found.game,
                seat=seat.number,
                person=self.person,
                plan=read(self.wanted["text"], view, _lexicon()),
                now=now(),
            )
        except engine.InvalidAction as error:
            raise ApiProblem(
                "refused", 422, error_sentence(error, view.board), message=error.message
            ) from error
        return self.answer(stored, seat)

    def cancelled(self) -> None:
        """Cancel what is in place, or remove what has ended."""
        found, seat = self.seated()
        cancel_plan(
            game=found.game,
            seat=seat.number,
            person=self.person,
            standing=found.plan is None or found.plan.fate == PlanFate.STANDING,
            now=now(),
        )

    def answer(self, plan: SeatPlan, seat: Seat) -> Row:
        # Read again: a plan that is given may have moved already.
        row = Seat.objects.select_related("game").get(pk=seat.pk)
        view = engine.view(log.load(row.game), row.number)
        return Row(plan, view=view, seat=row)


class Orders(PlanEndpoint):
    @describe("getOrder", OrderAnswer, tag=TAG)
    def get(self, request: Request, code: str) -> Row:
        """Your order, in place or carried out; 404 where there is none."""
        return self.shown(_("You have no order in this game."))

    @describe("giveOrder", OrderAnswer, tag=TAG, body=OrderBody)
    def put(self, request: Request, code: str) -> Row:
        """Give an order for your coming turn, in place of an earlier one."""
        return self.given(parse_order)

    @describe("cancelOrder", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> None:
        """Cancel your order, or remove one that has ended."""
        self.cancelled()


class Plans(PlanEndpoint):
    @describe("getPlan", PlanAnswer, tag=TAG)
    def get(self, request: Request, code: str) -> Row:
        """Your plan, in place or ended; 404 where there is none."""
        return self.shown(_("You have no plan in this game."))

    @describe("givePlan", PlanAnswer, tag=TAG, body=PlanBody)
    def put(self, request: Request, code: str) -> Row:
        """Give a plan, in place of an earlier one. In your turn it moves at once."""
        return self.given(partial(parse_plan, person=self.person))

    @describe("cancelPlan", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> None:
        """Cancel your plan, or remove one that has ended."""
        self.cancelled()


class PausedPlan(PlanEndpoint):
    scopes = {"POST": Scope.GAMES_MOVE, "DELETE": Scope.GAMES_MOVE}

    @describe("pausePlan", None, tag=TAG, status=204)
    def post(self, request: Request, code: str) -> None:
        """Let your plan rest."""
        found, seat = self.seated()
        pause_plan(game=found.game, seat=seat.number, person=self.person, now=now())

    @describe("resumePlan", PlanAnswer, tag=TAG)
    def delete(self, request: Request, code: str) -> Row:
        """Let a plan go on that rests or has asked you."""
        found, seat = self.seated()
        plan = resume_plan(game=found.game, seat=seat.number, person=self.person, now=now())
        return self.answer(plan, seat)
