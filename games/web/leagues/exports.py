"""Standings as a file for tables, and the dates of a season for calendars."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.leagues.naming import full_name
from games.web.leagues.found import find_season
from games.web.leagues.lines import tables_of

COLUMNS = (
    "division", "place", "player", "points", "games", "in_play", "encounters", "wins", "share",
    "tickets",
)  # fmt: skip


@require_safe
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Numbers are written with a dot, fractions to four places; text that a table program would
    take for a formula is quoted."""
    season = find_season(request, slug, number)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}.csv"'
    writer = csv.writer(response)
    writer.writerow(COLUMNS)
    divisions = list(season.divisions.order_by("tier"))
    for table in tables_of(season, divisions, lowest=len(divisions)):
        for line in table.lines:
            standing = line.standing
            writer.writerow(
                [
                    table.division.tier,
                    standing.rank,
                    _harmless(line.name),
                    f"{float(standing.points):.4f}",
                    standing.played,
                    line.running,
                    standing.tie.encounters,
                    f"{float(standing.tie.wins):.4f}",
                    f"{float(standing.tie.share):.4f}",
                    standing.tie.tickets,
                ]
            )
    return response


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


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


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
