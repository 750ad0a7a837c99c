"""The page of a season: how to get in, the standings of all divisions, where it stands."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.clock import wording
from games.clock.terms import Terms
from games.leagues.admission import conditions, why_not_admitted
from games.leagues.models import Entry, EntryStatus, Partners, Season
from games.leagues.naming import entry_name
from games.leagues.plan import sides_of
from games.leagues.reading import kinds_of, points_of
from games.moderation.roles import office_over
from games.people.models import Person
from games.web.leagues.found import find_season
from games.web.leagues.standings import standings_html
from games.web.leagues.state import State, moment, state_of

SHOWN: Final = 5
"""Messages of directors to all players, the latest."""


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = find_season(request, slug, number)
    at = now()
    state = state_of(found, at)
    person = request.user if isinstance(request.user, Person) else None
    own = found.entries.filter(person=person).select_related("division").first() if person else None
    office = office_over(request.user, found.league)
    return render(
        request,
        "web/leagues/season.html",
        {
            "season": found,
            "league": found.league,
            "state": state,
            "terms": terms_in_words(found),
            "office": office,
            "own": own,
            "messages_told": found.messages.select_related("author")[:SHOWN]
            if office is not None or (own is not None and own.status != EntryStatus.WITHDRAWN)
            else [],
            "standings": standings_html(found) if found.drawn_at else None,
            **_registering(found, person, own, state, at),
        },
    )


def terms_in_words(season: Season) -> dict[str, Any]:
    """Gets what is to be known before one registers."""
    terms = Terms(
        **{name: season.clock[name] for name in Terms.__dataclass_fields__ if name in season.clock}
    )
    kinds = kinds_of(season)
    points = points_of(season)
    return {
        "kinds": [
            {
                "board": engine.load_board(kind.board),
                "games": kind.games,
                "seats": " / ".join(map(str, kind.seats)),
                "team": kind.team > 1,
            }
            for kind in kinds
        ],
        "pace": wording.pace(terms),
        "conditions": conditions(season),
        "points": [(sides, ", ".join(map(str, points[sides]))) for sides in sides_of(kinds)],
        "opens": moment(season.registration_opens_at),
        "closes": moment(season.registration_closes_at),
        "starts": moment(season.starts_at),
        "ends": moment(season.ends_at),
    }


def _why_not(season: Season, person: Person, own: Entry | None) -> str:
    if own is not None and own.declined_at is not None:
        return _("The directors have declined your registration. A mail told you why.")
    return why_not_admitted(season, person)


def _registering(
    season: Season, person: Person | None, own: Entry | None, state: State, at: datetime
) -> dict[str, Any]:
    """Gets what the form and the list of who has registered need."""
    inside = own is not None and own.status != EntryStatus.WITHDRAWN
    left = own is not None and own.status == EntryStatus.WITHDRAWN and own.division_id is not None
    open_ = (
        season.announced_at is not None
        and season.cancelled_at is None
        and season.adjudicated_at is None
        and season.registration_opens_at <= at < season.ends_at
    )
    entries: list[Entry] = []
    if season.drawn_at is None and season.announced_at is not None:
        shown = season.entries.filter(status__in=[EntryStatus.REGISTERED, EntryStatus.RESERVE])
        entries = list(shown.select_related("person").order_by("registered_at", "pk"))
    named = [(entry_name(entry), entry.status == EntryStatus.RESERVE) for entry in entries]
    return {
        "inside": inside,
        "can_register": open_ and not inside and not left,
        "why_not": _why_not(season, person, own) if person and open_ and not inside else "",
        "can_withdraw": inside and season.adjudicated_at is None and season.cancelled_at is None,
        "pairs": season.partners == Partners.FIXED,
        "reserve_only": state.key not in ("registering",),
        "registered": [name for name, reserve in named if not reserve],
        "reserves": [name for name, reserve in named if reserve],
    }
