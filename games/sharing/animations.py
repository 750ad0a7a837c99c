"""Animations of finished games: requested by a player or spectator, made by a worker, kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import log
from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.common.work import ANIMATIONS
from games.common.work_rows import WorkStatus
from games.drawing.game_film import animated_png, thinned
from games.drawing.game_scene import Moment, moment_of
from games.drawing.palette import seat_tints
from games.facts.views import public_view
from games.log.reading import board_of
from games.notifications.leases import KeepAlive, stay_alive
from games.people.models import Person
from games.sharing.models import Animation
from games.sharing.score_cards import facts_digest, score_card
from games.tables.models import Game, GameStatus, Seat

MOST_WAITING: Final = 30
"""Waiting animations at a time; more are refused."""
SAVE_AFTER: Final = 1.0
"""Seconds between two notes of how far it has come."""
TOO_LARGE: Final = 2_000_000


def may_have_animation(game: Game) -> bool:
    """Whether a game has a result that can be shown."""
    return game.status == GameStatus.FINISHED and not game.practice and game.version >= 0


def animation_of(game: Game, seats: Sequence[Seat]) -> Animation | None:
    """The animation of a game without its data; None if there is none, or it is outdated."""
    found = Animation.objects.filter(game=game).defer("data").first()
    return found if found is not None and found.facts == facts_digest(game, seats) else None


def animation_data(game: Game, seats: Sequence[Seat]) -> tuple[bytes, str] | None:
    """The file and its digest, if it is ready and still valid."""
    found = Animation.objects.filter(
        game=game, status=WorkStatus.READY, facts=facts_digest(game, seats)
    ).first()
    return (bytes(found.data), found.digest) if found is not None and found.data else None


@transaction.atomic
def ask_for_animation(*, game: Game, now: datetime) -> None:
    """Request the animation of a finished game, unless it is ready or being made.

    :raises Refused: if the game has none, or too many others wait.
    """
    locked = Game.objects.select_for_update().defer("secret").get(pk=game.pk)
    if not may_have_animation(locked):
        raise Refused(_("Only a game that was played to its end has an animation."))
    facts = facts_digest(locked, _seats(locked))
    found = Animation.objects.filter(game=locked).defer("data").first()
    if found and found.facts == facts and found.status != WorkStatus.FAILED:
        return
    waiting = Animation.objects.filter(status=WorkStatus.PENDING).exclude(game=locked)
    if waiting.count() >= MOST_WAITING:
        raise Refused(_("Many animations are being made at the moment. Try again in an hour."))
    Animation.objects.filter(game=locked).delete()
    Animation.objects.create(game=locked, facts=facts, created_at=now, next_attempt_at=now)
    send_on_commit(ANIMATIONS.task)


def delete_animations_of(person: Person) -> None:
    """Delete the animations that show the name of a person; they can be made again."""
    Animation.objects.filter(game__seats__person=person).delete()


def moments_of(game: Game, seats: Sequence[Seat]) -> list[Moment]:
    """The moments of spectators: empty board, the game after each claim, the end, the scores."""
    return moments_from(game, seats, board_of(game), [line.event for line in log.events(game)])


def moments_from(
    game: Game, seats: Sequence[Seat], board: engine.Board, events: Sequence[engine.Event]
) -> list[Moment]:
    """The moments of a game with these events, without those taken back (P-1)."""
    effective = set(engine.effective_seqs(events))
    moments: list[Moment] = []
    for seq, (event, state) in enumerate(engine.replay_steps(board, events)):
        laid = engine.wire.event_type(event) in log.LAYING_EVENTS
        if seq in effective and (laid or not moments):
            table = public_view(state)
            known = moments[-1].claims if moments else {}
            lit = sorted(table.owner.keys() - known)
            moments.append(moment_of(table, score_card(game, seats, table, over=False), lit))
    table = public_view(state)
    moments.append(replace(moments[-1], lit=()))
    moments.append(moment_of(table, score_card(game, seats, table)))
    return thinned(moments)


def make(row: Animation, *, now: datetime, alive: KeepAlive = stay_alive) -> None:
    """Paint an animation."""
    began = saved = time.monotonic()
    # Another one may have been requested meanwhile, since a name has changed.
    mine = Animation.objects.filter(
        pk=row.pk,
        status=WorkStatus.PENDING,
        attempts=row.attempts,
        created_at=row.created_at,
    )
    seats = _seats(row.game)
    moments = moments_of(row.game, seats)
    mine.update(frames=len(moments), painted=0)

    def note(painted: int) -> None:
        nonlocal saved
        alive()
        if time.monotonic() - saved >= SAVE_AFTER:
            saved = time.monotonic()
            elapsed = timedelta(seconds=saved - began)
            mine.update(painted=painted, next_attempt_at=now + elapsed + ANIMATIONS.lease)

    state = log.load(row.game)
    tints = seat_tints(public_view(state).teams)
    data = animated_png(board_of(row.game), tints, moments, painted=note)
    if len(data) > TOO_LARGE:
        raise ValueError(f"It has {len(data)} bytes.")
    mine.update(
        status=WorkStatus.READY,
        next_attempt_at=None,
        painted=len(moments),
        facts=facts_digest(row.game, seats),
        data=data,
        size=len(data),
        digest=hashlib.sha256(data).hexdigest(),
        made_at=now,
    )


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.select_related("person").order_by("number"))
