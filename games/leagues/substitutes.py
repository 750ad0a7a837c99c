"""Putting somebody from the reserve list in the place of who left."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.changed import standings_changed
from games.leagues.handing_over import hand_over
from games.leagues.models import Entry, EntryStatus, Partners, Season, SeasonSeat
from games.leagues.reserve_list import who_may_play


def open_seats(entry: Entry) -> list[SeasonSeat]:
    """Gets the seats of an entry in games that have no result yet."""
    seats = SeasonSeat.objects.filter(entry=entry, season_game__settled_at=None)
    return list(seats.select_related("season_game__game").order_by("season_game__number"))


def substitute(*, season: Season, gone: Entry, comes: Entry, now: datetime) -> int:
    """Lets one entry take over the unfinished games of another; gets how many.

    Points of those games are the newcomer's, finished games stay with who played them. A game at
    which the newcomer sits already, or may not, keeps its player. The caller holds the lock of the
    season.

    :raises Refused: if there is nothing that the newcomer may take over, they are not on the
        reserve list, may begin no games, or have not said that they take over any.
    """
    if comes.status != EntryStatus.RESERVE or comes.person is None:
        raise Refused(_("Only somebody on the reserve list can come in."))
    if not who_may_play([comes], now):
        raise Refused(_("This player may begin no games at present."))
    if not comes.stands_by:
        raise Refused(_("This player has not agreed to take over games of somebody else."))
    if gone.division_id is None:
        raise Refused(_("This player has no games to take over."))
    taken, barred = 0, Refused(_("This player has no games to take over."))
    for seat in open_seats(gone):
        if SeasonSeat.objects.filter(season_game=seat.season_game, entry=comes).exists():
            continue
        try:
            hand_over(seat=seat, person=comes.person, now=now)
        except Refused as refusal:
            barred = refusal
            continue
        seat.entry = comes
        seat.drawn_for = seat.drawn_for or gone
        seat.save(update_fields=["entry", "drawn_for"])
        taken += 1
    if not taken:
        raise barred
    comes.status = EntryStatus.PLAYING
    comes.division_id = gone.division_id
    comes.substitute_for = gone
    comes.save(update_fields=["status", "division", "substitute_for"])
    _pair_up(season, gone, comes)
    standings_changed(season.divisions.filter(entries=comes))
    mails.tell_substitute(comes, now)
    return taken


def _pair_up(season: Season, gone: Entry, comes: Entry) -> None:
    """Puts a substitute beside the partner of who left, where pairs stay together."""
    mate = season.entries.filter(partner=gone, status=EntryStatus.PLAYING).first()
    if season.partners != Partners.FIXED or mate is None:
        return
    comes.partner, mate.partner = mate, comes
    Entry.objects.bulk_update([comes, mate], ["partner"])
