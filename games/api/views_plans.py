"""Plans of a seat, for many turns or, as orders, for the coming one."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

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
from games.plans.texts import preview_lines, text_of, why_of
from games.play.refusals import error_sentence, refusal_sentence
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

    def get_text(self, order: Row) -> str:
        return text_of(order.row, order.view, _lexicon())

    def get_why(self, order: Row) -> str:
        if not order.refusal:
            return ""
        return refusal_sentence(order.refusal["message"], order.refusal["params"], order.view.board)


class PlanEndpoint(GameEndpoint):
    scopes = {
        "GET": Scope.GAMES_READ, "PUT": Scope.GAMES_MOVE, "DELETE": Scope.GAMES_MOVE,
    }  # fmt: skip
    public = frozenset()

    def given(self, read: Any) -> tuple[SeatPlan, Seat, engine.View]:
        """Store what the text of the request says; with the seat, and its view before.

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
        return stored, seat, view

    def cancelled(self) -> Response:
        """Cancel what is in place, or remove what has ended."""
        found, seat = self.seated()
        cancel_plan(
            game=found.game,
            seat=seat.number,
            person=self.person,
            standing=found.plan is None or found.plan.fate == PlanFate.STANDING,
            now=now(),
        )
        return Response(status=204)


class Orders(PlanEndpoint):
    @describe("getOrder", OrderAnswer, tag=TAG)
    def get(self, request: Request, code: str) -> Response:
        """Your order, in place or carried out; 404 where there is none."""
        found, _seat = self.seated()
        if found.plan is None:
            raise ApiProblem("not-found", 404, _("You have no order in this game."))
        return Response(OrderAnswer.of(Row(found.plan, view=found.snapshot().view)))

    @describe("giveOrder", OrderAnswer, tag=TAG, body=OrderBody)
    def put(self, request: Request, code: str) -> Response:
        """Give an order for your coming turn, in place of an earlier one."""
        order, _seat, view = self.given(parse_order)
        return Response(OrderAnswer.of(Row(order, view=view)))

    @describe("cancelOrder", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> Response:
        """Cancel your order, or remove one that has ended."""
        return self.cancelled()


class PlanBody(Strict):
    """A plan as text, in English or in the language of `Accept-Language`."""

    text = serializers.CharField(max_length=LONGEST_PLAN, trim_whitespace=False)


class PlanAnswer(Answer):
    """Your plan. Nobody else knows of it."""

    text = serializers.CharField()
    fate = serializers.ChoiceField(choices=PlanFate.values)
    given_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    why = serializers.CharField(allow_blank=True, help_text="What it did last, or what it asks.")
    preview = serializers.ListField(
        child=serializers.CharField(),
        help_text="What it would do in four turns if nothing changed, a text for each turn.",
    )

    def get_text(self, plan: Row) -> str:
        return text_of(plan.row, plan.view, _lexicon())

    def get_why(self, plan: Row) -> str:
        return why_of(plan.row, plan.seat, plan.view, _lexicon())

    def get_preview(self, plan: Row) -> list[str]:
        if not plan.lasts:
            return []
        game = plan.seat.game
        return preview_lines(
            plan.as_plan, plan.as_memory, plan.view, _lexicon(), game=game, now=now()
        )


class Plans(PlanEndpoint):
    @describe("getPlan", PlanAnswer, tag=TAG)
    def get(self, request: Request, code: str) -> Response:
        """Your plan, in place or ended; 404 where there is none."""
        found, seat = self.seated()
        if found.plan is None:
            raise ApiProblem("not-found", 404, _("You have no plan in this game."))
        return _answer(found.plan, seat)

    @describe("givePlan", PlanAnswer, tag=TAG, body=PlanBody)
    def put(self, request: Request, code: str) -> Response:
        """Give a plan, in place of an earlier one. In your turn it moves at once."""
        plan, seat, _view = self.given(partial(parse_plan, person=self.person))
        return _answer(plan, seat)

    @describe("cancelPlan", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> Response:
        """Cancel your plan, or remove one that has ended."""
        return self.cancelled()


class PausedPlan(GameEndpoint):
    scopes = {"POST": Scope.GAMES_MOVE, "DELETE": Scope.GAMES_MOVE}
    public = frozenset()

    @describe("pausePlan", None, tag=TAG, status=204)
    def post(self, request: Request, code: str) -> Response:
        """Let your plan rest."""
        found, seat = self.seated()
        pause_plan(game=found.game, seat=seat.number, person=self.person, now=now())
        return Response(status=204)

    @describe("resumePlan", PlanAnswer, tag=TAG)
    def delete(self, request: Request, code: str) -> Response:
        """Let a plan go on that rests or has asked you."""
        found, seat = self.seated()
        plan = resume_plan(game=found.game, seat=seat.number, person=self.person, now=now())
        return _answer(plan, seat)


def _answer(plan: SeatPlan, seat: Seat) -> Response:
    # Read again: a plan that is given may have moved already.
    row = Seat.objects.select_related("game").get(pk=seat.pk)
    view = engine.view(log.load(row.game), row.number)
    return Response(PlanAnswer.of(Row(plan, view=view, seat=row)))
