"""Letting somebody play on who was taken out, where nobody has taken anything over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.return_to_seat import return_to_seat
from games.errors import Refused
from games.leagues.changed import standings_changed
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Season, SeasonSeat
from games.leagues.reserve_list import who_may_play
from games.leagues.substitutes import open_seats
from games.people.models import Person
from games.tables.models import GameStatus, Seat


@transaction.atomic
def let_back(
    *, season: Season, entry: Entry, partnered: Sequence[int] = (), now: datetime
) -> Entry:
    """Puts a player back where they were; seats of theirs look for nobody any more.

    ``partnered`` are the entries, by id, that had named this one as their partner.

    :raises Refused: if the player is not out, has left the site or was drawn without, the season is
        over, or somebody has taken a seat.
    """
    locked = lock_season(season)
    found = Entry.objects.filter(season=locked, pk=entry.pk).select_related("person").first()
    if found is None or found.person is None:
        raise Refused(_("This account is closed."))
    if why := obstacles(locked, [found], now=now).get(found.pk):
        raise Refused(why)
    if locked.drawn_at is None:
        found.status = EntryStatus.REGISTERED
        locked.entries.filter(pk__in=partnered, partner=None).update(partner=found)
    else:
        _take_seats_again(found, found.person, now)
        found.status = EntryStatus.PLAYING
    found.withdrawn_at = None
    found.save(update_fields=["status", "withdrawn_at"])
    standings_changed(locked.divisions.filter(entries=found))
    return found


def obstacles(season: Season, entries: Sequence[Entry], *, now: datetime) -> dict[int, str]:
    """The reasons why players cannot be let back, by the id of the entry; who can is not in it.

    A few queries for all of them.
    """
    taken = set(
        SeasonSeat.objects.filter(drawn_for__in=entries).values_list("drawn_for", flat=True)
    )
    open_at = SeasonSeat.objects.filter(
        entry__in=entries, season_game__settled_at=None, season_game__game__isnull=False
    )
    rows = list(open_at.values_list("entry", "entry__person", "number", "season_game__game"))
    sitting = Seat.objects.filter(game__in={game for *_rest, game in rows})
    holders = {
        (game, number): person
        for game, number, person in sitting.values_list("game", "number", "person")
    }
    taken |= {entry for entry, person, number, game in rows if holders[game, number] != person}
    may_play = {entry.pk for entry in who_may_play(entries, now)}
    found = {}
    for entry in entries:
        if entry.status != EntryStatus.WITHDRAWN:
            found[entry.pk] = _("This player is in the season.")
        elif season.adjudicated_at is not None:
            found[entry.pk] = _("This season is over.")
        elif entry.person is None or not entry.person.is_active:
            found[entry.pk] = _("This account is closed.")
        elif entry.pk not in may_play:
            found[entry.pk] = _("This player may begin no games at present.")
        elif season.drawn_at is not None and entry.division_id is None:
            found[entry.pk] = _("The divisions were drawn without this player.")
        elif season.drawn_at is not None and entry.pk in taken:
            found[entry.pk] = _("Somebody plays on in a seat of this player already.")
    return found


def _take_seats_again(entry: Entry, person: Person, now: datetime) -> None:
    for seat in open_seats(entry):
        game = seat.season_game.game
        if game is None or game.status != GameStatus.RUNNING:
            continue
        if Seat.objects.filter(game=game, person=person, open_since__isnull=False).exists():
            return_to_seat(game=game, person=person, now=now)
