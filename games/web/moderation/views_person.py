"""Page of a person for moderators: their record, and sanctions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.moderation import audit
from games.moderation.moderators import appoint_moderator, dismiss_moderator
from games.moderation.reports import reports_for
from games.moderation.roles import NotAllowed, is_administrator, is_moderator, require_site_role
from games.moderation.sanctions import ban, lift, mute, suspend, warn
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind, sanctions_in_force
from games.players.selectors import reliability_of
from games.web.moderation.action_forms import call_with_reason, carry_out
from games.web.moderation.forms import ReasonForm, UntilForm
from games.web.moderation.presenters.history import decision_rows
from games.web.moderation.presenters.person_record import person_record
from games.web.players.views import player_or_404

Run = Callable[[Person, Person, Any, datetime], object]


@dataclass(frozen=True, slots=True)
class PersonAction:
    """One form of the page."""

    key: str
    title: str
    about: str
    form: forms.Form
    grave: bool = False


_PERSON_ACTIONS: Final[Mapping[str, tuple[Any, Any, type[ReasonForm], Run]]] = {
    "warn": (
        gettext_lazy("Warn"),
        gettext_lazy("Only this person hears of it."),
        ReasonForm,
        call_with_reason(warn, "person"),
    ),
    "mute": (
        gettext_lazy("Mute"),
        gettext_lazy("They can play, and write to nobody."),
        UntilForm,
        call_with_reason(mute, "person", "until"),
    ),
    "suspend": (
        gettext_lazy("Suspend"),
        gettext_lazy("Their running games go on; they begin no new ones."),
        UntilForm,
        call_with_reason(suspend, "person", "until"),
    ),
    "ban": (
        gettext_lazy("Ban"),
        gettext_lazy(
            "They cannot sign in any more. Their seats look for substitutes; nothing is deleted."
        ),
        ReasonForm,
        call_with_reason(ban, "person"),
    ),
    "appoint": (
        gettext_lazy("Make a moderator"),
        gettext_lazy("They can then do all that this page offers, on the whole site."),
        ReasonForm,
        call_with_reason(appoint_moderator, "person"),
    ),
    "dismiss": (
        gettext_lazy("End being a moderator"),
        gettext_lazy("They are a player as before."),
        ReasonForm,
        call_with_reason(dismiss_moderator, "person"),
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def person_page(request: HttpRequest, name: str) -> HttpResponse:
    actor = cast(Person, request.user)
    try:
        require_site_role(actor)
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    person = player_or_404(name)
    key = request.POST.get("do", "")
    failed: PersonAction | None = None
    if request.method == "POST":
        if key not in _PERSON_ACTIONS:
            raise Http404
        title, about, form_class, run = _PERSON_ACTIONS[key]
        form = form_class(request.POST, auto_id=f"{key}-%s")
        if form.is_valid() and carry_out(
            request,
            lambda: run(actor, person, form, now()),
            _("Done. It is in the audit log, and the person hears."),
            form=form,
        ):
            return redirect("moderate-person", person.name)
        failed = PersonAction(key, str(title), str(about), form, key == "ban")
    return _person_page(request, actor, person, failed)


@require_http_methods(["POST"])
@login_required
def lift_sanction(request: HttpRequest, pk: int) -> HttpResponse:
    actor = cast(Person, request.user)
    if not is_moderator(actor):
        raise PermissionDenied(_("Only a moderator of the site can do this."))
    sanction = Sanction.objects.filter(pk=pk).select_related("person").first()
    if sanction is None:
        raise Http404
    reason = request.POST.get("reason", "")
    carry_out(
        request,
        lambda: lift(actor=actor, sanction=sanction, reason=reason, now=now()),
        _("It is lifted."),
    )
    return redirect("moderate-person", sanction.person.name)


def _person_page(
    request: HttpRequest, actor: Person, person: Person, failed: PersonAction | None
) -> HttpResponse:
    offered = [
        failed
        if failed and failed.key == key
        else PersonAction(
            key, str(title), str(about), form_class(auto_id=f"{key}-%s"), key == "ban"
        )
        for key, (title, about, form_class, _run) in _PERSON_ACTIONS.items()
        if _is_offered(key, actor, person)
    ]
    holding = [
        {"pk": row.pk, "kind": SanctionKind(row.kind).label, "at": row.at, "until": row.until}
        for row in sanctions_in_force(person, now=now())
    ]
    page = {
        "person": person,
        "actions": [] if actor.pk == person.pk else offered,
        "failed": failed,
        "holding": holding,
        "conduct": reliability_of([person.pk])[person.pk],
        "reports": reports_for(actor).filter(subject=person).order_by("-at")[:10],
        "past": person_record(person, now=now()),
        "history": decision_rows(
            list(audit.visible_to(actor, audit.entries_about_person(person))[:50])
        ),
    }
    return render(
        request, "web/moderation/person.html", page, status=422 if failed is not None else 200
    )


def _is_offered(key: str, actor: Person, person: Person) -> bool:
    if key == "appoint":
        return is_administrator(actor) and not is_moderator(person)
    if key == "dismiss":
        return is_administrator(actor) and is_moderator(person) and not is_administrator(person)
    return True
