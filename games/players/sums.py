"""Sums over people's games: their turns, and their results against each other.

A game's records change together with the sums, under a lock that serialises counters. So pages read
one row instead of one for each game of a person.

Decision 144 says why.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import permutations
from typing import Any, Final, NamedTuple, cast

from django.db import transaction
from django.db.models import Count, F, FilteredRelation, Max, Q, QuerySet, Sum
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.players.models import OpponentSum, ReliabilityRecord, ReliabilitySum

JOB: Final = "reliability"
TURNS: Final = ("answered", "missed", "excused", "finished", "left")
AT_ONCE: Final = 100
"""People whose sums are counted together."""
Pair = tuple[int, int]
"""The ids of a person and an opponent."""


class Results(NamedTuple):
    """The games of two people with each other; see :class:`OpponentSum`."""

    games: int
    won: int
    lost: int
    last_at: datetime


def lock_sums() -> None:
    """Serialise counters, until the end of the transaction."""
    Heartbeat.lock(JOB, now())


def change_sums(before: Sequence[ReliabilityRecord], after: Sequence[ReliabilityRecord]) -> None:
    """Subtract the old records of a game from the sums, and add those that are stored now.

    Call it under the lock, once the records are written.
    """
    _change_turns(before, after)
    were, are = _results_in(before), _results_in(after)
    if were != are:
        _change_results(were, are)


def _change_turns(before: Sequence[ReliabilityRecord], after: Sequence[ReliabilityRecord]) -> None:
    more: dict[int, Counter[str]] = defaultdict(Counter)
    for sign, records in ((-1, before), (1, after)):
        for record in records:
            for name, count in _turns_of(record).items():
                more[record.person_id][name] += sign * count
    changed = {person: counts for person, counts in more.items() if any(counts.values())}
    rows = ReliabilitySum.objects.in_bulk(changed)
    for person, counts in changed.items():
        row = rows.setdefault(person, ReliabilitySum(person_id=person))
        for name in TURNS:
            setattr(row, name, getattr(row, name) + counts[name])
    _store(rows.values(), TURNS, key=["person"])


def _turns_of(record: ReliabilityRecord) -> dict[str, int]:
    return {
        "answered": record.answered,
        "missed": record.missed,
        "excused": record.excused,
        "finished": record.finished is True,
        "left": record.finished is False,
    }


def _store(rows: Iterable[Any], counts: Sequence[str], *others: str, key: list[str]) -> None:
    """Store sums of one model, and delete those whose counts are all 0."""
    sums = list(rows)
    if not sums:
        return
    full = [row for row in sums if any(getattr(row, name) for name in counts)]
    model = type(sums[0])
    model.objects.filter(pk__in=[row.pk for row in sums if row not in full]).delete()
    model.objects.bulk_create(
        full,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=key,
        update_fields=[*counts, *others],
    )


def _results_in(records: Sequence[ReliabilityRecord]) -> dict[Pair, Results]:
    """The results of one game, by each two people who finished it."""
    found = {}
    for own, other in permutations((one for one in records if one.finished), 2):
        if own.ended_at is None or other.ended_at is None:
            continue
        won = lost = 0
        if own.place is not None and other.place is not None:
            won, lost = int(own.place < other.place), int(own.place > other.place)
        found[own.person_id, other.person_id] = Results(1, won, lost, own.ended_at)
    return found


def _change_results(were: dict[Pair, Results], are: dict[Pair, Results]) -> None:
    people = {person for pair in (*were, *are) for person in pair}
    stored = OpponentSum.objects.filter(person__in=people, opponent__in=people)
    rows = {(row.person_id, row.opponent_id): row for row in stored}
    for pair, gone in were.items():
        row = rows[pair]
        row.games -= gone.games
        row.won -= gone.won
        row.lost -= gone.lost
        if row.games and row.last_at == gone.last_at:
            # It may have been the last one; the records say which one is last now.
            row.last_at = _last_game_of(*pair)
    for pair, new in are.items():
        row = rows.setdefault(pair, _row(pair, Results(0, 0, 0, new.last_at)))
        row.games += new.games
        row.won += new.won
        row.lost += new.lost
        row.last_at = max(row.last_at, new.last_at)
    _store_results(rows[pair] for pair in {**were, **are})


def _row(pair: Pair, results: Results) -> OpponentSum:
    person, opponent = pair
    return OpponentSum(person_id=person, opponent_id=opponent, **results._asdict())


def _store_results(rows: Iterable[OpponentSum]) -> None:
    _store(rows, ("games", "won", "lost"), "last_at", key=["person", "opponent"])


def recount_sums() -> int:
    """Recompute all sums from the records, some people at a time; return how many differed."""
    with_records = ReliabilityRecord.objects.order_by().values_list("person", flat=True)
    people = sorted(
        {*with_records.distinct()}
        | {*ReliabilitySum.objects.values_list("person", flat=True)}
        | {*OpponentSum.objects.order_by().values_list("person", flat=True).distinct()}
    )
    return sum(
        _recount(people[start : start + AT_ONCE]) for start in range(0, len(people), AT_ONCE)
    )


@transaction.atomic
def _recount(people: Sequence[int]) -> int:
    lock_sums()
    differ = 0
    turns = ReliabilitySum.objects.in_bulk(people)
    true_turns = {row.pk: row for row in _counted_turns(people)}
    for person in people:
        row = true_turns.get(person, ReliabilitySum(person_id=person))
        was = turns.get(person, ReliabilitySum(person_id=person))
        if any(getattr(row, name) != getattr(was, name) for name in TURNS):
            _store([row], TURNS, key=["person"])
            differ += 1
    stored = OpponentSum.objects.filter(person__in=people)
    results = {(row.person_id, row.opponent_id): row for row in stored}
    counted = {
        (row["person"], row["other__person"]): Results(
            row["played"], row["won"], row["lost"], row["last"]
        )
        for row in _meetings().filter(person__in=people)
    }
    wrong = [
        row
        for pair, row in results.items()
        if counted.get(pair) != (row.games, row.won, row.lost, row.last_at)
    ]
    missing = [pair for pair in counted if pair not in results or results[pair] in wrong]
    OpponentSum.objects.filter(pk__in=[row.pk for row in wrong]).delete()
    _store_results(_row(pair, counted[pair]) for pair in missing)
    return differ + len({*missing, *((row.person_id, row.opponent_id) for row in wrong)})


def _counted_turns(people: Sequence[int]) -> Iterable[ReliabilitySum]:
    rows = ReliabilityRecord.objects.filter(person__in=people).order_by().values("person")
    counted: Any = rows.annotate(
        all_answered=Sum("answered"),
        all_missed=Sum("missed"),
        all_excused=Sum("excused"),
        all_finished=Count("pk", filter=Q(finished=True)),
        all_left=Count("pk", filter=Q(finished=False)),
    )
    for row in counted:
        sums = {name: row[f"all_{name}"] for name in TURNS}
        yield ReliabilitySum(person_id=row["person"], **sums)


def _meetings() -> QuerySet[Any, dict[str, Any]]:
    """The results of each two people who finished games together, from their records."""
    ahead, behind = Q(other__place__gt=F("place")), Q(other__place__lt=F("place"))
    finished = Q(game__conduct__finished=True, game__conduct__ended_at__isnull=False)
    found: Any = (
        ReliabilityRecord.objects.alias(other=FilteredRelation("game__conduct", condition=finished))
        .filter(
            Q(other__person__gt=F("person")) | Q(other__person__lt=F("person")),
            finished=True,
            ended_at__isnull=False,
        )
        .order_by()
        .values("person", "other__person")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=ahead),
            lost=Count("pk", filter=behind),
            last=Max("ended_at"),
        )
    )
    return cast("QuerySet[Any, dict[str, Any]]", found)


def _last_game_of(person: int, opponent: int) -> datetime:
    """Return when the last game ended that two people finished together."""
    rows = _meetings().filter(person=person)
    found: datetime = next(row["last"] for row in rows if row["other__person"] == opponent)
    return found
