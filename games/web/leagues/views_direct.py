"""Pages for directors: a season, a league, a plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.dates import format_datetime
from games.common.links import site_url
from games.leagues.league import may_plan
from games.leagues.models import EntryStatus, League, Season
from games.leagues.naming import entry_name
from games.leagues.season.dates import make_up_for_outage
from games.leagues.season.draw_preview import preview_draw
from games.leagues.season.plan import change_plan, plan_season
from games.leagues.season.runner import run_season
from games.leagues.selectors import entries_in
from games.moderation import audit
from games.moderation.conflicts import standing_in_season
from games.moderation.models import ModerationAction
from games.moderation.proposals import open_proposals
from games.moderation.roles import league_role
from games.moderation.undo import undo
from games.moderation.voices import DIVISIONS, Voice
from games.people.models import Person
from games.tables.seat_names import seat_names
from games.votes.selectors import agreed_votes
from games.votes.wording import describe_proposal
from games.web.leagues.decision_forms import LEAGUE_DECISIONS, SEASON_DECISIONS, decided
from games.web.leagues.lookup import find_overseen_league, find_overseen_season, find_season
from games.web.leagues.plan_form import PlanForm, default_plan, plan_like, why_not_again
from games.web.leagues.presenters.season_status import season_status, season_timeline
from games.web.leagues.views import season_terms
from games.web.moderation.decision_forms import BoundDecision, confirm_decision, object_to_decision
from games.web.moderation.presenters.history import league_history, season_history
from games.web.parts.buttons import button
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import parse_number


@login_required
@require_safe
def direct_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _season_page(request, find_overseen_season(request, slug, number))


@login_required
@require_POST
def decide_in_season_view(request: HttpRequest, slug: str, number: int, key: str) -> HttpResponse:
    """Decide in a season; answer 404 to people without a role there."""
    season = find_overseen_season(request, slug, number)
    failed = SEASON_DECISIONS.decide(request, season, key)
    if failed is None:
        return redirect("direct-season", slug, number)
    return _season_page(request, season, failed=failed)


@button("direct-season", "slug", "number")
def run_steps(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    """Take the steps that are due, which needs no reason: the worker does so every minute."""
    season, at = find_overseen_season(request, slug, number), now()
    # The worker may have been away: then the dates move, and nothing is due by the old ones.
    make_up_for_outage(beats=False, now=at)
    taken = run_season(season=season, now=at)
    if not taken:
        return _("There is nothing to do now.")
    return _("Done: %(steps)s.") % {"steps": ", ".join(taken)}


@button("direct-season", "slug", "number")
def undo_in_season(request: HttpRequest, person: Person, slug: str, number: int, pk: int) -> str:
    """Undo what was decided in a season, where that can be."""
    season = find_overseen_season(request, slug, number)
    entry = get_object_or_404(audit.entries_of_season(season), pk=pk)
    reason = request.POST.get("reason", "")
    return decided(undo(actor=person, entry=entry, reason=reason, now=now()))


@button("direct-season", "slug", "number")
def confirm_in_season(request: HttpRequest, person: Person, slug: str, number: int, pk: int) -> str:
    """Confirm what somebody else proposed in a season."""
    season = find_overseen_season(request, slug, number)
    proposals = open_proposals().filter(game=None, data__season=season.pk)
    return confirm_decision(request, get_object_or_404(proposals, pk=pk))


@button("season-decisions", "slug", "number")
def object_in_season(request: HttpRequest, person: Person, slug: str, number: int, pk: int) -> str:
    """Object to a proposal in a season."""
    season = find_season(request, slug, number)
    proposals = audit.entries_of_season(season).filter(action=ModerationAction.PROPOSE)
    return object_to_decision(request, get_object_or_404(proposals, pk=pk))


def _season_page(
    request: HttpRequest, season: Season, *, failed: BoundDecision | None = None
) -> HttpResponse:
    at, person = now(), cast(Person, request.user)
    standing = standing_in_season(person, season)
    about_divisions = standing_in_season(person, season, action=ModerationAction.MOVE_PLAYER)

    def voice(action: ModerationAction) -> Voice:
        if action in DIVISIONS:
            return about_divisions.voice(action)
        if action == ModerationAction.MOVE_DATES:
            return standing.voice(action)
        # Who is involved in a decision about one player depends on the division of the player.
        return Voice.ALONE

    actions = SEASON_DECISIONS.offered(season, person, failed, voice=voice)
    plans = may_plan(request.user, season.league)
    context = {
        "season": season,
        "state": season_status(season, at),
        "terms": season_terms(season),
        "steps": season_timeline(season, at),
        "preview": preview_draw(season, at),
        "announce": next((action for action in actions if action.key == "announce"), None),
        "involved": standing.involved or bool(standing.plays),
        "actions": [action for action in actions if action.key != "announce"],
        "failed": failed,
        "can_change": plans and season.announced_at is None and season.cancelled_at is None,
        "can_copy": plans and season.announced_at and season.league.archived_at is None,
        "reserves": [
            (entry_name(entry), format_datetime(entry.registered_at))
            for entry in entries_in(season, EntryStatus.RESERVE)
        ],
        **_confirmations(season),
        "votes": [
            (vote.game.code, describe_proposal(vote, seat_names(vote.game)))
            for vote in agreed_votes(at).filter(game__season_game__division__season=season)
        ],
        "history": season_history(season, actor=person, undo_at=at),
    }
    status = 422 if failed is not None else 200
    return render(request, "web/leagues/direct.html", context, status=status)


def _confirmations(season: Season) -> dict[str, object]:
    """Who has confirmed before the draw, and who has not; nothing where nobody was asked."""
    if season.confirm_by is None or season.drawn_at is not None:
        return {}
    inside = entries_in(season, EntryStatus.REGISTERED)
    silent = [entry_name(entry) for entry in inside if entry.confirmed_at is None]
    sure = [entry_name(entry) for entry in inside if entry.confirmed_at is not None]
    return {"asked_count": len(inside), "sure": sure, "silent": silent}


@login_required
@require_safe
def direct_league(request: HttpRequest, slug: str) -> HttpResponse:
    return _league_page(request, find_overseen_league(request, slug))


@login_required
@require_POST
def decide_in_league(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Decide about a league; answer 404 to people without a role there."""
    league = find_overseen_league(request, slug)
    failed = LEAGUE_DECISIONS.decide(request, league, key)
    if failed is not None:
        return _league_page(request, league, failed=failed)
    # Directors who have removed themselves hold no role here any more.
    stays = league_role(request.user, league) is not None
    return redirect("direct-league" if stays else "league", slug)


