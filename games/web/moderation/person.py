"""What is known of a person to moderators, and what they can do about one."""

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
from games.moderation.appoint import appoint, dismiss
from games.moderation.ban import ban
from games.moderation.lift import lift
from games.moderation.mute import mute
from games.moderation.report import reports_for
from games.moderation.roles import NotAllowed, is_administrator, is_moderator, require_moderator
from games.moderation.suspend import suspend
from games.moderation.warn import warn
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind, in_force
from games.reliability.selectors import reliability_of
from games.web.moderation.carrying_out import carried_out, reasoned
from games.web.moderation.forms import ReasonForm, UntilForm
from games.web.moderation.history import decided
from games.web.moderation.past import past_of
from games.web.people.player import find_player

Run = Callable[[Person, Person, Any, datetime], object]


@dataclass(frozen=True, slots=True)
class PersonAction:
    """One form of the page."""

    key: str
    title: str
    about: str
    form: forms.Form
    grave: bool = False


_KINDS: Final[Mapping[str, tuple[Any, Any, type[ReasonForm], Run]]] = {
    "warn": (
        gettext_lazy("Warn"),
        gettext_lazy("Only this person hears of it."),
        ReasonForm,
        reasoned(warn, "person"),
    ),
    "mute": (
        gettext_lazy("Mute"),
        gettext_lazy("They can play, and write to nobody."),
        UntilForm,
        reasoned(mute, "person", "until"),
    ),
    "suspend": (
        gettext_lazy("Suspend"),
        gettext_lazy("Their running games go on; they begin no new ones."),
        UntilForm,
        reasoned(suspend, "person", "until"),
    ),
    "ban": (
        gettext_lazy("Ban"),
        gettext_lazy(
            "They cannot sign in any more. Their seats look for substitutes; nothing is deleted."
        ),
        ReasonForm,
        reasoned(ban, "person"),
    ),
    "appoint": (
        gettext_lazy("Make a moderator"),
        gettext_lazy("They can then do all that this page offers, on the whole site."),
        ReasonForm,
        reasoned(appoint, "person"),
    ),
    "dismiss": (
        gettext_lazy("End being a moderator"),
        gettext_lazy("They are a player as before."),
        ReasonForm,
        reasoned(dismiss, "person"),
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def moderate_person(request: HttpRequest, name: str) -> HttpResponse:
    actor = cast(Person, request.user)
    try:
        require_moderator(actor)
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    person = find_player(name)
    key = request.POST.get("do", "")
    failed: PersonAction | None = None
    if request.method == "POST":
        if key not in _KINDS:
            raise Http404
        title, about, form_class, run = _KINDS[key]
        form = form_class(request.POST, auto_id=f"{key}-%s")
        if form.is_valid() and carried_out(
            request,
            lambda: run(actor, person, form, now()),
            _("Done. It is in the audit log, and the person hears."),
            form=form,
        ):
            return redirect("moderate-person", person.name)
        failed = PersonAction(key, str(title), str(about), form, key == "ban")
    return _page(request, actor, person, failed)


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
    carried_out(
        request,
        lambda: lift(actor=actor, sanction=sanction, reason=reason, now=now()),
        _("It is lifted."),
    )
    return redirect("moderate-person", sanction.person.name)


def _page(
    request: HttpRequest, actor: Person, person: Person, failed: PersonAction | None
) -> HttpResponse:
    offered = [
        failed
        if failed and failed.key == key
        else PersonAction(
            key, str(title), str(about), form_class(auto_id=f"{key}-%s"), key == "ban"
        )
        for key, (title, about, form_class, _run) in _KINDS.items()
        if _fits(key, actor, person)
    ]
    holding = [
        {"pk": row.pk, "kind": SanctionKind(row.kind).label, "at": row.at, "until": row.until}
        for row in in_force(person, now=now())
    ]
    page = {
        "person": person,
        "actions": [] if actor.pk == person.pk else offered,
        "failed": failed,
        "holding": holding,
        "conduct": reliability_of([person.pk])[person.pk],
        "reports": reports_for(actor).filter(subject=person).order_by("-at")[:10],
        "past": past_of(person, now=now()),
        "history": decided(list(audit.visible_to(actor, audit.of_person(person))[:50])),
    }
    return render(
        request, "web/moderation/person.html", page, status=422 if failed is not None else 200
    )


def _fits(key: str, actor: Person, person: Person) -> bool:
    if key == "appoint":
        return is_administrator(actor) and not is_moderator(person)
    if key == "dismiss":
        return is_administrator(actor) and is_moderator(person) and not is_administrator(person)
    return True
