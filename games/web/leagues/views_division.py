"""Page of a division, and its cross-table."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.leagues.naming import points_text
from games.leagues.rules.cross_table import Meeting, cross_table
from games.leagues.season.standings import live_results, played_games
from games.web.leagues.lookup import find_season
from games.web.leagues.presenters.division import game_rows, points_chart
from games.web.leagues.presenters.standings import standings_tables


@require_safe
def division_page(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    season = find_season(request, slug, number)
    found = get_object_or_404(season.divisions, tier=tier)
    divisions = list(season.divisions.order_by("tier"))
    played = played_games([found])
    running = live_results([found]).get(found.pk, {})
    (table,) = standings_tables(
        season,
        [found],
        lowest=len(divisions),
        played=played,
        running={found.pk: list(running.values())} if running else None,
    )
    context = {
        "season": season,
        "table": table,
        "divisions": divisions,
        "games": game_rows(found, running, request.user),
        "course": points_chart(found, table.lines, played[found.pk].results),
    }
    return render(request, "web/leagues/division.html", context)


MAX_PLAYERS: Final = 60
"""A wider table is for a program to read: the files of the season have the same."""


@require_safe
def cross_table_page(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    season = find_season(request, slug, number)
    found = get_object_or_404(season.divisions, tier=tier)
    played = played_games([found])
    (table,) = standings_tables(season, [found], lowest=season.divisions.count(), played=played)
    results = [result for _at, result in played[found.pk].results]
    meetings = cross_table(results, played[found.pk].to_come)
    entries = {line.standing.entry: line.name for line in table.lines}
    small = len(entries) <= MAX_PLAYERS
    rows = [
        {
            "line": line,
            "cells": [
                None if other == entry else _cell(meetings.get((entry, other), Meeting()), name)
                for other, name in entries.items()
            ],
        }
        for entry, line in zip(entries, table.lines if small else [], strict=False)
    ]
    page = {"season": season, "table": table, "rows": rows, "small": small}
    return render(request, "web/leagues/cross_table.html", page)


def _cell(meeting: Meeting, name: str) -> tuple[str, str]:
    """The text of a cell, and the same as a sentence."""
    parts, labels = [], []
    if meeting.played:
        ahead = points_text(meeting.ahead)
        parts.append(f"{ahead}/{meeting.played}")
        labels.append(
            _("ahead of %(name)s in %(ahead)s of %(played)d")
            % {"name": name, "ahead": ahead, "played": meeting.played}
        )
    if meeting.to_come:
        parts.append(f"+{meeting.to_come}")
        labels.append(_("%(count)d still to play") % {"count": meeting.to_come})
    if meeting.together:
        parts.append(f"&{meeting.together}")
        labels.append(_("%(count)d as partners") % {"count": meeting.together})
    return " ".join(parts) or "–", ", ".join(labels) or _("do not play each other")
