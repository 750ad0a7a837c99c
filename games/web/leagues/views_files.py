"""Files of a season: standings, pairings and games as CSV, dates as iCalendar."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.common.links import site_url
from games.leagues.models import SeasonGame
from games.leagues.naming import entry_name, full_name
from games.leagues.season.fixtures import games_with_seats
from games.notifications.feeds.icalendar import CalendarEvent, write_calendar
from games.web.leagues.lookup import find_season
from games.web.leagues.presenters.standings import standings_tables

FORMULA_STARTS: Final = "=+-@\t\r\n|＝＋－＠"
"""With one of these a cell begins that some table program would carry out; full-width ones too."""


def csv_response(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> HttpResponse:
    """The answer that a browser stores as a file of this name."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return response


def _cell(value: object) -> object:
    """A value as a table program reads it: times in UTC, nothing for None, harmless text."""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, str):
        return f"'{value}" if value.lstrip(" \u00a0")[:1] in tuple(FORMULA_STARTS) else value
    return "" if value is None else value


STANDINGS_COLUMNS = (
    "division", "place", "player", "points", "games", "in_play", "encounters", "wins", "share",
    "tickets", "uncounted", "club",
)  # fmt: skip


@require_safe
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Numbers are written with a dot, fractions to four places."""
    season = find_season(request, slug, number)
    divisions = list(season.divisions.order_by("tier"))
    rows = (
        [
            table.division.tier,
            line.standing.rank,
            line.name,
            _decimal(line.standing.points),
            line.standing.played,
            line.running,
            line.standing.tie.encounters,
            _decimal(line.standing.tie.wins),
            _decimal(line.standing.tie.share),
            line.standing.tie.tickets,
            line.standing.uncounted,
            line.club,
        ]
        for table in standings_tables(season, divisions, lowest=len(divisions))
        for line in table.lines
    )
    return csv_response(f"{slug}-{number}.csv", STANDINGS_COLUMNS, rows)


@require_safe
def season_ics(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The dates of a season as a calendar (RFC 5545)."""
    season = find_season(request, slug, number)
    name = full_name(season)
    dates = [
        ("opens", season.registration_opens_at, _("%(season)s: registration opens")),
        ("closes", season.registration_closes_at, _("%(season)s: registration closes")),
        ("starts", season.starts_at, _("%(season)s: the games begin")),
        ("ends", season.ends_at, _("%(season)s: last day")),
    ]
    host = urlsplit(settings.SITE_URL).hostname
    text = write_calendar(
        name=name,
        maker="-//Night Mail//leagues//EN",
        moments=[
            CalendarEvent(
                f"season-{season.pk}-{key}@{host}",
                at,
                words % {"season": name},
                "",
                site_url("season", slug, number),
            )
            for key, at, words in dates
        ],
        now=season.announced_at or season.planned_at,
    )
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}.ics"'
    return response


def _decimal(number: Fraction) -> Decimal:
    return Decimal(f"{float(number):.4f}")


MAX_SEATS = 6
"""As many as the largest table has."""
GAME_COLUMNS = ("division", "game", "board", "code")
PAIRINGS_COLUMNS = (*GAME_COLUMNS, *(f"player_{seat + 1}" for seat in range(MAX_SEATS)))
GAMES_COLUMNS = (
    *GAME_COLUMNS, "started", "settled", "verdict", "seat", "team", "player", "drawn_for", "left",
    "place", "score", "tickets",
)  # fmt: skip


@require_safe
def pairings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A row for each game that was drawn, with its players in the order of the seats."""
    season = find_season(request, slug, number)
    rows = (
        [
            *_game_columns(game),
            *(entry_name(seat.entry) for seat in game.seats.all()),
            *[""] * (MAX_SEATS - len(game.seats.all())),
        ]
        for game in games_with_seats(division__season=season)
    )
    return csv_response(f"{slug}-{number}-pairings.csv", PAIRINGS_COLUMNS, rows)


@require_safe
def games_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A row for each seat of each game: who plays there and what came of it. Times are in UTC."""
    season = find_season(request, slug, number)
    rows = (
        [
            *_game_columns(game),
            game.started_at,
            game.settled_at,
            game.verdict,
            seat.number + 1,
            None if seat.team is None else seat.team + 1,
            entry_name(seat.entry),
            entry_name(seat.drawn_for) if seat.drawn_for else "",
            "yes" if seat.left else "no",
            seat.place,
            seat.score,
            seat.tickets,
        ]
        for game in games_with_seats(division__season=season)
        for seat in game.seats.all()
    )
    return csv_response(f"{slug}-{number}-games.csv", GAMES_COLUMNS, rows)


def _game_columns(game: SeasonGame) -> list[object]:
    return [
        game.division.tier,
        game.number,
        engine.load_board(game.board).name,
        game.game.code if game.game else "",
    ]
