"""The logs that jobs have to read because they have grown (decision 172).

A job that asked all games which of them have changed would read more with each game of the site.
The transaction that changes a game marks its row, and the jobs turn marks into rows of their own.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.common import sql
from games.log.models import DueLog, LogProof
from games.tables.models import Game

PROOF: Final = "proof"
CONDUCT: Final = "conduct"
"""The jobs: proofs of logs, and the count of who plays on time."""
GROWING: Final = timedelta(days=1)
"""The time until a growing log is proved again."""
BATCH: Final = 1000


def note_changed_games(*, now: datetime) -> None:
    """Note for each job the games that have changed since the last call.

    A log that a job has not read yet keeps its time. Games that are locked wait for the next call.
    """
    while _note_batch(now) == BATCH:
        pass


def due_logs(job: str) -> QuerySet[DueLog]:
    """The logs that wait for a job, also those whose time has not come."""
    return DueLog.objects.filter(job=job)


@transaction.atomic
def _note_batch(now: datetime) -> int:
    changed = Game.objects.filter(changed=True).select_for_update(skip_locked=True)
    games = list(changed.order_by("pk").values_list("pk", "practice")[:BATCH])
    ids = [pk for pk, _practice in games]
    proofs = LogProof.objects.filter(game__in=ids).values_list("game", "tried_at")
    tomorrow = {pk: tried_at + GROWING for pk, tried_at in proofs}
    due = [DueLog(game_id=pk, job=PROOF, due_at=tomorrow.get(pk, now)) for pk in ids]
    due += [DueLog(game_id=pk, job=CONDUCT, due_at=now) for pk, practice in games if not practice]
    sql.insert(due, unless_there=True)
    Game.objects.filter(pk__in=ids).update(changed=False)
    return len(games)
