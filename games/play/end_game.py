"""End a game from outside the rules: adjudicate or void it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import log
from games.common import event_types
from games.common.errors import Refused
from games.common.jobs import RESULTS_TASK, send_on_commit
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, GameStatus, Seat

PLAYER_ENDS: Final = "player"
"""The only player of a game ended it. If several players agreed, the actor is VOTE."""


def mark_ended(locked: LockedGame, status: GameStatus) -> None:
    """End a locked game. Call it after the event that says so."""
    locked.game.status = status
    locked.game.ended_at = locked.now


def clear_decisions(game: Game, now: datetime) -> None:
    """Remove the decisions from the rows of a closed game. Call it after the transaction.

    In its log they stay open for ever.
    """
    Game.objects.filter(pk=game.pk).update(paused_at=None, resume_at=None, evening_since=None)
    Seat.objects.filter(game=game).update(
        decision=None,
        kind="",
        opened_at=None,
        due_at=None,
        bank_from=None,
        extra=timedelta(),
        remind_at=None,
        open_since=None,
        plan_delay=None,
        plan_due_at=None,
        held_until=None,
        over_at=now,
    )


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or the seats of a team, with its points on the board."""

    seats: tuple[int, ...]
    points: int


def adjudicate_game(
    *,
    game: Game,
    places: Sequence[int] | None,
    actor: str,
    reason: str,
    by: str = "",
    now: datetime,
) -> list[int]:
    """End a running game and give each side a place; return the places.

    Without ``places`` the sides are ranked by their points on the board, which are public: hidden
    tickets are ignored. The order of the sides is that of :func:`sides_of`; equal places are a
    draw. ``reason`` is a digest, or "". ``by`` says who ended it, if that is no director: "vote"
    for all players, "player" for the only one.

    :raises Refused: if the game does not run, or the places are not a ranking of its sides.
    """
    with transaction.atomic():
        with game_transaction(game=game, now=now) as locked:
            sides = sides_of(engine.view(locked.state, None))
            if places is None:
                places = places_by_points(sides)
            check_places(places, len(sides))
            scores = [
                {"seats": list(side.seats), "place": place, "total": side.points, "completed": 0}
                for side, place in sorted(
                    zip(sides, places, strict=True), key=lambda ranked: ranked[1]
                )
            ]
            result = {"scores": scores} | ({"by": by} if by else {})
            locked.append_table_event(event_types.ADJUDICATED, {**result, "reason": reason}, actor)
            mark_ended(locked, GameStatus.FINISHED)
            locked.game.result = result
        clear_decisions(game, now)
        for side, place in zip(sides, places, strict=True):
            ranked = Seat.objects.filter(game=game, number__in=side.seats)
            ranked.update(place=place, points=side.points)
        if not game.practice:
            send_on_commit(RESULTS_TASK)
    return list(places)


def ranked_sides(game: Game, places: Sequence[int] | None) -> list[tuple[Side, int]]:
    """The sides of a running game with the places that :func:`adjudicate_game` would give them.

    :raises Refused: if the places are not a ranking of its sides.
    """
    sides = sides_of(engine.view(log.load(game), None))
    given = places_by_points(sides) if places is None else places
    check_places(given, len(sides))
    return list(zip(sides, given, strict=True))


def sides_of(view: engine.View) -> list[Side]:
    """The sides of a game in playing order, as a spectator sees them."""
    sides = view.teams or tuple((seat,) for seat in view.order)
    return [Side(tuple(side), sum(view.points[seat] for seat in side)) for side in sides]


def places_by_points(sides: Sequence[Side]) -> list[int]:
    """The places of the sides by their points on the board; equal points share a place.

    >>> places_by_points([Side((0,), 12), Side((1,), 30), Side((2,), 12)])
    [2, 1, 2]
    """
    return [1 + sum(other.points > side.points for other in sides) for side in sides]


def check_places(places: Sequence[int], count: int) -> None:
    """Check that the places rank n sides: 1, 2, 3, or with equal ones 1, 1, 3.

    :raises Refused: if they do not.
    """
    fits = len(places) == count and all(
        place == 1 + sum(other < place for other in places) for place in places
    )
    if not fits:
        raise Refused(
            _(
                "Give every side a place, starting from 1. Equal sides share one: after 1 "
                "and 1 comes 3."
            )
        )


def void_game(*, game: Game, actor: str, reason: str, now: datetime) -> None:
    """End a running game without a result, or annul the result of a finished one.

    The log stays whole, with any result in it, but ratings ignore it. ``reason`` is a digest.

    :raises Refused: if the game has not begun, or is void already.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.status == GameStatus.FINISHED:
            Game.objects.filter(pk=row.pk).update(status=GameStatus.VOID, changed=True)
        elif row.status == GameStatus.RUNNING:
            with game_transaction(game=row, now=now) as locked:
                locked.append_table_event(event_types.VOIDED, {"reason": reason}, actor)
                mark_ended(locked, GameStatus.VOID)
            clear_decisions(row, now)
        else:
            raise Refused(_("Only a game that has begun can be voided, and only once."))
        send_on_commit(RESULTS_TASK)
