"""Who is told what about a season. What it says in words stands in ``told.py``.

Every function is called in the transaction of what it tells. Equal notices are told once, so a
step that is run again tells nobody twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonMessage
from games.notices.models import NoticeKind
from games.notices.outbox import tell
from games.people.models import Person


def topic_of(season: Season) -> str:
    """Gets the conversation that all mails about a season belong to."""
    return f"season:{season.pk}"


def tell_announced(season: Season, now: datetime) -> None:
    """Tells who played in the league before that they can register."""
    _tell(earlier_players(season), season, "announced", now)


def tell_registered(entry: Entry, now: datetime) -> None:
    """Confirms a registration."""
    what = {EntryStatus.RESERVE: "reserve", EntryStatus.ASKED: "asked"}.get(
        EntryStatus(entry.status), "registered"
    )
    if what == "asked":
        _tell_asking(entry.season, now)
    _tell(_people([entry]), entry.season, what, now, at=entry.registered_at)


def _tell_asking(season: Season, now: datetime) -> None:
    """Tells the directors that somebody waits for their word: once a day."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    _tell(season.league.directors.all(), season, "asking", now, at=today)


def tell_waiting(entry: Entry, now: datetime) -> None:
    """Tells somebody whom the draw left on the reserve list."""
    _tell(_people([entry]), entry.season, "waiting", now)


def tell_place(entry: Entry, now: datetime) -> None:
    """Tells somebody on the reserve list that they have a place, before the draw."""
    _tell(_people([entry]), entry.season, "place", now, at=entry.registered_at)


def tell_left_out(entry: Entry, now: datetime) -> None:
    """Tells somebody that they do not play, because they may begin no games."""
    _tell(_people([entry]), entry.season, "left_out", now)


def tell_stuck(season: Season, now: datetime) -> None:
    """Tells the directors that a season cannot be drawn: once a day."""
    directors = season.league.directors.all()
    _tell(
        directors, season, "stuck", now, at=now.replace(hour=0, minute=0, second=0, microsecond=0)
    )


def tell_started(season: Season, now: datetime) -> None:
    """Tells all players of a season their games, and against whom they are."""
    _tell(_people(_playing(season)), season, "started", now)


def tell_started_late(division: Division, now: datetime) -> None:
    """Tells the players of a division that was opened later their games."""
    players = division.entries.select_related("person")
    _tell(_people(players), division.season, "started", now)


def tell_substitute(entry: Entry, now: datetime) -> None:
    """Tells a substitute which games they take over."""
    _tell(_people([entry]), entry.season, "substitute", now)


def tell_withdrawn(entry: Entry, now: datetime) -> None:
    """Tells the directors that a player left."""
    season = entry.season
    _tell(season.league.directors.all(), season, "withdrawn", now, entry=entry.pk)


def tell_summary(season: Season, now: datetime) -> None:
    """Tells all players how the season stands."""
    _tell(_people(_playing(season)), season, "summary", now, at=now)


def tell_result(season: Season, now: datetime) -> None:
    """Tells all players their final rank, and where they belong next season."""
    _tell(_people(_playing(season)), season, "result", now)


def tell_written(message: SeasonMessage, now: datetime) -> None:
    """Tells everybody in a season, and its directors, what was written to the players."""
    season = message.season
    directors = list(season.league.directors.filter(is_active=True))
    told = {person.pk: person for person in (*everybody_in(season), *directors)}
    if message.author_id is not None:
        told.pop(message.author_id, None)
    _tell(told.values(), season, "written", now, message=message.pk)


def tell_corrected(entries: Iterable[Entry], now: datetime) -> None:
    """Tells people that their final rank, or where they belong next season, has changed."""
    for entry in entries:
        _tell(_people([entry]), entry.season, "corrected", now, at=now)


def tell_outage(
    season: Season, since: datetime, dates: Mapping[str, datetime], now: datetime
) -> None:
    """Tells everybody in a season, and its directors, which dates an outage has moved."""
    moved = {
        name: [at.isoformat(), getattr(season, name).isoformat()] for name, at in dates.items()
    }
    people = {
        person.pk: person for person in (*everybody_in(season), *season.league.directors.all())
    }
    for person in people.values():
        tell(
            person=person,
            kind=NoticeKind.LEAGUE,
            topic=topic_of(season),
            data={
                "season": season.pk,
                "what": "outage",
                "since": since.isoformat(),
                "at": now.isoformat(),
                "dates": moved,
            },
            now=now,
        )


def earlier_players(season: Season) -> list[Person]:
    """Gets who played in the league before, or has registered already."""
    entries = Person.objects.filter(entries__season__league=season.league_id, is_active=True)
    return list(entries.distinct())


def everybody_in(season: Season) -> list[Person]:
    """Gets who has registered for a season, plays in it or waits, and has not left."""
    entries = season.entries.exclude(status=EntryStatus.WITHDRAWN)
    return _people(entries.select_related("person"))


def _playing(season: Season) -> Iterable[Entry]:
    return season.entries.filter(status=EntryStatus.PLAYING).select_related("person")


def _people(entries: Iterable[Entry]) -> list[Person]:
    return [entry.person for entry in entries if entry.person is not None]


def _tell(
    people: Iterable[Person],
    season: Season,
    what: str,
    now: datetime,
    *,
    at: datetime | None = None,
    entry: int | None = None,
    message: int | None = None,
) -> None:
    data: dict[str, object] = {"season": season.pk, "what": what}
    if at is not None:
        data["at"] = at.isoformat()
    if entry is not None:
        data["entry"] = entry
    if message is not None:
        data["message"] = message
    for person in people:
        tell(person=person, kind=NoticeKind.LEAGUE, topic=topic_of(season), data=data, now=now)
