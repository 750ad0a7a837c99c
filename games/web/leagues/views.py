"""Pages of leagues and seasons that everybody reads; register, withdraw, choose a partner."""

from __future__ import annotations

from dataclasses import astuple
from datetime import datetime
from typing import Any, Final, cast

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.db.models.lookups import IsNull
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

import engine
from games.accounts.rate_limits import REPLAY, dear_work
from games.clock.core import terms as wording
from games.clock.core.terms import Terms
from games.leagues.league import may_plan, why_not_found
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.naming import entry_name, full_name, points_in_words
from games.leagues.season import registration as registering
from games.leagues.season.draw_check import DivisionCheck, check_draw
from games.leagues.season.draw_seed import changes_text, commitment_to, field_text
from games.leagues.season.plan import game_kinds, points_by_place, side_counts
from games.leagues.season.withdrawal import withdraw
from games.leagues.selectors import entries_in, entries_to_confirm
from games.lobby.groups.members import my_groups
from games.moderation.roles import league_role, leagues_visible_to, seasons_visible_to
from games.people.groups import PlayerGroup
from games.people.models import Person
from games.tables.models import PlanPace
from games.tables.plan_choice import describe_plans, usual_plans
from games.web.leagues.lookup import find_league, find_season
from games.web.leagues.presenters.season_status import SeasonStatus, season_status
from games.web.leagues.presenters.standings import standings_html
from games.web.moderation.presenters.history import season_history
from games.web.parts.buttons import button
from games.web.parts.framing import framed_page
from games.web.parts.pages import page_of
from games.web.parts.requests import parse_number

LEAGUES_PER_PAGE: Final = 30


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    moment = now()
    person = request.user if isinstance(request.user, Person) else None
    archived_last = IsNull(F("archived_at"), False)
    leagues = leagues_visible_to(person).order_by(archived_last, "name")
    page = page_of(request, leagues, LEAGUES_PER_PAGE)
    seasons = Season.objects.filter(
        league__in=page.object_list, announced_at__isnull=False, cancelled_at=None
    )
    latest = {season.league_id: season for season in seasons.order_by("number")}
    lines = [
        {"league": league, "season": season, "state": season and season_status(season, moment)}
        for league, season in ((league, latest.get(league.pk)) for league in page.object_list)
    ]
    why = why_not_found(person, moment) if person else ""
    context = {"lines": lines, "page": page, "why_not_found": why}
    return render(request, "web/leagues/leagues.html", context)


