"""Sums over people's games: their turns, and their results against each other.

The sums of a game's people are counted again from the records whenever its records change, under a
lock that serialises counters. So pages read one row instead of one for each game of a person.

Decision 144 says why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import Count, F, FilteredRelation, Max, Q, QuerySet, Sum
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.players.models import OpponentSum, ReliabilityRecord, ReliabilitySum

JOB: Final = "reliability"
TURNS: Final = ("answered", "missed", "excused", "finished", "left")
RESULTS: Final = ("games", "won", "lost", "last_at")
AT_ONCE: Final = 100
"""People whose sums are counted together."""


def lock_sums() -> None:
    """Serialise counters, until the end of the transaction."""
    Heartbeat.objects.get_or_create(job=JOB, defaults={"at": now()})
    Heartbeat.objects.select_for_update().get(job=JOB)


def count_turns(people: Collection[int]) -> int:
    """Store the turns of these people by their records; return how many rows differed.

    Call it under the lock, once the records are written.
    """
    stored = ReliabilitySum.objects.in_bulk(people)
    counted = {row.pk: row for row in _counted_turns(people)}
    return _store(ReliabilitySum, ("person",), TURNS, stored, counted)


def count_results(people: Collection[int], opponents: Collection[int] | None = None) -> int:
    """Store the results of these people against some opponents; return how many rows differed.

    ``opponents`` None means all. Call it under the lock, once the records are written.
    """
    results = OpponentSum.objects.filter(person__in=people)
    if opponents is not None:
        results = results.filter(opponent__in=opponents)
    stored = {(row.person_id, row.opponent_id): row for row in results}
    counted = {
        (row["person"], row["opponent"]): OpponentSum(
            person_id=row["person"],
            opponent_id=row["opponent"],
            games=row["played"],
            won=row["won"],
            lost=row["lost"],
            last_at=row["last"],
        )
        for row in _meetings(people, opponents)
    }
    return _store(OpponentSum, ("person", "opponent"), RESULTS, stored, counted)


def _store(
    model: Any,
    key: Sequence[str],
    fields: Sequence[str],
    stored: dict[Any, Any],
    counted: dict[Any, Any],
) -> int:
    """Make the stored rows equal to the counted ones; return how many differed."""
    gone = [row.pk for one, row in stored.items() if one not in counted]
    changed = [
        row
        for one, row in counted.items()
        if one not in stored
        or any(getattr(row, name) != getattr(stored[one], name) for name in fields)
    ]
    model.objects.filter(pk__in=gone).delete()
    model.objects.bulk_create(
        changed,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=key,
        update_fields=fields,
    )
    return len(gone) + len(changed)


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
    return count_turns(people) + count_results(people)


def _counted_turns(people: Collection[int]) -> Iterable[ReliabilitySum]:
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
        if any(sums.values()):
            yield ReliabilitySum(person_id=row["person"], **sums)


def _meetings(
    people: Collection[int], opponents: Collection[int] | None
) -> QuerySet[Any, dict[str, Any]]:
    """The results of people with each of those they finished games with, from their records."""
    among = Q() if opponents is None else Q(other__person__in=opponents)
    ahead, behind = Q(other__place__gt=F("place")), Q(other__place__lt=F("place"))
    finished = Q(game__conduct__finished=True, game__conduct__ended_at__isnull=False)
    found: Any = (
        ReliabilityRecord.objects.alias(other=FilteredRelation("game__conduct", condition=finished))
        .filter(
            among,
            Q(other__person__gt=F("person")) | Q(other__person__lt=F("person")),
            person__in=people,
            finished=True,
            ended_at__isnull=False,
        )
        .order_by()
        .values("person", opponent=F("other__person"))
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=ahead),
            lost=Count("pk", filter=behind),
            last=Max("ended_at"),
        )
    )
    return cast("QuerySet[Any, dict[str, Any]]", found)
