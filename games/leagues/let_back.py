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
    if found is None or found.status != EntryStatus.WITHDRAWN:
        raise Refused(_("This player is in the season."))
    if locked.adjudicated_at is not None:
        raise Refused(_("This season is over."))
    if found.person is None or not found.person.is_active:
        raise Refused(_("This account is closed."))
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


def _take_seats_again(entry: Entry, person: Person, now: datetime) -> None:
    if entry.division_id is None:
        raise Refused(_("The divisions were drawn without this player."))
    held = [
        (seat.season_game.game, Seat.objects.get(game=seat.season_game.game_id, number=seat.number))
        for seat in open_seats(entry)
        if seat.season_game.game is not None
    ]
    handed_over = SeasonSeat.objects.filter(drawn_for=entry).exists()
    if handed_over or any(row.person_id != person.pk for _game, row in held):
        raise Refused(_("Somebody plays on in a seat of this player already."))
    for game, row in held:
        if game.status == GameStatus.RUNNING and row.open_since is not None:
            return_to_seat(game=game, person=person, now=now)
