"""The page on which directors run a season, and what they do there: POST only."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.leagues.directing import directs
from games.leagues.models import EntryStatus, Season
from games.leagues.naming import entry_name
from games.leagues.outage import catch_up
from games.leagues.preview import preview
from games.leagues.runner import run_season
from games.moderation import audit
from games.moderation.models import AuditEntry
from games.moderation.undo import undo
from games.moderation.wording_in_season import in_the_season, names_in
from games.people.models import Person
from games.web.leagues.deeds import DEEDS, deed_in, deeds_in
from games.web.leagues.found import find_overseen
from games.web.leagues.season import terms_in_words
from games.web.leagues.state import moment, state_of
from games.web.leagues.steps import steps_of
from games.web.moderation.action import Action
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.history import history_of


@login_required
@require_safe
def direct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _page(request, find_overseen(request, slug, number))


@login_required
@require_POST
def act(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """Decides one thing in a season, for who holds an office; others find nothing here."""
    season = find_overseen(request, slug, number)
    person = cast(Person, request.user)
    if deed not in DEEDS:
        raise Http404
    action = deed_in(season, deed, request.POST)
    if action is None or (run := action.run) is None:
        messages.error(request, _("This cannot be decided (any more)."))
        return redirect("direct-season", slug, number)
    form = action.form
    if form.is_valid() and carried_out(
        request, lambda: run(person, season, form, now()), _told, form=form
    ):
        return redirect("direct-season", slug, number)
    return _page(request, season, failed=action)


@login_required
@require_POST
def run_steps(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes the steps that are due, which needs no reason: the worker does so every minute."""
    season, at = find_overseen(request, slug, number), now()
    # The worker may have been away: then the dates move, and nothing is due by the old ones.
    catch_up(beats=False, now=at)
    taken = run_season(season=season, now=at)
    told = _("Done: %(steps)s.") % {"steps": ", ".join(taken)} if taken else _("Nothing is due.")
    messages.success(request, told)
    return redirect("direct-season", slug, number)


@login_required
@require_POST
def undo_decision(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Undoes what was decided in a season, where that can be."""
    season = find_overseen(request, slug, number)
    entry = audit.of_season(season).filter(pk=pk).first()
    if entry is None:
        raise Http404
    carried_out(
        request,
        lambda: undo(
            actor=cast(Person, request.user),
            entry=entry,
            reason=request.POST.get("reason", ""),
            now=now(),
        ),
        _told,
    )
    return redirect("direct-season", slug, number)


def _told(entry: object) -> str:
    if not isinstance(entry, AuditEntry):
        return _("That is done already.")
    done = _("It is in the audit log, and those concerned hear.")
    return f"{in_the_season(entry, names_in([entry]))} {done}"


def _page(request: HttpRequest, season: Season, *, failed: Action | None = None) -> HttpResponse:
    at = now()
    deeds = [failed if failed and failed.key == deed.key else deed for deed in deeds_in(season)]
    reserves = season.entries.filter(status=EntryStatus.RESERVE).select_related("person")
    return render(
        request,
        "web/leagues/direct.html",
        {
            "season": season,
            "league": season.league,
            "state": state_of(season, at),
            "terms": terms_in_words(season),
            "steps": steps_of(season, at),
            "preview": preview(season, at),
            "announce": next((deed for deed in deeds if deed.key == "announce"), None),
            "deeds": [deed for deed in deeds if deed.key != "announce"],
            "failed": failed,
            "can_change": season.announced_at is None
            and season.cancelled_at is None
            and directs(request.user, season.league),
            "reserves": [
                (entry_name(entry), moment(entry.registered_at))
                for entry in reserves.order_by("registered_at", "pk")
            ],
            "open": season.adjudicated_at is None and season.cancelled_at is None,
            "history": history_of(season, actor=cast(Person, request.user), undo_at=at),
        },
        status=422 if failed is not None else 200,
    )