@require_safe
def league_page(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_league(request, slug)
    moment = now()
    plans = may_plan(request.user, found) and found.archived_at is None
    seasons = seasons_visible_to(request.user).filter(league=found).order_by("-number")
    role = league_role(request.user, found)
    champions = {
        entry.season_id: entry_name(entry)
        for entry in Entry.objects.filter(
            season__league=found, rank=1, division__tier=1
        ).select_related("person")
    }
    lines = [
        {
            "season": season,
            "state": season_status(season, moment),
            "champion": champions.get(season.pk, "") if season.closed_at else "",
        }
        for season in seasons
    ]
    context = {
        "league": found,
        "directors": found.directors.order_by("name"),
        "plans": plans,
        "role": role,
        "now": [line for line in lines if line["state"].open],  # type: ignore[attr-defined]
        "lines": lines,
    }
    return render(request, "web/leagues/league.html", context)


MESSAGES_SHOWN: Final = 5
"""Messages of directors to all players, the latest."""


@require_safe
def season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = find_season(request, slug, number)
    at = now()
    state = season_status(found, at)
    person = request.user if isinstance(request.user, Person) else None
    own = found.entries.filter(person=person).select_related("division").first() if person else None
    role = league_role(request.user, found.league)
    context = {
        "season": found,
        "state": state,
        "terms": season_terms(found),
        "role": role,
        "own": own,
        "to_confirm": person is not None
        and entries_to_confirm(person).filter(season=found).exists(),
        "director_messages": found.messages.select_related("author")[:MESSAGES_SHOWN]
        if role is not None or (own is not None and own.status != EntryStatus.WITHDRAWN)
        else [],
        "standings": standings_html(found) if found.drawn_at else None,
        **_registration(found, person, own, state, at),
    }
    return render(request, "web/leagues/season.html", context)


def season_terms(season: Season) -> dict[str, Any]:
    """The terms of a season: games, points, clock and conditions."""
    kinds = game_kinds(season)
    points = points_by_place(season)
    return {
        "kinds": [(kind, engine.load_board(kind.board)) for kind in kinds],
        "pace": wording.describe_terms(Terms.from_data(season.clock)),
        "plans": describe_plans(
            season.clock.get("plans", usual_plans(rated=True)),
            season.clock.get("plan_pace", PlanPace.MINUTES),
        ),
        "conditions": registering.conditions(season),
        "points": [(sides, points_in_words(points[sides])) for sides in side_counts(kinds)],
    }


def _registration(
    season: Season, person: Person | None, own: Entry | None, state: SeasonStatus, at: datetime
) -> dict[str, Any]:
    """Context for the form and the list of those who have registered."""
    inside = own is not None and own.status != EntryStatus.WITHDRAWN
    left = own is not None and not inside and own.division_id is not None
    is_time = season.registration_opens_at <= at < season.ends_at
    may_register = season.announced_at is not None and season.goes_on and is_time and not inside
    named: dict[str, list[tuple[str, PlayerGroup | None]]] = {"registered": [], "reserve": []}
    if season.drawn_at is None and season.announced_at is not None:
        entries = entries_in(season, EntryStatus.REGISTERED, EntryStatus.RESERVE)
        for entry in entries.select_related("club"):
            named[entry.status].append((entry_name(entry), entry.club))
    return {
        "inside": inside,
        "unanswered": own is not None
        and season.started_at is not None
        and own.registered_at <= season.started_at,
        "can_register": may_register and not left,
        "why_not": registering.why_not_admitted(season, person, own)
        if person and may_register
        else "",
        "can_withdraw": inside and season.goes_on,
        "pairs": season.paired,
        "clubs": my_groups(person) if person and may_register else (),
        "reserve_only": state.key != "registering",
        "full": registering.is_full(season),
        "registered": named["registered"],
        "reserves": named["reserve"],
    }


DRAW_CHECK_KEPT_FOR: Final = 24 * 3600
"""Seconds; a season that is closed is drawn no more."""


@require_safe
def draw_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the commitment to the draw; after the end also its seed, and the draw repeated."""
    season = find_season(request, slug, number)
    checks: list[DivisionCheck] = []
    if season.closed_at is not None:
        key = f"draw-check-{season.pk}"
        found = cache.get(key)
        if found is None:
            with dear_work(request, REPLAY, request.user.pk):
                found = [astuple(check) for check in check_draw(season)]
            cache.set(key, found, DRAW_CHECK_KEPT_FOR)
        checks = [DivisionCheck(*values) for values in found]
    context = {
        "season": season,
        "commitment": commitment_to(season),
        "field": field_text(season),
        "changes": changes_text(season),
        "checks": checks,
    }
    return render(request, "web/leagues/draw.html", context)


@login_required
@require_safe
def season_decisions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show decisions, roles and reasons to those who play or played in the league."""
    season = find_season(request, slug, number)
    person = cast(Person, request.user)
    oversees = league_role(person, season.league) is not None
    entries = Entry.objects.filter(season__league=season.league_id, person=person)
    if not oversees and not entries.exists():
        raise PermissionDenied(_("Only players and directors of a league can read its decisions."))
    context = {
        "season": season,
        "oversees": oversees,
        "history": season_history(season, actor=person),
    }
    return render(request, "web/leagues/decisions.html", context)


@require_safe
@xframe_options_exempt
def embedded_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The public standings; the one page that others may frame. It asks for no session."""
    drawn = seasons_visible_to(None).filter(drawn_at__isnull=False)
    season = get_object_or_404(drawn, league__slug=slug, number=number)
    html = render_to_string(
        "web/leagues/embed.html",
        {"season": season, "name": full_name(season), "standings": standings_html(season)},
    )
    return framed_page(html)


FIELDS: Final = ("partner", "club", "contribution", "stands_by", "accepts_directors")


@button("season", "slug", "number", keep={name: name for name in FIELDS})
def register_view(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    entry = registering.register(
        season=find_season(request, slug, number),
        person=person,
        partner=request.POST.get("partner", "")[:80],
        club=parse_number(request.POST.get("club", ""), 18),
        contribution=request.POST.get("contribution", ""),
        stands_by="stands_by" in request.POST,
        accepts_directors="accepts_directors" in request.POST,
        now=now(),
    )
    if entry.status == EntryStatus.ASKED:
        return _("You have asked to play. A director will decide.")
    if entry.status == EntryStatus.RESERVE:
        return _("You are on the reserve list. We have sent you an email to confirm it.")
    return _("You are registered. We have sent you an email to confirm it.")


@button("season", "slug", "number")
def withdraw_view(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    withdraw(season=find_season(request, slug, number), person=person, now=now())
    return _("You have withdrawn from this season.")


@button("season", "slug", "number")
def stand_by_view(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    season, willing = find_season(request, slug, number), request.POST.get("willing") == "yes"
    if registering.stand_by(season=season, person=person, willing=willing).stands_by:
        return _("You will take over games when you reach the top of the list.")
    return _("You will not take over games in this season.")


@button("season", "slug", "number", keep={"partner": "partner"})
def choose_partner_view(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    entry = registering.choose_partner(
        season=find_season(request, slug, number),
        person=person,
        partner=request.POST.get("partner", "")[:80],
        now=now(),
    )
    if entry.partner is None:
        return _("You will get a partner by lot.")
    if entry.partner.partner_id == entry.pk:
        return _("You are now partners.")
    return _("Your partner must name you, too; then you are partners.")
