"""Wish for a table, withdraw it, end wishes; read those of a person, and what is told of others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

import engine
from games.common.errors import Refused
from games.common.jobs import ask_on_commit
from games.lobby.options import known_board, takes_players
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.paces import PACES
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import check_not_suspended

PAIR_TASK: Final = "games.pair_waiting"
WAITS_FOR: Final = timedelta(days=7)
"""A wish ends when its person has not renewed it for so long."""
MAX_WISHES: Final = 5
"""The most wishes of one person that wait at once."""
MAX_A_DAY: Final = 30
"""The most wishes that one person makes in a day."""


@transaction.atomic
def wish_for_table(
    *, person: Person, board: str, seats: int, pace: str, rated: bool, now: datetime
) -> Wish:
    """Let a person wait for a table; the same wish again is renewed. ``board`` "" is any board.

    Waiting takes no seat: how many a person may hold is asked when the table starts.

    :raises Refused: if no such table can be played, the person is suspended or a bot account, or
        has as many wishes as they may.
    """
    person = lock_person(person)
    if person.is_bot_account:
        raise Refused(
            _("Bot accounts are not paired. Join a table in the lobby that admits bot accounts.")
        )
    check_not_suspended(person, now=now)
    if board and seats not in (chosen := known_board(board)).seat_counts:
        raise Refused(takes_players(chosen))
    if pace not in PACES or not boards_for(seats):
        raise Refused(_("Choose the number of players and the time for a turn from the lists."))
    mine = Wish.objects.filter(person=person)
    waiting = waiting_wishes().filter(person=person)
    kind = {"board": board, "seats": seats, "pace": pace, "rated": rated}
    wish = waiting.filter(**kind).first()
    if wish is None:
        if waiting.count() >= MAX_WISHES:
            raise Refused(
                _("You are waiting for %(most)d tables. Cancel one of them first.")
                % {"most": MAX_WISHES}
            )
        if mine.filter(made_at__gt=now - timedelta(days=1)).count() >= MAX_A_DAY:
            raise Refused(
                _("You have asked for %(most)d tables today. Try again tomorrow.")
                % {"most": MAX_A_DAY}
            )
        wish = Wish(person=person, made_at=now, **kind)
    wish.ends_at = now + WAITS_FOR
    wish.save()
    ask_on_commit(PAIR_TASK)
    return wish


def boards_for(seats: int) -> list[str]:
    """Return the keys of the boards that are made for this many players."""
    names = engine.board_names()
    return [key for key in names if seats in engine.load_board(key).seat_counts]


def waiting_wishes() -> QuerySet[Wish]:
    """Return all wishes that have not ended."""
    return Wish.objects.filter(ended_at=None)


@transaction.atomic
def withdraw_wish(*, wish: Wish, person: Person, now: datetime) -> None:
    """End a wish of a person.

    :raises Refused: if it has ended, or is somebody else's.
    """
    lock_person(person)
    waiting = waiting_wishes().filter(pk=wish.pk, person=person)
    if not waiting.update(ended_at=now, fate=Fate.WITHDRAWN):
        raise Refused(_("You are no longer waiting for this table. See below how that ended."))


def end_wishes(people: Iterable[int], *, fate: Fate, now: datetime) -> int:
    """End all wishes of some people, whose rows the caller has locked; return how many."""
    waiting = waiting_wishes().filter(person__in=list(people))
    return waiting.update(ended_at=now, fate=fate)


@transaction.atomic
def expire_wishes(*, now: datetime) -> None:
    """End the wishes that nobody has renewed, or whose board or pace is gone; their page tells it.

    One that somebody is changing is left for the next time.
    """
    kept = Q(board__in=["", *engine.board_names()], pace__in=PACES)
    for due, fate in ((~kept, Fate.NO_SUCH_TABLE), (Q(ends_at__lte=now), Fate.EXPIRED)):
        rows = waiting_wishes().filter(due).order_by("pk").select_for_update(skip_locked=True)
        Wish.objects.filter(pk__in=[wish.pk for wish in rows]).update(ended_at=now, fate=fate)


LISTED: Final = 10


def wishes_of(person: Person) -> list[Wish]:
    """Return the wishes of a person that wait, and then the last ones that ended; ten at most."""
    rows = Wish.objects.filter(person=person).select_related("game")
    rows = rows.order_by(F("ended_at").desc(nulls_first=True), "-made_at", "-pk")
    return list(rows[:LISTED])


FEWEST_OTHERS: Final = 3
FEWEST_PEOPLE: Final = 6
MOST_RECENT: Final = 20
LATELY: Final = timedelta(days=30)


def others_waiting(wish: Wish, *, now: datetime) -> int:
    """Return how many others would play at such a table, 0 for fewer than three.

    It counts also those who are kept apart from the person: else it would tell of a block.
    """
    others = waiting_wishes().filter(seats=wish.seats, pace=wish.pace, rated=wish.rated)
    others = others.filter(ends_at__gt=now).exclude(person=wish.person_id)
    if wish.board:
        others = others.filter(board__in=("", wish.board))
    number = others.values("person").distinct().count()
    return number if number >= FEWEST_OTHERS else 0


def usual_wait(wish: Wish, *, now: datetime) -> timedelta | None:
    """Return the median wait of the last people who got such a table; None of too few people."""
    started = Wish.objects.filter(fate=Fate.STARTED, ended_at__gt=now - LATELY).order_by(
        "-ended_at"
    )
    alike = started.filter(board=wish.board, seats=wish.seats, pace=wish.pace, rated=wish.rated)
    rows = list(alike.values_list("person", F("ended_at") - F("made_at"))[:MOST_RECENT])
    if len({person for person, _wait in rows}) < FEWEST_PEOPLE:
        return None
    return timedelta(seconds=median(wait.total_seconds() for _person, wait in rows))
