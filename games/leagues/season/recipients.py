"""The recipients of notices about a season.

Call each function in the transaction of the change that it reports. Equal notices are written
once, so a repeated step notifies nobody twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from games.leagues.models import Entry, EntryStatus, Season, SeasonMessage
from games.leagues.selectors import entries_in
from games.notifications.models import NoticeKind
from games.notifications.outbox import notify
from games.people.models import Person


def topic_of(season: Season) -> str:
    """Return the conversation of all mails about a season."""
    return f"season:{season.pk}"


def notify_announced(season: Season, now: datetime) -> None:
    """Notify earlier players of the league that they can register."""
    _notify(earlier_players(season), season, "announced", now)


def notify_registered(entry: Entry, now: datetime) -> None:
    """Confirm a registration."""
    what = {EntryStatus.RESERVE: "reserve", EntryStatus.ASKED: "asked"}.get(
        EntryStatus(entry.status), "registered"
    )
    if what == "asked":
        notify_directors_daily(entry.season, "asking", now)
    notify_entry(entry, what, now, at=entry.registered_at.isoformat())


def notify_directors_daily(season: Season, what: str, now: datetime) -> None:
    """Notify the directors once a day, as `notify_entry` does."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    _notify(season.league.directors.all(), season, what, now, at=today.isoformat())


def notify_entry(entry: Entry, what: str, now: datetime, **about: object) -> None:
    """Notify the person of an entry.

    ``what`` is a key of `TEXTS` in :mod:`games.leagues.notice_texts`; ``about`` is what makes this
    notice another one than the last.
    """
    notify_entries(entry.season, [entry], what, now, **about)


def notify_entries(
    season: Season, entries: Iterable[Entry], what: str, now: datetime, **about: object
) -> None:
    """Notify the people of entries of one season, as `notify_entry` does."""
    _notify(_people(entries), season, what, now, **about)


def notify_players(season: Season, what: str, now: datetime, **about: object) -> None:
    """Notify all who play in a season, as `notify_entry` does."""
    notify_entries(season, entries_in(season, EntryStatus.PLAYING), what, now, **about)


def notify_ended_undrawn(season: Season, now: datetime) -> None:
    """Tell the directors, and who is still in it, that a season ended without a draw."""
    people = [*season.league.directors.all(), *participants(season)]
    _notify(people, season, "ended_undrawn", now)


def notify_vote(season: Season, people: Iterable[Person], vote: int, now: datetime) -> None:
    """Notify directors that the players of a game agreed on something to be confirmed."""
    _notify(people, season, "vote", now, vote=vote)


def notify_started(season: Season, now: datetime) -> None:
    """Tell all players of a season their games, and those still asking that it has begun."""
    notify_players(season, "started", now)
    notify_entries(season, entries_in(season, EntryStatus.ASKED), "unanswered", now)


def notify_withdrawn(entry: Entry, now: datetime) -> None:
    """Notify the directors that a player left."""
    season = entry.season
    _notify(season.league.directors.all(), season, "withdrawn", now, entry=entry.pk)


def notify_message(message: SeasonMessage, now: datetime) -> None:
    """Send everybody in a season, and its directors, a message to the players."""
    season = message.season
    people = [*participants(season), *season.league.directors.filter(is_active=True)]
    readers = [person for person in people if person.pk != message.author_id]
    _notify(readers, season, "written", now, message=message.pk)


def notify_outage(
    season: Season, since: datetime, dates: Mapping[str, datetime], now: datetime
) -> None:
    """Notify everybody in a season, and its directors, of dates moved by an outage."""
    moved = {
        name: [at.isoformat(), getattr(season, name).isoformat()] for name, at in dates.items()
    }
    people = [*participants(season), *season.league.directors.all()]
    times = {"since": since.isoformat(), "at": now.isoformat()}
    _notify(people, season, "outage", now, **times, dates=moved)


def earlier_players(season: Season) -> list[Person]:
    """Return the people who played in the league before, or have registered already."""
    entries = Person.objects.filter(entries__season__league=season.league_id, is_active=True)
    return list(entries.distinct())


def participants(season: Season) -> list[Person]:
    """Return the people who are registered, playing or waiting in a season, and have not left."""
    entries = season.entries.exclude(status=EntryStatus.WITHDRAWN)
    return _people(entries.select_related("person"))


def _people(entries: Iterable[Entry]) -> list[Person]:
    return [entry.person for entry in entries if entry.person is not None]


def _notify(
    people: Iterable[Person], season: Season, what: str, now: datetime, **about: object
) -> None:
    data = {"season": season.pk, "what": what, **about}
    # Some directors play, too.
    for person in dict.fromkeys(people):
        notify(person=person, kind=NoticeKind.LEAGUE, topic=topic_of(season), data=data, now=now)
