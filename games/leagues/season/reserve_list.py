"""The reserve list: its order, and places that become free before the draw.

Its order is that of registration and never changes. Decision 72 says who comes in when.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season import recipients
from games.leagues.season.locking import store
from games.leagues.selectors import entries_in
from games.people.sanctions import suspended_among


def reserves(season: Season, now: datetime) -> list[Entry]:
    """Entries on the reserve list who may begin games, the longest waiting first."""
    return who_may_play(list(entries_in(season, EntryStatus.RESERVE)), now)


def willing_reserves(season: Season, now: datetime) -> list[Entry]:
    """Return reserves who agreed to take over games in the middle of the season."""
    return [entry for entry in reserves(season, now) if entry.stands_by]


def who_may_play(entries: Sequence[Entry], now: datetime) -> list[Entry]:
    """Return those of these entries whose people may begin games."""
    active = [entry for entry in entries if entry.person is not None and entry.person.is_active]
    suspended = suspended_among((entry.person_id for entry in active if entry.person_id), now=now)
    return [entry for entry in active if entry.person_id not in suspended]


def who_may_not_play(entries: Sequence[Entry], now: datetime) -> list[Entry]:
    """Return the others of these entries."""
    inside = {entry.pk for entry in who_may_play(entries, now)}
    return [entry for entry in entries if entry.pk not in inside]


def is_silent(season: Season, entry: Entry, now: datetime) -> bool:
    """Whether the person of an entry was to confirm by now, and has not."""
    asked = season.confirm_by is not None and now >= season.confirm_by
    return asked and entry.confirmed_at is None


def fill_places(season: Season, now: datetime) -> None:
    """Give the places that are free before the draw to the reserve list, in its order.

    The caller holds the lock of the season. Those who came in get a mail.
    """
    for entry in reserves_with_places(season, now):
        store(entry, status=EntryStatus.REGISTERED)
        recipients.notify_entry(entry, "place", now, at=entry.registered_at.isoformat())


def reserves_with_places(season: Season, now: datetime) -> list[Entry]:
    """Return reserves who would get a place before the draw, in the order of the list.

    Without a limit of players everybody gets one. Who was to confirm and has not gets none.
    """
    waiting = [] if season.drawn_at is not None else reserves(season, now)
    waiting = [entry for entry in waiting if not is_silent(season, entry, now)]
    if season.most_players is None:
        return waiting
    taken = season.entries.filter(status=EntryStatus.REGISTERED).count()
    return waiting[: max(0, season.most_players - taken)]
