"""Moves: submit, hold, withdraw."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine import wire
from games import log
from games.accounts.models import Scope
from games.api.answers import Answer, Row
from games.api.base import Strict
from games.api.problems import ApiProblem
from games.api.schema import describe
from games.api.views_games import LARGEST_SEQ, TAG, GameEndpoint
from games.common.errors import Refused, Stale
from games.language.lexicon import lexicon_for
from games.play import Accepted, answer_with_bots, submit_action
from games.play.hold import held_move, hold_move, is_held_by_preference, withdraw_held
from games.play.refusals import error_sentence, refusal_sentence
from games.play.submit import earlier_answer
from games.readers.context import GameForReader
from games.tables.models import Seat

MOST_STEPS: Final = 6
LONGEST_KEY: Final = 255
LONGEST_MOVE: Final = 500
KEY_HEADER: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Your name for this request: sent again, it has the same answer and moves once.",
)


class ActionField(serializers.DictField):
    """An action in its wire form."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            return wire.decode_action(data)
        except engine.InvalidAction as error:
            any_board = engine.load_board(engine.board_names()[0])
            raise serializers.ValidationError(
                refusal_sentence(error.message, error.params, any_board)
            ) from error

    def to_representation(self, value: engine.Action) -> Any:
        return wire.encode_action(value)


class MoveBody(Strict):
    """The answer to a decision: the steps of a turn as actions, or as a text in their stead."""

    decision = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SEQ, help_text="`you.decision` of the game."
    )
    actions = serializers.ListField(
        child=ActionField(), min_length=1, max_length=MOST_STEPS, required=False
    )
    text = serializers.CharField(
        required=False,
        max_length=LONGEST_MOVE,
        help_text="As in `claim denver phoenix`, in English or the language of `Accept-Language`.",
    )
    hold = serializers.BooleanField(
        required=False,
        allow_null=True,
        help_text="Hold it ten minutes; null: as in your settings.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("actions" in attrs) == ("text" in attrs):
            raise serializers.ValidationError(
                {"actions": [_("Send the move as actions or as a text, and not as both.")]}
            )
        return attrs


class MoveAnswer(Answer):
    """What was done. Steps that could not be done any more are `left`, and `why` says why."""

    first_seq = serializers.IntegerField()
    last_seq = serializers.IntegerField()
    done = serializers.ListField(child=ActionField())
    left = serializers.ListField(child=ActionField())
    why = serializers.CharField(allow_blank=True)


class HeldAnswer(Answer):
    """A move that is held."""

    decision = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.DictField())
    held_until = serializers.DateTimeField()


