"""Pages for directors: a season, a league, a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.dates import format_datetime
from games.common.errors import Refused
from games.leagues.league import is_director_of
from games.leagues.models import EntryStatus, League, Season
from games.leagues.naming import entry_name
from games.leagues.season import plan as plan_season
from games.leagues.season.dates import make_up_for_outage
from games.leagues.season.draw_preview import preview_draw
from games.leagues.season.runner import run_season
from games.moderation import audit
from games.moderation.league import change_league, decide_add_director, decide_remove_director
from games.moderation.models import AuditEntry
from games.moderation.roles import league_role
from games.moderation.seasons.wording import names_of_entries, season_sentence
from games.moderation.undo import undo
from games.people.models import Person
from games.web.leagues.forms import DirectorForm, LeagueForm, NewDirectorForm
from games.web.leagues.lookup import find_directed_season, find_league, find_overseen_season
from games.web.leagues.plan_form import PlanForm, default_plan, plan_like
from games.web.leagues.presenters.season_status import season_status, season_timeline
from games.web.leagues.season_actions import SEASON_ACTIONS, season_action, season_actions
from games.web.leagues.views import season_terms
from games.web.moderation.action_forms import ActionForm, Data, carry_out
from games.web.moderation.presenters.history import league_history, season_history


@login_required
@require_safe
def direct_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _season_page(request, find_overseen_season(request, slug, number))


@login_required
@require_POST
def decide_in_season_view(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """Decide one thing in a season, for who holds an office; others find nothing here."""
    season = find_overseen_season(request, slug, number)
    person = cast(Person, request.user)
    if deed not in SEASON_ACTIONS:
        raise Http404
    action = season_action(season, deed, request.POST)
    if action is None or (run := action.run) is None:
        messages.error(request, _("This cannot be decided (any more)."))
        return redirect("direct-season", slug, number)
    form = action.form
    if form.is_valid() and carry_out(
        request, lambda: run(person, season, form, now()), _confirmation, form=form
    ):
        return redirect("direct-season", slug, number)
    return _season_page(request, season, failed=action)


@login_required
@require_POST
def run_steps(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the steps that are due, which needs no reason: the worker does so every minute."""
    season, at = find_overseen_season(request, slug, number), now()
    # The worker may have been away: then the dates move, and nothing is due by the old ones.
    make_up_for_outage(beats=False, now=at)
    taken = run_season(season=season, now=at)
    told = _("Done: %(steps)s.") % {"steps": ", ".join(taken)} if taken else _("Nothing is due.")
    messages.success(request, told)
    return redirect("direct-season", slug, number)


