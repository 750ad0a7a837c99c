"""Closing a season: its final ranks, and then who goes up and who goes down."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.changed import standings_changed
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.promotion import moves
from games.leagues.standings_of import standings_of


@transaction.atomic
def close_season(*, season: Season, now: datetime) -> Season:
    """Writes the final rank of every entry. Twice changes nothing more.

    :raises Refused: if games are still open.
    """
    locked = lock_season(season)
    if locked.closed_at is not None:
        return locked
    if locked.adjudicated_at is None:
        raise Refused(_("This season still has games without a result."))
    ranks = {
        line.entry: line.order + 1 for lines in standings_of(locked).values() for line in lines
    }
    entries = list(locked.entries.filter(pk__in=ranks))
    for entry in entries:
        entry.rank = ranks[entry.pk]
    Entry.objects.bulk_update(entries, ["rank"])
    locked.closed_at = now
    locked.save(update_fields=["closed_at"])
    standings_changed(locked.divisions.all())
    return locked


@transaction.atomic
def promote(*, season: Season, now: datetime) -> Season:
    """Writes where everybody belongs next season, and tells them. Twice changes nothing more.

    :raises Refused: if the season is not closed.
    """
    locked = lock_season(season)
    if locked.promoted_at is not None:
        return locked
    if locked.closed_at is None:
        raise Refused(_("This season is not closed yet."))
    divisions: dict[int, list[Entry]] = defaultdict(list)
    entries = locked.entries.filter(rank__isnull=False, division__isnull=False)
    for entry in entries.select_related("division").order_by("division__tier", "rank"):
        assert entry.division is not None
        divisions[entry.division.tier].append(entry)
    everybody = [entry for players in divisions.values() for entry in players]
    by_pk = {entry.pk: entry for entry in everybody}
    going = moves(
        [[entry.pk for entry in divisions[tier]] for tier in sorted(divisions)],
        promote=locked.promote,
        relegate=locked.relegate,
        gone={entry.pk for entry in everybody if entry.status == EntryStatus.WITHDRAWN},
        guests={entry.pk for entry in everybody if entry.substitute_for_id is not None},
    )
    for pk, move in going.items():
        by_pk[pk].outcome, by_pk[pk].tier = move.outcome, move.tier
    Entry.objects.bulk_update(everybody, ["outcome", "tier"])
    locked.promoted_at = now
    locked.save(update_fields=["promoted_at"])
    standings_changed(locked.divisions.all())
    mails.tell_result(locked, now)
    return locked
