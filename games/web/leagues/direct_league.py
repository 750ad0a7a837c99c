"""The page on which directors say what their league is, and who directs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.leagues.models import League
from games.moderation.in_league import add_director_to, change_league, remove_director_from
from games.moderation.roles import office_over
from games.people.models import Person
from games.web.leagues.found import find_league
from games.web.leagues.league_forms import DirectorForm, LeagueForm, NewDirectorForm
from games.web.moderation.action import Action, Data
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.history import history_of_league


@login_required
@require_safe
def direct_league(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, _find(request, slug))


@login_required
@require_POST
def act_in_league(request: HttpRequest, slug: str, deed: str) -> HttpResponse:
    """Decides one thing about a league, for who holds an office; others find nothing here."""
    league = _find(request, slug)
    person = cast(Person, request.user)
    if deed not in DEEDS:
        raise Http404
    action = DEEDS[deed](league, request.POST)
    run = action.run
    assert run is not None
    if action.form.is_valid() and carried_out(
        request,
        lambda: run(person, league, action.form, now()),
        _("Done. It is in the audit log, and those concerned hear."),
        form=action.form,
    ):
        # Who has removed themselves holds no office here any more.
        stays = office_over(person, league) is not None
        return redirect("direct-league" if stays else "league", slug)
    return _page(request, league, failed=action)


def _find(request: HttpRequest, slug: str) -> League:
    league = find_league(slug)
    if office_over(request.user, league) is None:
        raise Http404
    return league


def _page(request: HttpRequest, league: League, *, failed: Action | None = None) -> HttpResponse:
    actions = [
        failed if failed is not None and failed.key == key else make(league, None)
        for key, make in DEEDS.items()
    ]
    return render(
        request,
        "web/leagues/direct_league.html",
        {
            "league": league,
            "directors": league.directors.order_by("name"),
            "actions": actions,
            "failed": failed,
            "history": history_of_league(league),
        },
        status=422 if failed is not None else 200,
    )


def _describe(league: League, data: Data) -> Action:
    return Action(
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


def _add(league: League, data: Data) -> Action:
    return Action(
        "add-director",
        _("Add a director"),
        _("They can then do all that you can. They get a mail, and can give it up again."),
        _("Add the director"),
        NewDirectorForm(data, auto_id="add-director-%s"),
        lambda actor, where, form, at: add_director_to(
            actor=actor,
            league=where,
            person=form.cleaned_data["person"],
            reason=form.cleaned_data["reason"],
            now=at,
        ),
    )


def _remove(league: League, data: Data) -> Action:
    directors = [(str(one.pk), one.name) for one in league.directors.order_by("name")]

    def run(actor: Person, where: League, form: Any, at: datetime) -> object:
        person = Person.objects.get(pk=form.cleaned_data["director"])
        reason = form.cleaned_data["reason"]
        return remove_director_from(actor=actor, league=where, person=person, reason=reason, now=at)

    return Action(
        "remove-director",
        _("Remove a director"),
        _("Also yourself, if somebody else directs the league. All directors get a mail."),
        _("Remove the director"),
        DirectorForm(data, directors=directors, auto_id="remove-director-%s"),
        run,
        grave=True,
    )


DEEDS: Final[Mapping[str, Callable[[League, QueryDict | None], Action]]] = {
    "describe": _describe,
    "add-director": _add,
    "remove-director": _remove,
}
