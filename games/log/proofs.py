"""Stored proofs of logs, so that only due ones are proved again.

A proof always covers a whole log. Stored proofs skip unchanged logs for a while: an event altered
in one of them is found when its proof is due again, or by the full command.

Decision 172 says why.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.common.dates import earliest, first_time
from games.log.due import GROWING, PROOF, due_logs, note_changed_games
from games.log.models import DueLog, Event, LogProof
from games.log.verifying import unguarded, verify
from games.tables.models import Game

logger = logging.getLogger(__name__)

PROVED_AGAIN: Final = timedelta(days=30)
"""Age of a proof after which a log is proved again, even if nothing was added."""
BUDGET: Final = 30.0
"""Seconds for one run; the next run continues."""
BATCH: Final = 100


def due_games(
    *, now: datetime, again: timedelta = PROVED_AGAIN, growing: timedelta = timedelta(0)
) -> QuerySet[Game]:
    """The games whose logs are due for a proof, least recently tried first.

    These are logs that were never proved, those that have changed and were last tried
    ``growing`` ago or earlier, and all others once ``again`` has passed. Every game is compared:
    :func:`waiting_games` asks no more of a large site than of a small one.
    """
    has_changed = ~Q(version=F("log_proof__seq")) | ~Q(head=F("log_proof__hash"))
    return (
        Game.objects.exclude(version=-1)
        .filter(
            Q(log_proof=None)
            | has_changed & Q(log_proof__tried_at__lte=now - growing)
            | Q(log_proof__tried_at__lte=now - again)
        )
        .order_by(F("log_proof__tried_at").asc(nulls_first=True), "pk")
    )


def grown_logs(now: datetime) -> QuerySet[DueLog]:
    """The logs that have grown and are to be proved now."""
    return due_logs(PROOF).filter(due_at__lte=now)


def old_proofs(now: datetime) -> QuerySet[LogProof]:
    """The logs that were last tried so long ago that they are to be proved again."""
    return LogProof.objects.filter(tried_at__lte=now - PROVED_AGAIN)


def waiting_games(*, now: datetime, most: int) -> list[int]:
    """The ids of games whose logs are to be proved now, grown ones first, then the longest due."""
    grown = grown_logs(now).order_by("due_at").values_list("game", flat=True)[:most]
    old = old_proofs(now).order_by("tried_at").values_list("game", flat=True)[:most]
    return list(dict.fromkeys([*grown, *old]))[:most]


def waiting_since(*, now: datetime) -> datetime | None:
    """When the first of the logs that are to be proved now was due."""
    tried = first_time(old_proofs(now), "tried_at")
    return earliest(first_time(grown_logs(now), "due_at"), tried and tried + PROVED_AGAIN)


@transaction.atomic
def prove(*, game: Game, now: datetime) -> list[str]:
    """Every fault of a whole log, as :func:`games.log.verify` finds them; stores the proof if none.

    A consistent log whose past differs from its last proof is faulty, too.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    faults = verify(game)
    known = LogProof.objects.filter(game=game).first()
    if known is not None and known.proved_at is not None and not _goes_on(known):
        faults.append(
            f"Event {known.seq} is not the one that stood there on {known.proved_at:%Y-%m-%d}, when"
            " the log was proved: somebody has rewritten its past."
        )
    if faults:
        _try_again(game, now)
        return faults
    due_logs(PROOF).filter(game=game).delete()
    if game.version == -1:
        LogProof.objects.filter(game=game).update(tried_at=now)
        return []
    LogProof.objects.update_or_create(
        game=game,
        defaults={"seq": game.version, "hash": game.head, "proved_at": now, "tried_at": now},
    )
    return []


def prove_due_logs(*, now: datetime, budget: float = BUDGET) -> tuple[int, int]:
    """Prove logs that are due, for some seconds; return how many, and how many have faults.

    Faults are logged as errors, so the operators get them.
    """
    end = time.monotonic() + budget
    if sentence := unguarded():
        logger.error("%s", sentence)
    note_changed_games(now=now)
    proved = faulty = 0
    while True:
        batch = waiting_games(now=now, most=BATCH)
        games = Game.objects.in_bulk(batch)
        for game in (games[pk] for pk in batch if pk in games):
            faults = _try(game, now)
            proved += 1
            faulty += bool(faults)
            if faults:
                logger.error(
                    "The log of game %s has faults. Run `manage.py verify_log %s`.", game, game
                )
            if time.monotonic() > end:
                return proved, faulty
        if len(batch) < BATCH:
            return proved, faulty


def _try(game: Game, now: datetime) -> list[str]:
    """The faults of a log; one whose proof crashes is retried like any other."""
    try:
        return prove(game=game, now=now)
    except Game.DoesNotExist:
        return []  # a practice game that was deleted meanwhile
    except Exception:
        logger.exception("The log of game %s could not be proved.", game)
        _try_again(game, now)
        return ["The proof failed."]


def _try_again(game: Game, now: datetime) -> None:
    """Prove a log again tomorrow."""
    LogProof.objects.update_or_create(game=game, defaults={"tried_at": now})
    DueLog.objects.update_or_create(game=game, job=PROOF, defaults={"due_at": now + GROWING})


def _goes_on(known: LogProof) -> bool:
    """Whether a log still contains the event that was its last at the proof."""
    return Event.objects.filter(game=known.game_id, seq=known.seq, hash=known.hash).exists()
