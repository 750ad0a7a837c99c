"""Withdraw players from a season, and reinstate them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.substitution import return_to_seat
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonSeat
from games.leagues.season import recipients
from games.leagues.season.confirmation import count_as_confirmed
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import fill_places, who_may_not_play, willing_reserves
from games.leagues.season.standings import bump_revision, seat_holders
from games.leagues.season.substitutes import look_for_substitute, take_over_games, unsettled_seats
from games.leagues.selectors import entries_in
from games.people.models import Person
from games.tables.models import GameStatus, Seat


@transaction.atomic
def withdraw(*, season: Season, person: Person, now: datetime) -> Entry:
    """Withdraw a person from a season.

    Once the divisions are drawn, the first on the reserve list who may takes over the unfinished
    games. If there is nobody, the seats look for a substitute on the site, whose points do not
    count in the season.

    :raises Refused: if the person is not in it, or it is over.
    """
    locked = lock_season(season)
    entry = Entry.objects.filter(season=locked, person=person).first()
    return _leave(locked, entry, now)


@transaction.atomic
def withdraw_player(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Withdraw a player who has not asked for it; otherwise like :func:`withdraw`.

    :raises Refused: if the player is not in it (any more), or it is over.
    """
    locked = lock_season(season)
    found = Entry.objects.filter(season=locked, pk=entry.pk).first()
    if found is None or found.status == EntryStatus.WITHDRAWN:
        raise Refused(_("This player is no longer in the season."))
    return _leave(locked, found, now)


def withdraw_suspended(*, season: Season, now: datetime) -> None:
    """Withdraw people from a drawn season who may begin no games and have begun none of theirs.

    Running games go on. Each withdrawal is a transaction of its own, and sends a mail.
    """
    playing = entries_in(season, EntryStatus.PLAYING).filter(person__isnull=False)
    waiting = list(playing.exclude(seats__season_game__started_at__isnull=False))
    for entry in who_may_not_play(waiting, now):
        with transaction.atomic():
            withdraw_player(season=season, entry=entry, now=now)
            recipients.notify_entry(entry, "left_out", now)


def _leave(season: Season, entry: Entry | None, now: datetime) -> Entry:
    if entry is None or entry.status == EntryStatus.WITHDRAWN:
        raise Refused(_("You are not registered for this season."))
    if season.adjudicated_at is not None:
        raise Refused(_("This season is over, so there is nothing to withdraw from."))
    playing = entry.status == EntryStatus.PLAYING
    store(entry, status=EntryStatus.WITHDRAWN, withdrawn_at=now)
    if season.drawn_at is None:
        season.entries.filter(partner=entry).update(partner=None)
        if season.most_players is not None:
            fill_places(season, now)
    if playing:
        if unsettled_seats(entry):
            _find_substitute(season, entry, now)
        for seat in unsettled_seats(entry):
            look_for_substitute(seat=seat, now=now)
        bump_revision(season.divisions.filter(entries=entry))
        recipients.notify_withdrawn(entry, now)
    return entry


def _find_substitute(season: Season, leaver: Entry, now: datetime) -> None:
    """Give the games to the longest waiting substitute who may sit at one of the tables.

    Somebody on the list who plays there already must not prevent the withdrawal.
    """
    for reserve in willing_reserves(season, now):
        with suppress(Refused):
            take_over_games(season=season, leaver=leaver, newcomer=reserve, now=now)
            return


@transaction.atomic
def reinstate(
    *, season: Season, entry: Entry, partnered: Sequence[int] = (), now: datetime
) -> Entry:
    """Put a player back where they were; their seats no longer look for a substitute.

    ``partnered`` are the entries, by id, that had named this one as their partner.

    :raises Refused: if the player is not out, has left the site or missed the draw, the season is
        over, or somebody has taken a seat.
    """
    locked = lock_season(season)
    found = Entry.objects.filter(season=locked, pk=entry.pk).select_related("person").first()
    if found is None or found.person is None:
        raise Refused(_("This account is closed."))
    if why := why_not_reinstate(locked, [found], now=now).get(found.pk):
        raise Refused(why)
    if locked.drawn_at is None:
        found.status = EntryStatus.REGISTERED
        count_as_confirmed(locked, found, now)
        locked.entries.filter(pk__in=partnered, partner=None).update(partner=found)
    else:
        _take_seats_again(found, found.person, now)
        found.status = EntryStatus.PLAYING
    found.withdrawn_at = None
    found.save(update_fields=["status", "withdrawn_at", "confirmed_at"])
    bump_revision(locked.divisions.filter(entries=found))
    return found


def why_not_reinstate(season: Season, entries: Sequence[Entry], *, now: datetime) -> dict[int, str]:
    """Return why players cannot be reinstated, by the id of the entry; others are left out.

    A few queries for all of them.
    """
    taken = set(
        SeasonSeat.objects.filter(drawn_for__in=entries).values_list("drawn_for", flat=True)
    )
    open_at = SeasonSeat.objects.filter(
        entry__in=entries, season_game__settled_at=None, season_game__game__isnull=False
    )
    rows = list(open_at.values_list("entry", "entry__person", "number", "season_game__game"))
    holders = seat_holders({game for *_rest, game in rows})
    taken |= {entry for entry, person, number, game in rows if holders[game, number] != person}
    barred = who_may_not_play(entries, now)
    found = {}
    for entry in entries:
        if entry.status != EntryStatus.WITHDRAWN:
            found[entry.pk] = _("This player is in the season.")
        elif season.adjudicated_at is not None:
            found[entry.pk] = _("This season is over.")
        elif entry.person is None or not entry.person.is_active:
            found[entry.pk] = _("This account is closed.")
        elif entry in barred:
            found[entry.pk] = _("This player may not start games at present.")
        elif season.drawn_at is not None and entry.division_id is None:
            found[entry.pk] = _("The divisions were drawn without this player.")
        elif season.drawn_at is not None and entry.pk in taken:
            found[entry.pk] = _("Somebody else is already playing in a seat of this player.")
    return found


def _take_seats_again(entry: Entry, person: Person, now: datetime) -> None:
    for seat in unsettled_seats(entry):
        game = seat.season_game.game
        if game is None or game.status != GameStatus.RUNNING:
            continue
        if Seat.objects.filter(game=game, person=person, open_since__isnull=False).exists():
            return_to_seat(game=game, person=person, now=now)
