"""Hints in games against bots alone: requested by the player, computed by a worker.

A hint follows from what the player's seat sees and is shown only to that player. Games of two
people have none: in a game from the lobby, the first hint turns it into practice.

Decision 157 says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots.review import HINT_PLAYOUTS
from games.common.errors import Refused
from games.common.event_types import SEAT_REPLACED
from games.common.handlers import on_seat_handed_over
from games.common.jobs import send_on_commit
from games.common.work import HINTS
from games.common.work_rows import WorkStatus
from games.log.models import Event
from games.notifications.leases import KeepAlive, stay_alive
from games.play.bot_process import bot_process, question_about
from games.practice.models import Hint, PracticeGame
from games.tables.models import Game, GameStatus, Seat

PLAYOUTS: Final = HINT_PLAYOUTS
MOST_WAITING: Final = 50
"""Waiting hints at a time; more are refused."""


def may_have_hints(game: Game, seats: Sequence[Seat], seat: Seat | None) -> bool:
    """Whether all opponents of a player are bots, and have been from the beginning."""
    if seat is None or game.status != GameStatus.RUNNING:
        return False
    if any(not other.bot for other in seats if other.number != seat.number):
        return False
    if game.practice:
        return True
    replaced = Event.objects.filter(game=game, type=SEAT_REPLACED)
    return (
        seat.person_id is not None
        and game.organiser_id == seat.person_id
        and not game.with_bot_account
        and not replaced.exists()
    )


def hint_of(seat: Seat) -> Hint | None:
    """The hint for the open decision of a seat; show it to nobody but its player."""
    found = Hint.objects.filter(seat=seat).first()
    return found if found is not None and found.decision == seat.decision else None


@transaction.atomic
def ask_for_hint(*, game: Game, seat: int, now: datetime) -> None:
    """Request a hint for the open decision of a seat, unless there is one.

    The game becomes a practice game if it is none.

    :raises Refused: if no hint is allowed there, the seat has no decision, or too many others
        others wait.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    seats = list(Seat.objects.filter(game=locked).order_by("number"))
    mine = seats[seat]
    if not may_have_hints(locked, seats, mine):
        raise Refused(_("There are hints in games against bots alone."))
    if mine.decision is None:
        raise Refused(_("It's not your turn."))
    found = hint_of(mine)
    if found is not None and found.status != WorkStatus.FAILED:
        return
    waiting = Hint.objects.filter(status=WorkStatus.PENDING, next_attempt_at__isnull=False)
    if waiting.exclude(seat=mine).count() >= MOST_WAITING:
        raise Refused(_("Many hints are being worked out. Try again in a minute."))
    if not locked.practice:
        _make_practice(locked, mine, now)
    Hint.objects.filter(seat=mine).delete()
    Hint.objects.create(seat=mine, decision=mine.decision, created_at=now, next_attempt_at=now)
    send_on_commit(HINTS.task)


def make(hint: Hint, *, now: datetime, alive: KeepAlive = stay_alive) -> None:
    """Think a hint out."""
    seat = hint.seat
    mine = Hint.objects.filter(pk=hint.pk, decision=hint.decision, status=WorkStatus.PENDING)
    if seat.decision != hint.decision:
        # The player has moved meanwhile.
        mine.delete()
        return
    question = question_about(seat.game, ask="options", seat=seat.number, playouts=PLAYOUTS)
    with bot_process() as process:
        answer = process.ask(question, seconds=settings.BOT_SECONDS, alive=alive)
    mine.update(status=WorkStatus.READY, next_attempt_at=None, options=answer["options"])


def _make_practice(game: Game, seat: Seat, now: datetime) -> None:
    """Turn a game against bots into an unrated one, without clock, notices and record."""
    on_seat_handed_over(seat, now)
    Game.objects.filter(pk=game.pk).update(
        practice=True, rated=False, public=False, group=None, public_at=None
    )
    PracticeGame.objects.create(game=game)
    Seat.objects.filter(game=game).update(
        due_at=None, bank_from=None, remind_at=None, plan_delay=None, plan_due_at=None,
        held_until=None,
    )  # fmt: skip
    link = getattr(game, "secret_link", None)
    if link is not None:
        link.delete()
