"""Standings as a file for tables, and the dates of a season for calendars."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.leagues.naming import full_name
from games.web.leagues.csv_files import csv_file
from games.web.leagues.found import find_season
from games.web.leagues.lines import tables_of

COLUMNS = (
    "division", "place", "player", "points", "games", "in_play", "encounters", "wins", "share",
    "tickets",
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
        ]
        for table in tables_of(season, divisions, lowest=len(divisions))
        for line in table.lines
    )
    return csv_file(f"{slug}-{number}.csv", COLUMNS, rows)


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
    url = settings.SITE_URL + reverse("season", args=[slug, number])
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Night Mail//leagues//EN"]
    for key, at, words in dates:
        lines += [
            "BEGIN:VEVENT",
            f"UID:season-{season.pk}-{key}@{host}",
            f"DTSTAMP:{_utc(season.announced_at or season.planned_at)}",
            f"DTSTART:{_utc(at)}",
            f"SUMMARY:{_escaped(words % {'season': name})}",
            f"URL:{url}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    text = "".join(f"{folded}\r\n" for line in lines for folded in [_folded(line)])
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}.ics"'
    return response


def _decimal(number: Fraction) -> Decimal:
    return Decimal(f"{float(number):.4f}")


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Folds a line that is longer than 75 octets (RFC 5545, 3.1)."""
    parts, part = [], ""
    for sign in line:
        if len((part + sign).encode()) > 74:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part])
