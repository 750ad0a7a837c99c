"""Close a season: final ranks, promotion, and recounting when a game is voided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, Verdict
from games.leagues.rules.promotion import Move, promotion_moves, promotion_moves_of_pairs
from games.leagues.season import recipients
from games.leagues.season.locking import lock_season, store
from games.leagues.season.standings import bump_revision, division_standings
from games.tables.models import Game


@transaction.atomic
def close_season(*, season: Season, now: datetime) -> Season:
    """Write the final rank of every entry. Repeating it changes nothing.

    :raises Refused: if games are still open.
    """
    locked = lock_season(season)
    if locked.closed_at is not None:
        return locked
    if locked.adjudicated_at is None:
        raise Refused(_("This season still has games without a result."))
    _write_ranks(locked)
    store(locked, closed_at=now)
    bump_revision(locked.divisions.all())
    return locked


@transaction.atomic
def promote(*, season: Season, now: datetime) -> Season:
    """Write where everybody belongs next season, and notify them. Repeating it changes nothing.

    :raises Refused: if the season is not closed.
    """
    locked = lock_season(season)
    if locked.promoted_at is not None:
        return locked
    if locked.closed_at is None:
        raise Refused(_("This season has not been closed yet."))
    _write_moves(locked)
    store(locked, promoted_at=now)
    bump_revision(locked.divisions.all())
    recipients.notify_players(locked, "result", now)
    return locked


def recount_season(*, season: Season, now: datetime) -> None:
    """Rank a closed season again, because one of its games has been annulled.

    Entries whose rank or next tier changed get a mail. The caller holds the lock of the season and
    has checked :func:`may_recount`.
    """
    before = {entry.pk: _final_place(entry) for entry in season.entries.all()}
    _write_ranks(season)
    if season.promoted_at is not None:
        _write_moves(season)
    bump_revision(season.divisions.all())
    if season.promoted_at is not None:
        entries = season.entries.select_related("person")
        changed = [entry for entry in entries if _final_place(entry) != before[entry.pk]]
        recipients.notify_entries(season, changed, "corrected", now, at=now.isoformat())


def may_recount(season: Season) -> bool:
    """Whether the ranks of a closed season can change: until the next season is drawn from them."""
    later = season.league.seasons.filter(number__gt=season.number, cancelled_at=None)
    return not later.filter(drawn_at__isnull=False).exists()


def _final_place(entry: Entry) -> tuple[int | None, str, int | None]:
    return entry.rank, entry.outcome, entry.tier


def _write_ranks(season: Season) -> None:
    ranks = {
        line.entry: line.order + 1
        for lines in division_standings(season).values()
        for line in lines
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
    ordered = [divisions[tier] for tier in sorted(divisions)]
    going = season_moves(season, ordered)
    everybody = [entry for players in ordered for entry in players]
    for entry in everybody:
        move = going.get(entry.pk)
        entry.outcome, entry.tier = (move.outcome, move.tier) if move else ("", None)
    Entry.objects.bulk_update(everybody, ["outcome", "tier"])


def season_moves(season: Season, divisions: Sequence[Sequence[Entry]]) -> dict[int, Move]:
    """Return the tier next season of the entries of divisions, by id; substitutes have none.

    ``divisions`` have their entries in final order, the highest division first.
    """
    everybody = [entry for players in divisions for entry in players]
    ordered = [[entry.pk for entry in players] for players in divisions]
    rules: dict[str, Any] = {
        "promote": season.promote,
        "relegate": season.relegate,
        "withdrawn": {one.pk for one in everybody if one.status == EntryStatus.WITHDRAWN},
        "substitutes": {one.pk for one in everybody if one.substitute_for_id is not None},
    }
    if season.paired:
        partners = {entry.pk: entry.partner_id for entry in everybody if entry.partner_id}
        return promotion_moves_of_pairs(ordered, partners=partners, **rules)
    return promotion_moves(ordered, **rules)


@transaction.atomic
def annul_result(*, game: Game, now: datetime) -> None:
    """Annul a settled game in its season.

    A game that is not settled needs nothing: the task that settles it finds that it is void. In a
    closed season ranks, promotions and relegations are computed again.

    :raises Refused: if the season is closed, and the next one has been drawn from its ranks.
    """
    found = _lock_counted_game(game)
    if found is None:
        return
    season_game, season = found
    store(season_game, verdict=Verdict.VOID)
    season_game.seats.update(place=None, score=None, tickets=None)
    bump_revision(Division.objects.filter(pk=season_game.division_id))
    if season.closed_at is not None:
        recount_season(season=season, now=now)


def check_annulment(*, game: Game) -> None:
    """Check that a game can be taken out of the standings of its season.

    :raises Refused: if the season is closed, and the next one has been drawn from its ranks.
    """
    _lock_counted_game(game)


def _lock_counted_game(game: Game) -> tuple[SeasonGame, Season] | None:
    """Return a game that counts in its season, with the season, which is locked."""
    season_game = SeasonGame.objects.filter(game=game, settled_at__isnull=False).first()
    if season_game is None or season_game.verdict == Verdict.VOID:
        return None
    locked = Season.objects.select_for_update(of=("self",)).select_related("league")
    season = locked.get(divisions=season_game.division_id)
    if season.closed_at is not None and not may_recount(season):
        raise Refused(
            _(
                "The season of this game is over, and the next one was drawn from its "
                "standings, so the game stays as it is."
            )
        )
    return season_game, season
