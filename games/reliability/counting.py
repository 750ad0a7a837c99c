"""Counting from the logs who kept the clock and who saw games through."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.absence.models import HandOver
from games.log.models import Event
from games.reliability.models import Conduct
from games.reliability.tally import COUNTED, Holders, Line, Tally, tally
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)
BUDGET: Final = 60.0
"""Seconds after which a run begins no further game."""
Watch = Callable[[Iterable[Game], int], Iterable[Game]]


def count_conduct(*, now: datetime, budget: float = BUDGET) -> int:
    """Counts the games in which something has happened since; gets how many it counted.

    After ``budget`` seconds the rest is left to the next run.
    """
    end = time.monotonic() + budget
    counted = 0
    # In any order, so that games that are busy or cannot be counted do not keep others waiting.
    for pk in list(_behind().order_by("?").values_list("pk", flat=True)):
        try:
            count_game(game=Game(pk=pk))
            counted += 1
        except Exception:  # one bad game never stalls the others
            logger.exception("The conduct in the game with id %s could not be counted.", pk)
        if time.monotonic() >= end:
            break
    return counted


def count_all_anew(*, watch: Watch = lambda games, total: games) -> int:
    """Counts every game again from its log, each in a transaction of its own; gets how many.

    ``watch`` passes the games on and may show how far it is.
    """
    games = _with_people()
    total = games.count()
    for game in watch(games.order_by("pk").iterator(500), total):
        count_game(game=game)
    Conduct.objects.exclude(game__in=games.values("pk")).delete()
    return total


@transaction.atomic
def count_game(*, game: Game) -> None:
    """Counts one game up to its last event."""
    locked = Game.objects.select_for_update().defer("secret").get(pk=game.pk)
    holders = _holders(locked)
    people = holders.ever()
    # Alone against bots nobody waits for anybody.
    counts = len(people) > 1
    tallies = tally(_lines(locked), holders) if counts else {person: Tally() for person in people}
    Conduct.objects.filter(game=locked).delete()
    Conduct.objects.bulk_create(
        Conduct(
            game=locked,
            person_id=person,
            seq=locked.version,
            answered=turns.answered,
            missed=turns.missed,
            excused=turns.excused,
            finished=_finished(locked, person in holders.last()) if counts else None,
        )
        for person, turns in tallies.items()
    )


def _finished(game: Game, holds: bool) -> bool | None:
    """Whether a person saw a game through; who did not leave one that was voided did neither."""
    if not holds:
        return False
    return True if game.status == GameStatus.FINISHED else None


def _with_people() -> QuerySet[Game]:
    seated = Seat.objects.filter(game=OuterRef("pk"), person__isnull=False)
    left = HandOver.objects.filter(seat__game=OuterRef("pk"), person_before__isnull=False)
    begun = Game.objects.filter(version__gte=0).defer("secret")
    return begun.filter(Exists(seated) | Exists(left))


def _behind() -> QuerySet[Game]:
    counted = Conduct.objects.filter(game=OuterRef("pk"), seq=OuterRef("version"))
    return _with_people().filter(~Exists(counted))


def _holders(game: Game) -> Holders:
    moves = list(
        HandOver.objects.filter(seat__game=game)
        .order_by("seq", "pk")
        .values_list("seat__number", "seq", "person_after", "person_before")
    )
    began: dict[int, int | None] = dict(
        Seat.objects.filter(game=game).values_list("number", "person")
    )
    began.update((number, before) for number, _seq, _after, before in reversed(moves))
    return Holders(began, [(number, seq, after) for number, seq, after, _before in moves])


def _lines(game: Game) -> Iterator[Line]:
    rows = Event.objects.filter(Q(type__in=COUNTED) | Q(action__isnull=False), game=game)
    fields = rows.order_by("seq").values_list("seq", "actor", "type", "data", "action")
    for seq, actor, type_, data, action in fields.iterator(2000):
        yield Line(seq, actor, type_, data, action["seat"] if action else None)
