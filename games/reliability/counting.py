"""Counting from the logs who kept the clock and who saw games through."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.absence.models import HandOver
from games.log.models import Event
from games.reliability.models import Conduct
from games.reliability.tally import COUNTED, Holders, Line, Tally, tally
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)
Watch = Callable[[Iterable[Game], int], Iterable[Game]]


def count_conduct(*, now: datetime) -> int:
    """Counts the games in which something has happened since; gets how many those were."""
    counted = 0
    for game in _behind():
        try:
            count_game(game=game)
            counted += 1
        except Exception:  # one bad game never stalls the others
            logger.exception("The conduct in game %s could not be counted.", game)
    return counted


def count_all_anew(*, watch: Watch = lambda games, total: games) -> int:
    """Forgets everything that was counted and counts every game again from its log; gets how many.

    ``watch`` passes the games on and may show how far it is.
    """
    games = _with_people()
    total = games.count()
    with transaction.atomic():
        Conduct.objects.all().delete()
        for game in watch(games.order_by("pk").iterator(500), total):
            count_game(game=game)
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
    return _with_people().filter(~Exists(counted)).order_by("pk")


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