class Moves(GameEndpoint):
    scopes = {"POST": Scope.GAMES_MOVE}

    @describe(
        "submitMove", MoveAnswer, tag=TAG, body=MoveBody, headers=(KEY_HEADER,),
        also={202: HeldAnswer},
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Any:
        """Answer your open decision. 202 says that the move is held and not made yet."""
        wanted = self.wanted
        found, seat = self.seated()
        key = self._key(wanted)
        actions = self._actions(found, wanted, key)
        if self._wants_hold(wanted.get("hold"), found, actions):
            return self._hold(found, seat, wanted["decision"], actions, key)
        accepted = submit_action(
            game=found.game,
            seat=seat.number,
            decision=wanted["decision"],
            actions=actions,
            actor=str(seat.number),
            holder=seat,
            key=key,
            now=now(),
        )
        return self._made(found, accepted, actions)

    def _actions(
        self, found: GameForReader, wanted: dict[str, Any], key: str
    ) -> list[engine.Action]:
        if "actions" in wanted:
            return list(wanted["actions"])
        assert found.seat_number is not None
        earlier = earlier_answer(game=found.game, seat=found.seat_number, key=key)
        return _read_move(found, wanted["text"], decision=wanted["decision"], earlier=earlier)

    def _key(self, wanted: dict[str, Any]) -> str:
        """The stored key, of this person alone; without a header the move itself is the key.

        :raises ApiProblem: if it is too long.
        """
        key = self.request.headers.get("Idempotency-Key", "")
        if len(key) > LONGEST_KEY:
            raise ApiProblem(
                "invalid-request",
                400,
                _("An Idempotency-Key has up to %(most)d characters.") % {"most": LONGEST_KEY},
            )
        steps = [*map(wire.encode_action, wanted["actions"])] if "actions" in wanted else []
        meant = key or json.dumps([wanted["decision"], *(steps or [wanted["text"]])])
        digest = hashlib.sha256(f"{self.person.pk} {bool(key)} {meant}".encode()).hexdigest()
        return f"api-{digest[:56]}"

    def _wants_hold(
        self, hold: bool | None, found: GameForReader, actions: list[engine.Action]
    ) -> bool:
        if found.game.practice:
            return False
        if hold is None:
            return is_held_by_preference(person=self.person, actions=actions, board=found.board)
        return hold

    def _hold(
        self,
        found: GameForReader,
        seat: Seat,
        decision: int,
        actions: list[engine.Action],
        key: str,
    ) -> Any:
        try:
            held = hold_move(
                game=found.game,
                seat=seat.number,
                person=self.person,
                decision=decision,
                actions=actions,
                key=key,
                now=now(),
            )
        except Refused:
            # It may have been made meanwhile, and the game be over since.
            made = earlier_answer(game=found.game, seat=seat.number, key=key, decision=decision)
            if made is None:
                raise
            return self._made(found, made, actions)
        if held.actions != [wire.encode_action(action) for action in actions]:
            raise _reused_key()
        seat.refresh_from_db(fields=["held_until"])
        return Response(HeldAnswer.of(Row(held, held_until=seat.held_until)), status=202)

    def _made(self, found: GameForReader, accepted: Accepted, actions: list[engine.Action]) -> Any:
        if [*accepted.done, *accepted.left] != actions:
            raise _reused_key()
        if found.bots:
            answer_with_bots(game=found.game, now=now())
        return accepted


def _read_move(
    found: GameForReader, text: str, *, decision: int, earlier: Accepted | None
) -> list[engine.Action]:
    """The actions that a text means to the reader, in English or in the active language.

    A request that comes again is read as it was the first time: ``earlier`` is its answer.

    :raises Stale: if the decision is closed.
    :raises ApiProblem: if the text cannot be read.
    """
    seat = found.seat_number
    assert seat is not None
    if earlier is not None:
        view = engine.view(log.load(found.game, at=earlier.first_seq - 1), seat)
    else:
        view = found.snapshot().view
        if view.decision_seqs.get(seat) != decision:
            raise Stale
    try:
        return list(engine.parse(text, view, lexicon_for(get_language() or "en")))
    except engine.InvalidAction as error:
        raise ApiProblem(
            "refused", 422, error_sentence(error, view.board), message=error.message
        ) from error


def _reused_key() -> ApiProblem:
    return ApiProblem(
        "reused-key", 422, _("This idempotency key belongs to another move. Choose a new one.")
    )


class HeldMoveView(GameEndpoint):
    scopes = {"GET": Scope.GAMES_READ, "DELETE": Scope.GAMES_MOVE}
    public = frozenset()

    @describe("getHeldMove", HeldAnswer, tag=TAG)
    def get(self, request: Request, code: str) -> Any:
        """The move that you hold; 404 while you hold none."""
        _found, seat = self.seated()
        held = held_move(seat)
        if held is None:
            raise ApiProblem("not-found", 404, _("You hold no move here."))
        return Row(held, held_until=seat.held_until)

    @describe("withdrawHeldMove", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str) -> None:
        """Take the held move back; your decision is open again."""
        found, seat = self.seated()
        withdraw_held(game=found.game, seat=seat.number, person=self.person, now=now())
