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
from games.leagues.models import Entry, EntryStatus, Partners, Season
from games.leagues.promotion import moves, moves_of_pairs
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
    _write_ranks(locked)
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
    _write_moves(locked)
    locked.promoted_at = now
    locked.save(update_fields=["promoted_at"])
    standings_changed(locked.divisions.all())
    mails.tell_result(locked, now)
    return locked


def count_anew(*, season: Season, now: datetime) -> list[Entry]:
    """Ranks a season anew that is closed, because a game of it counts for nothing any more.

    Who stands elsewhere now, or belongs elsewhere next season, gets a mail. The caller holds the
    lock of the season and has asked :func:`may_count_anew`. Gets the entries that changed.
    """
    before = {entry.pk: _final(entry) for entry in season.entries.all()}
    _write_ranks(season)
    if season.promoted_at is not None:
        _write_moves(season)
    standings_changed(season.divisions.all())
    changed = [
        entry
        for entry in season.entries.select_related("person", "season")
        if _final(entry) != before[entry.pk]
    ]
    if season.promoted_at is not None:
        mails.tell_corrected(changed, now)
    return changed


def may_count_anew(season: Season) -> bool:
    """Whether the ranks of a closed season can change: until the next one is drawn from them."""
    later = season.league.seasons.filter(number__gt=season.number, cancelled_at=None)
    return not later.filter(drawn_at__isnull=False).exists()


def _final(entry: Entry) -> tuple[int | None, str, int | None]:
    return entry.rank, entry.outcome, entry.tier


def _write_ranks(season: Season) -> None:
    ranks = {
        line.entry: line.order + 1 for lines in standings_of(season).values() for line in lines
    }
    entries = list(season.entries.filter(pk__in=ranks))
    for entry in entries:
        entry.rank = ranks[entry.pk]
    Entry.objects.bulk_update(entries, ["rank"])


def _write_moves(season: Season) -> None:
    divisions: dict[int, list[Entry]] = defaultdict(list)
    entries = season.entries.filter(rank__isnull=False, division__isnull=False)
    for entry in entries.select_related("division").order_by("division__tier", "rank"):
        assert entry.division is not None
        divisions[entry.division.tier].append(entry)
    everybody = [entry for players in divisions.values() for entry in players]
    by_pk = {entry.pk: entry for entry in everybody}
    ordered = [[entry.pk for entry in divisions[tier]] for tier in sorted(divisions)]
    gone = {entry.pk for entry in everybody if entry.status == EntryStatus.WITHDRAWN}
    guests = {entry.pk for entry in everybody if entry.substitute_for_id is not None}
    promote, relegate = season.promote, season.relegate
    if season.partners == Partners.FIXED:
        partners = {entry.pk: entry.partner_id for entry in everybody if entry.partner_id}
        going = moves_of_pairs(
            ordered,
            partners=partners,
            promote=promote,
            relegate=relegate,
            gone=gone,
            guests=guests,
        )
    else:
        going = moves(ordered, promote=promote, relegate=relegate, gone=gone, guests=guests)
    for pk, move in going.items():
        by_pk[pk].outcome, by_pk[pk].tier = move.outcome, move.tier
    Entry.objects.bulk_update(everybody, ["outcome", "tier"])
