"""Leaving a season: freely before it is drawn, and with a substitute afterwards."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.changed import standings_changed
from games.leagues.handing_over import look_for_substitute
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.reserve_list import fill_places, standing_by, who_may_play
from games.leagues.substitutes import open_seats, substitute
from games.people.models import Person


@transaction.atomic
def withdraw(*, season: Season, person: Person, now: datetime) -> Entry:
    """Takes a person out of a season.

    Once the divisions are drawn, the first on the reserve list who may takes over what is not
    finished. Where nobody does, the seats look for a substitute on the site, whose points are
    nobody's in the season.

    :raises Refused: if the person is not in it, or it is over.
    """
    locked = lock_season(season)
    entry = Entry.objects.filter(season=locked, person=person).first()
    return _leave(locked, entry, now)


@transaction.atomic
def withdraw_player(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Takes a player out of a season, who has not asked for it; otherwise as :func:`withdraw`.

    :raises Refused: if the player is not in it (any more), or it is over.
    """
    locked = lock_season(season)
    found = Entry.objects.filter(season=locked, pk=entry.pk).first()
    if found is None or found.status == EntryStatus.WITHDRAWN:
        raise Refused(_("This player is not in the season any more."))
    return _leave(locked, found, now)


def leave_out_suspended(*, season: Season, now: datetime) -> list[Entry]:
    """Takes those out of a drawn season who may begin no games and have begun none of theirs.

    Games that they play go on. Each is a transaction of its own, and gets a mail. Gets who was
    taken out.
    """
    waiting = season.entries.filter(status=EntryStatus.PLAYING, person__isnull=False).exclude(
        seats__season_game__started_at__isnull=False
    )
    entries = list(waiting.select_related("person"))
    may_play = {entry.pk for entry in who_may_play(entries, now)}
    out = [entry for entry in entries if entry.pk not in may_play]
    for entry in out:
        with transaction.atomic():
            withdraw_player(season=season, entry=entry, now=now)
            mails.tell_left_out(entry, now)
    return out


def _leave(season: Season, entry: Entry | None, now: datetime) -> Entry:
    if entry is None or entry.status == EntryStatus.WITHDRAWN:
        raise Refused(_("You are not registered for this season."))
    if season.adjudicated_at is not None:
        raise Refused(_("This season is over: nobody needs to leave it."))
    playing = entry.status == EntryStatus.PLAYING
    entry.status = EntryStatus.WITHDRAWN
    entry.withdrawn_at = now
    entry.save(update_fields=["status", "withdrawn_at"])
    if season.drawn_at is None:
        season.entries.filter(partner=entry).update(partner=None)
        if season.most_players is not None:
            fill_places(season, now)
    if playing:
        if open_seats(entry):
            _find_substitute(season, entry, now)
        for seat in open_seats(entry):
            look_for_substitute(seat=seat, now=now)
        standings_changed(season.divisions.filter(entries=entry))
        mails.tell_withdrawn(entry, now)
    return entry


def _find_substitute(season: Season, gone: Entry, now: datetime) -> None:
    """Lets who has waited longest take over; who may sit at none of those tables goes on waiting.

    Or somebody on the list who plays there already would keep everybody else from leaving.
    """
    for reserve in standing_by(season, now):
        with suppress(Refused):
            substitute(season=season, gone=gone, comes=reserve, now=now)
            return
