"""Substitutes from the reserve list who take over seats of players who left."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.substitution import open_seat, replace_player
from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonSeat
from games.leagues.season import recipients
from games.leagues.season.confirmation import count_as_confirmed
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import who_may_play
from games.leagues.season.standings import bump_revision
from games.tables.models import GameStatus, Seat


def look_for_substitute(*, seat: SeasonSeat, now: datetime) -> None:
    """Put a seat on the site's list of those that look for a substitute."""
    game = seat.season_game.game
    if game is None or game.status != GameStatus.RUNNING:
        return
    if Seat.objects.filter(
        game=game, number=seat.number, open_since=None, person__isnull=False
    ).exists():
        open_seat(game=game, seat=seat.number, actor=DIRECTOR, now=now)


def unsettled_seats(entry: Entry) -> list[SeasonSeat]:
    """Return the seats of an entry in games that have no result yet."""
    seats = SeasonSeat.objects.filter(entry=entry, season_game__settled_at=None)
    return list(seats.select_related("season_game__game").order_by("season_game__number"))


def take_over_games(*, season: Season, leaver: Entry, newcomer: Entry, now: datetime) -> None:
    """Transfer the unfinished games of one entry to another.

    Points of those games are the newcomer's; finished games stay with the earlier player. A game
    keeps its player if the newcomer already sits there, or may not. The caller holds the lock of
    the season.

    :raises Refused: if there is nothing that the newcomer may take over, they are not on the
        reserve list, may begin no games, or have not said that they take over any.
    """
    if newcomer.status != EntryStatus.RESERVE or newcomer.person is None:
        raise Refused(_("Only players on the reserve list can come in."))
    if not who_may_play([newcomer], now):
        raise Refused(_("This player may not start games at present."))
    if not newcomer.stands_by:
        raise Refused(_("This player has not agreed to take over games."))
    if leaver.division_id is None:
        raise Refused(_("This player has no games to take over."))
    taken, barred = False, Refused(_("This player has no games to take over."))
    for seat in unsettled_seats(leaver):
        game = seat.season_game.game
        if SeasonSeat.objects.filter(season_game=seat.season_game, entry=newcomer).exists():
            continue
        try:
            if game is not None and game.status == GameStatus.RUNNING:
                by = newcomer.person
                replace_player(game=game, seat=seat.number, by=by, actor=DIRECTOR, now=now)
        except Refused as refusal:
            barred = refusal
            continue
        store(seat, entry=newcomer, drawn_for=seat.drawn_for or leaver)
        taken = True
    if not taken:
        raise barred
    division = leaver.division_id
    store(newcomer, status=EntryStatus.PLAYING, division_id=division, substitute_for=leaver)
    _pair_up(season, leaver, newcomer)
    bump_revision(season.divisions.filter(entries=newcomer))
    recipients.notify_entry(newcomer, "substitute", now)


def _pair_up(season: Season, leaver: Entry, newcomer: Entry) -> None:
    """Make a substitute the partner of the partner of the player who left, in seasons of pairs."""
    mate = season.entries.filter(partner=leaver, status=EntryStatus.PLAYING).first()
    if not season.paired or mate is None:
        return
    newcomer.partner, mate.partner = mate, newcomer
    Entry.objects.bulk_update([newcomer, mate], ["partner"])


@transaction.atomic
def admit_reserve(
    *, season: Season, entry: Entry, replacing: Entry | None = None, now: datetime
) -> Entry:
    """Let somebody from the reserve list play.

    Before the divisions are drawn they simply join. Afterwards they take over the unfinished games
    of ``replacing``, who has withdrawn.

    :raises Refused: if the entry is not on the reserve list, may begin no games, has not agreed to
        take over any, or nobody has withdrawn whose games could be taken over.
    """
    locked = lock_season(season)
    newcomer = locked.entries.filter(pk=entry.pk, status=EntryStatus.RESERVE).first()
    if newcomer is None:
        raise Refused(_("Only players on the reserve list can come in."))
    if locked.drawn_at is None:
        if not who_may_play([newcomer], now):
            raise Refused(_("This player may not start games at present."))
        newcomer.status = EntryStatus.REGISTERED
        count_as_confirmed(locked, newcomer, now)
        newcomer.save(update_fields=["status", "confirmed_at"])
        return newcomer
    if locked.adjudicated_at is not None:
        raise Refused(_("This season is over."))
    withdrawn = locked.entries.filter(status=EntryStatus.WITHDRAWN)
    leaver = withdrawn.filter(pk=replacing.pk).first() if replacing else None
    if leaver is None:
        raise Refused(
            _(
                "The divisions have been drawn. Choose a player who has withdrawn and "
                "whose games need taking over."
            )
        )
    take_over_games(season=locked, leaver=leaver, newcomer=newcomer, now=now)
    return newcomer
