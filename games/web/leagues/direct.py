"""The page on which directors run a season, and what they do there: POST only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.leagues import announce as announcing
from games.leagues.admit_late import admit_late
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.naming import entry_name
from games.leagues.preview import preview
from games.leagues.runner import run_season
from games.leagues.substitutes import open_seats
from games.leagues.withdraw import withdraw_player
from games.people.models import Person
from games.web.leagues.found import find_directed
from games.web.leagues.season import terms_in_words
from games.web.leagues.state import moment, state_of
from games.web.leagues.steps import steps_of


@login_required
@require_safe
def direct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_directed(request, slug, number)
    at = now()
    entries = list(
        season.entries.select_related("person", "division").order_by("registered_at", "pk")
    )
    reserves = [entry for entry in entries if entry.status == EntryStatus.RESERVE]
    return render(
        request,
        "leagues/direct.html",
        {
            "season": season,
            "league": season.league,
            "state": state_of(season, at),
            "terms": terms_in_words(season),
            "steps": steps_of(season, at),
            "preview": preview(season),
            "can_announce": season.announced_at is None and season.cancelled_at is None,
            "can_cancel": season.started_at is None and season.cancelled_at is None,
            "can_change": season.announced_at is None and season.cancelled_at is None,
            "reserves": [
                (entry.pk, entry_name(entry), moment(entry.registered_at)) for entry in reserves
            ],
            "leavers": [
                (entry.pk, entry_name(entry), count)
                for entry in entries
                if entry.status == EntryStatus.WITHDRAWN and entry.division_id
                if (count := len(open_seats(entry)))
            ]
            if season.adjudicated_at is None
            else [],
            "players": [
                (entry.pk, entry_name(entry), entry.division.name if entry.division else "")
                for entry in entries
                if entry.status in (EntryStatus.REGISTERED, EntryStatus.PLAYING)
            ],
            "open": season.adjudicated_at is None and season.cancelled_at is None,
        },
    )


def _announce(request: HttpRequest, season: Season, person: Person) -> str:
    announcing.announce(season=season, director=person, now=now())
    return _("The season is announced. From now on it runs by itself.")


def _cancel(request: HttpRequest, season: Season, person: Person) -> str:
    announcing.cancel_season(season=season, director=person, now=now())
    return _("The season is cancelled.")


def _admit(request: HttpRequest, season: Season, person: Person) -> str:
    entry = _entry(request, season, "entry")
    gone = request.POST.get("replacing", "")
    admit_late(
        season=season,
        director=person,
        entry=entry,
        replacing=_entry(request, season, "replacing") if gone else None,
        now=now(),
    )
    return _("%(name)s plays.") % {"name": entry_name(entry)}


def _remove(request: HttpRequest, season: Season, person: Person) -> str:
    entry = _entry(request, season, "entry")
    withdraw_player(season=season, director=person, entry=entry, now=now())
    return _("%(name)s does not play any more.") % {"name": entry_name(entry)}


def _run(request: HttpRequest, season: Season, person: Person) -> str:
    # The worker does the same every minute; a director need not wait for it, or wonder.
    taken = run_season(season=season, now=now())
    return _("Done: %(steps)s.") % {"steps": ", ".join(taken)} if taken else _("Nothing is due.")


def _entry(request: HttpRequest, season: Season, name: str) -> Entry:
    pk = request.POST.get(name, "")
    entry = season.entries.filter(pk=int(pk)).first() if pk.isdecimal() and len(pk) < 12 else None
    if entry is None:
        raise Refused(_("Choose a player from the list."))
    return entry


DEEDS: Final[dict[str, Callable[[HttpRequest, Season, Person], str]]] = {
    "announce": _announce,
    "cancel": _cancel,
    "admit": _admit,
    "remove": _remove,
    "run": _run,
}


@login_required
@require_POST
def act(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """Does one thing to a season, for a director; everybody else finds nothing here."""
    season = find_directed(request, slug, number)
    if deed not in DEEDS:
        raise Http404
    try:
        told = DEEDS[deed](request, season, cast(Person, request.user))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, told)
    return redirect("direct-season", slug, number)