def _league_page(
    request: HttpRequest, league: League, *, failed: BoundDecision | None = None
) -> HttpResponse:
    person = cast(Person, request.user)
    context = {
        "league": league,
        "directors": league.directors.order_by("name"),
        "actions": LEAGUE_DECISIONS.offered(league, person, failed),
        "failed": failed,
        "invitation": site_url("join-league", league.slug, league.invitation)
        if league.by_invitation
        else "",
        "history": league_history(league),
    }
    status = 422 if failed is not None else 200
    return render(request, "web/leagues/direct_league.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan_season_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan the next season; the form proposes the plan of the last, or of number ``like``."""
    league = get_object_or_404(League, slug=slug)
    _require_planner(request, league)
    last, at = league.seasons.order_by("-number").first(), now()
    store = partial(plan_season, league=league)
    if last is None:
        return _plan_page(request, league, store, default_plan(at, league), number=1)
    number = parse_number(request.GET["like"], 4) if "like" in request.GET else last.number
    like = get_object_or_404(league.seasons, number=number)
    first = plan_like(like, at, same_dates=False)
    texts = {"number": last.number + 1, "like": like, "changes": why_not_again(like, first, at)}
    return _plan_page(request, league, store, first, **texts)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_plan_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a plan that was not announced."""
    season = find_season(request, slug, number)
    _require_planner(request, season.league)
    first, store = plan_like(season, now(), same_dates=True), partial(change_plan, season=season)
    return _plan_page(request, season.league, store, first, season=season)


def _require_planner(request: HttpRequest, league: League) -> None:
    """Answer 404 to everybody else: plans are made by directors and administrators."""
    if not may_plan(request.user, league):
        raise Http404


def _plan_page(
    request: HttpRequest,
    league: League,
    store: Callable[..., Season],
    first: dict[str, object],
    **texts: object,
) -> HttpResponse:
    """Show or ``store`` a plan; the form proposes ``first``, and ``texts`` are said above it."""
    sent = request.method == "POST"
    form = PlanForm(request.POST if sent else None, initial=first)
    if sent and form.is_valid():
        with show_refusals(request, form):
            season = store(director=cast(Person, request.user), plan=form.plan(), now=now())
            messages.success(request, _("The plan is saved. Check the preview, then announce it."))
            return redirect("direct-season", league.slug, season.number)
    context = {"form": form, "league": league, **texts}
    return render(request, "web/leagues/plan.html", context, status=422 if sent else 200)
