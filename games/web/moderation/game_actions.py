"""Decisions that can be taken in a game: a form for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.clock.models import Miss
from games.moderation.games.clock import excuse_turn, extend, nudge, pause, resume
from games.moderation.games.replacement import decide_replacement
from games.moderation.sanctions import warn
from games.moderation.wording import day
from games.people.models import Person
from games.tables.models import Game, Seat
from games.tables.seat_names import seat_name
from games.web.moderation.action_forms import (
    ActionForm,
    Data,
    call_with_reason,
    is_running,
    seats_in_order,
)
from games.web.moderation.forms import (
    Choices,
    ExcuseForm,
    ExtendForm,
    ReasonForm,
    ReplaceForm,
    SeatForm,
    UntilForm,
)
from games.web.moderation.irreversible_actions import (
    adjudicate_action,
    look_action,
    take_back_action,
    void_action,
    withdraw_adjudication_action,
    withdraw_voiding_action,
)


def game_actions(game: Game, person: Person) -> list[ActionForm]:
    """Return what a person may decide in a game now."""
    found = [make(game, person, None) for make in _GAME_ACTIONS.values()]
    return [action for action in found if action is not None]


def game_action(game: Game, person: Person, key: str, data: QueryDict) -> ActionForm | None:
    """One of them with the data of its form, None if it cannot be done (any more)."""
    make = _GAME_ACTIONS.get(key)
    return make(game, person, data) if make else None


def _nudge(game: Game, person: Person, data: Data) -> ActionForm | None:
    waiting = game.seats.filter(decision__isnull=False, person__isnull=False)
    if not is_running(game) or not waiting.exists():
        return None
    return ActionForm(
        "nudge",
        _("Nudge"),
        _("Asks those who are to move to do so, with your words. All players hear of it."),
        _("Nudge"),
        ReasonForm(data, auto_id="nudge-%s"),
        call_with_reason(nudge, "game"),
    )


def _extend(game: Game, person: Person, data: Data) -> ActionForm | None:
    if not is_running(game):
        return None
    waiting = [seat for seat in seats_in_order(game) if seat.opened_at is not None]
    return ActionForm(
        "extend",
        _("Give more time"),
        _("Adds time to open turns, before the bank is touched."),
        _("Give the time"),
        ExtendForm(data, seats=_seat_choices(waiting), auto_id="extend-%s"),
        lambda actor, table, form, now: extend(
            actor=actor,
            game=table,
            by=form.by,
            seat=form.cleaned_data["seat"],
            reason=form.cleaned_data["reason"],
            now=now,
        ),
    )


def _pause(game: Game, person: Person, data: Data) -> ActionForm | None:
    if not is_running(game) or game.paused_at is not None:
        return None
    return ActionForm(
        "pause",
        _("Pause"),
        _("Takes all deadlines off the game. Moves can still be made."),
        _("Pause the game"),
        UntilForm(data, auto_id="pause-%s"),
        call_with_reason(pause, "game", "until"),
    )


def _resume(game: Game, person: Person, data: Data) -> ActionForm | None:
    if not is_running(game) or game.paused_at is None:
        return None
    return ActionForm(
        "resume",
        _("End the pause"),
        _("Everybody has the time left that they had when the pause began."),
        _("Let the game go on"),
        ReasonForm(data, auto_id="resume-%s"),
        call_with_reason(resume, "game"),
    )


def _excuse(game: Game, person: Person, data: Data) -> ActionForm | None:
    misses = Miss.objects.filter(game=game, excused_at=None).order_by("-at")
    names = {seat.number: seat_name(seat) for seat in seats_in_order(game)}
    choices = [
        (f"{miss.seat}-{miss.decision}", f"{names[miss.seat]}, {day(miss.due_at)}")
        for miss in misses
    ]
    if not is_running(game) or not choices:
        return None

    def run(actor: Person, table: Game, form: Any, now: datetime) -> object:
        seat, decision = map(int, form.cleaned_data["miss"].split("-"))
        reason = form.cleaned_data["reason"]
        return excuse_turn(
            actor=actor, game=table, seat=seat, decision=decision, reason=reason, now=now
        )

    return ActionForm(
        "excuse",
        _("Excuse a missed turn"),
        _("The miss stays in the log, and does not count against the player's reliability."),
        _("Excuse it"),
        ExcuseForm(data, misses=choices, auto_id="excuse-%s"),
        run,
    )


def _warn(game: Game, person: Person, data: Data) -> ActionForm | None:
    players = [seat for seat in seats_in_order(game) if seat.person is not None]
    if not players:
        return None

    def run(actor: Person, table: Game, form: Any, now: datetime) -> object:
        seat = table.seats.select_related("person").get(number=form.cleaned_data["seat"])
        assert seat.person is not None
        reason = form.cleaned_data["reason"]
        return warn(actor=actor, person=seat.person, game=table, reason=reason, now=now)

    return ActionForm(
        "warn",
        _("Warn a player"),
        _("Only that player hears of it. It is kept with the account."),
        _("Warn"),
        SeatForm(data, seats=_seat_choices(players), auto_id="warn-%s"),
        run,
    )


def _replace(game: Game, person: Person, data: Data) -> ActionForm | None:
    if not is_running(game):
        return None
    return ActionForm(
        "replace",
        _("Replace a player"),
        _("Cards, tickets and score stay with the seat. Links in the mails of the former die."),
        _("Replace"),
        ReplaceForm(data, seats=_seat_choices(seats_in_order(game)), auto_id="replace-%s"),
        lambda actor, table, form, now: decide_replacement(
            actor=actor,
            game=table,
            seat=form.cleaned_data["seat"],
            by=form.substitute,
            reason=form.cleaned_data["reason"],
            now=now,
        ),
    )


_GAME_ACTIONS: Final[Mapping[str, Callable[[Game, Person, Data], ActionForm | None]]] = {
    "nudge": _nudge,
    "extend": _extend,
    "pause": _pause,
    "resume": _resume,
    "excuse": _excuse,
    "warn": _warn,
    "replace": _replace,
    "take-back": take_back_action,
    "look": look_action,
    "adjudicate": adjudicate_action,
    "void": void_action,
    "withdraw-void": withdraw_voiding_action,
    "withdraw-result": withdraw_adjudication_action,
}


def _seat_choices(seats: list[Seat]) -> Choices:
    return [(str(seat.number), seat_name(seat)) for seat in seats]