@login_required
@require_POST
def undo_in_season(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Undo what was decided in a season, where that can be."""
    season = find_overseen_season(request, slug, number)
    entry = audit.entries_of_season(season).filter(pk=pk).first()
    if entry is None:
        raise Http404
    carry_out(
        request,
        lambda: undo(
            actor=cast(Person, request.user),
            entry=entry,
            reason=request.POST.get("reason", ""),
            now=now(),
        ),
        _confirmation,
    )
    return redirect("direct-season", slug, number)


def _confirmation(entry: object) -> str:
    if not isinstance(entry, AuditEntry):
        return _("That is done already.")
    done = _("It is in the audit log, and those concerned hear.")
    return f"{season_sentence(entry, names_of_entries([entry]))} {done}"


def _season_page(
    request: HttpRequest, season: Season, *, failed: ActionForm | None = None
) -> HttpResponse:
    at = now()
    deeds = [
        failed if failed and failed.key == deed.key else deed for deed in season_actions(season)
    ]
    reserves = season.entries.filter(status=EntryStatus.RESERVE).select_related("person")
    return render(
        request,
        "web/leagues/direct.html",
        {
            "season": season,
            "league": season.league,
            "state": season_status(season, at),
            "terms": season_terms(season),
            "steps": season_timeline(season, at),
            "preview": preview_draw(season, at),
            "announce": next((deed for deed in deeds if deed.key == "announce"), None),
            "deeds": [deed for deed in deeds if deed.key != "announce"],
            "failed": failed,
            "can_change": season.announced_at is None
            and season.cancelled_at is None
            and is_director_of(request.user, season.league),
            "reserves": [
                (entry_name(entry), format_datetime(entry.registered_at))
                for entry in reserves.order_by("registered_at", "pk")
            ],
            "open": season.adjudicated_at is None and season.cancelled_at is None,
            "history": season_history(season, actor=cast(Person, request.user), undo_at=at),
        },
        status=422 if failed is not None else 200,
    )


@login_required
@require_safe
def direct_league(request: HttpRequest, slug: str) -> HttpResponse:
    return _league_page(request, _find_overseen_league(request, slug))


@login_required
@require_POST
def decide_in_league(request: HttpRequest, slug: str, deed: str) -> HttpResponse:
    """Decide one thing about a league, for who holds an office; others find nothing here."""
    league = _find_overseen_league(request, slug)
    person = cast(Person, request.user)
    if deed not in LEAGUE_ACTIONS:
        raise Http404
    action = LEAGUE_ACTIONS[deed](league, request.POST)
    run = action.run
    assert run is not None
    if action.form.is_valid() and carry_out(
        request,
        lambda: run(person, league, action.form, now()),
        _("Done. It is in the audit log, and those concerned hear."),
        form=action.form,
    ):
        # Who has removed themselves holds no office here any more.
        stays = league_role(person, league) is not None
        return redirect("direct-league" if stays else "league", slug)
    return _league_page(request, league, failed=action)


def _find_overseen_league(request: HttpRequest, slug: str) -> League:
    league = find_league(slug)
    if league_role(request.user, league) is None:
        raise Http404
    return league


def _league_page(
    request: HttpRequest, league: League, *, failed: ActionForm | None = None
) -> HttpResponse:
    actions = [
        failed if failed is not None and failed.key == key else make(league, None)
        for key, make in LEAGUE_ACTIONS.items()
    ]
    return render(
        request,
        "web/leagues/direct_league.html",
        {
            "league": league,
            "directors": league.directors.order_by("name"),
            "actions": actions,
            "failed": failed,
            "history": league_history(league),
        },
        status=422 if failed is not None else 200,
    )


def _describe_form(league: League, data: Data) -> ActionForm:
    return ActionForm(
        "describe",
        _("Name and description"),
        _("The address of the league stays as it is."),
        _("Change it"),
        LeagueForm(
            data, initial={"name": league.name, "about": league.about}, auto_id="describe-%s"
        ),
        lambda actor, where, form, at: change_league(
            actor=actor, league=where, now=at, **form.cleaned_data
        ),
    )


def _add_director_form(league: League, data: Data) -> ActionForm:
    return ActionForm(
        "add-director",
        _("Add a director"),
        _("They can then do all that you can. They get a mail, and can give it up again."),
        _("Add the director"),
        NewDirectorForm(data, auto_id="add-director-%s"),
        lambda actor, where, form, at: decide_add_director(
            actor=actor,
            league=where,
            person=form.cleaned_data["person"],
            reason=form.cleaned_data["reason"],
            now=at,
        ),
    )


def _remove_director_form(league: League, data: Data) -> ActionForm:
    directors = [(str(one.pk), one.name) for one in league.directors.order_by("name")]

    def run(actor: Person, where: League, form: Any, at: datetime) -> object:
        person = Person.objects.get(pk=form.cleaned_data["director"])
        reason = form.cleaned_data["reason"]
        return decide_remove_director(
            actor=actor, league=where, person=person, reason=reason, now=at
        )

    return ActionForm(
        "remove-director",
        _("Remove a director"),
        _("Also yourself, if somebody else directs the league. All directors get a mail."),
        _("Remove the director"),
        DirectorForm(data, directors=directors, auto_id="remove-director-%s"),
        run,
        grave=True,
    )


LEAGUE_ACTIONS: Final[Mapping[str, Callable[[League, QueryDict | None], ActionForm]]] = {
    "describe": _describe_form,
    "add-director": _add_director_form,
    "remove-director": _remove_director_form,
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan_season_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan the next season; the form proposes what the last one was like."""
    league = find_league(slug)
    if not is_director_of(cast(Person, request.user), league):
        raise Http404
    last = league.seasons.order_by("-number").first()
    first = plan_like(last, now(), same_dates=False) if last else default_plan(now())
    return _plan_page(request, league, None, first)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_plan_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a plan that was not announced."""
    season = find_directed_season(request, slug, number)
    return _plan_page(request, season.league, season, plan_like(season, now(), same_dates=True))


def _plan_page(
    request: HttpRequest, league: League, season: Season | None, first: dict[str, object]
) -> HttpResponse:
    form = PlanForm(request.POST if request.method == "POST" else None, initial=first)
    context = {"form": form, "league": league, "season": season}
    if request.method != "POST":
        return render(request, "web/leagues/plan.html", context)
    if form.is_valid():
        person = cast(Person, request.user)
        try:
            plan = form.plan()
            if season is None:
                season = plan_season.plan_season(
                    league=league, director=person, plan=plan, now=now()
                )
            else:
                plan_season.change_plan(season=season, director=person, plan=plan, now=now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The plan is stored. Look at how it comes out, then announce it.")
            )
            return redirect("direct-season", league.slug, season.number)
    return render(request, "web/leagues/plan.html", context, status=422)
