"""Pages of a person and of a club for moderators: record, sanctions, decisions."""

from __future__ import annotations

from typing import Any, Final, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.absence.models import HandOver
from games.leagues.models import Entry
from games.leagues.naming import full_name
from games.lobby.groups.members import my_groups
from games.moderation import audit
from games.moderation.conflicts import standing_to_person
from games.moderation.models import ModerationAction, Report, ReportStatus
from games.moderation.offices import (
    appoint_moderator,
    decide_club_end,
    decide_club_name,
    dismiss_moderator,
)
from games.moderation.one_sided_results import one_sided_results
from games.moderation.reports import reports_for
from games.moderation.roles import is_administrator, is_moderator
from games.moderation.sanctions import ban, lift, mute, suspend, warn
from games.people.groups import PlayerGroup, joined
from games.people.models import Person
from games.people.sanctions import Sanction, sanctions_in_force
from games.people.traces import shared_with
from games.players.selectors import Reliability, reliability_of
from games.tables.models import GameStatus, Seat
from games.web.moderation.decision_forms import (
    BoundDecision,
    DecisionForm,
    Decisions,
    carry_out,
)
from games.web.moderation.forms import (
    ClubNameForm,
    PrivateReasonForm,
    SanctionForm,
    SanctionUntilForm,
)
from games.web.moderation.presenters.history import decision_rows

LATEST_ROWS: Final = 20


def _reported_line(person: Person, actor: Person) -> dict[str, Any]:
    """The line of fair play of the latest report about a person, to begin with."""
    reports = reports_for(actor).filter(subject=person, status=ReportStatus.OPEN)
    latest = reports.exclude(line="").order_by("-at", "-pk").values_list("line", flat=True).first()
    return {"initial": {"line": latest or ""}}


def _may_appoint(person: Person, actor: Person) -> bool:
    return is_administrator(actor) and not is_moderator(person)


def _may_dismiss(person: Person, actor: Person) -> bool:
    return is_administrator(actor) and is_moderator(person) and not is_administrator(person)


PERSON_DECISIONS: Final = Decisions[Person](
    "person",
    DecisionForm(
        key="warn",
        service=warn,
        decides=ModerationAction.WARN,
        form=SanctionForm,
        options=_reported_line,
    ),
    DecisionForm(
        key="mute",
        service=mute,
        decides=ModerationAction.MUTE,
        form=SanctionUntilForm,
        options=_reported_line,
    ),
    DecisionForm(
        key="suspend",
        service=suspend,
        decides=ModerationAction.SUSPEND,
        form=SanctionUntilForm,
        options=_reported_line,
    ),
    DecisionForm(
        key="ban",
        service=ban,
        decides=ModerationAction.BAN,
        form=SanctionForm,
        options=_reported_line,
        irreversible=True,
    ),
    DecisionForm(
        key="appoint",
        service=appoint_moderator,
        form=PrivateReasonForm,
        shown=_may_appoint,
    ),
    DecisionForm(
        key="dismiss",
        service=dismiss_moderator,
        form=PrivateReasonForm,
        shown=_may_dismiss,
    ),
    done=gettext_lazy("Done. It is in the audit log, and the person will be told."),
)


def _moderator(request: HttpRequest) -> Person:
    if not is_moderator(request.user):
        raise PermissionDenied(_("Only a moderator can do this."))
    return cast(Person, request.user)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def person_page(request: HttpRequest, name: str) -> HttpResponse:
    actor = _moderator(request)
    person = get_object_or_404(Person, name=name)
    failed = None
    if request.method == "POST":
        failed = PERSON_DECISIONS.decide(request, person, request.POST.get("do", ""))
        if failed is None:
            return redirect("moderate-person", person.name)
    return _person_page(request, actor, person, failed)


CLUB_DECISIONS: Final = Decisions[PlayerGroup](
    "club",
    DecisionForm(
        key="rename-club",
        service=decide_club_name,
        form=ClubNameForm,
    ),
    DecisionForm(
        key="end-club",
        service=decide_club_end,
        form=PrivateReasonForm,
    ),
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_page(request: HttpRequest, pk: int) -> HttpResponse:
    actor = _moderator(request)
    club = get_object_or_404(PlayerGroup, pk=pk)
    failed = None
    if request.method == "POST":
        failed = CLUB_DECISIONS.decide(request, club, request.POST.get("do", ""))
        if failed is None:
            return redirect("moderation")
    members = joined(club).select_related("person")
    page = {
        "club": club,
        "owners": members.filter(owner=True),
        "count": members.count(),
        "actions": CLUB_DECISIONS.offered(club, actor, failed),
        "failed": failed,
    }
    return render(request, "web/moderation/club.html", page, status=422 if failed else 200)


@require_http_methods(["POST"])
@login_required
def lift_sanction(request: HttpRequest, pk: int) -> HttpResponse:
    actor = _moderator(request)
    sanction = get_object_or_404(Sanction.objects.select_related("person"), pk=pk)
    reason = request.POST.get("reason", "")
    carry_out(
        request,
        lambda: lift(actor=actor, sanction=sanction, reason=reason, now=now()),
        _("This has been lifted."),
    )
    return redirect("moderate-person", sanction.person.name)


def _person_page(
    request: HttpRequest, actor: Person, person: Person, failed: BoundDecision | None
) -> HttpResponse:
    at = now()
    turns = reliability_of([person.pk])[person.pk]
    sanctions = Sanction.objects.filter(person=person).select_related("appeal")
    entries = Entry.objects.filter(person=person).select_related("season__league")
    page = {
        "person": person,
        "actions": []
        if actor.pk == person.pk
        else PERSON_DECISIONS.offered(
            person,
            actor,
            failed,
            voice=standing_to_person(actor, person).voice,
        ),
        "failed": failed,
        "clubs": my_groups(person),
        "holding": sanctions_in_force(person, now=at),
        "reliability": turns,
        "reports": reports_for(actor).filter(subject=person).order_by("-at")[:10],
        "facts": _facts(person, turns),
        "sanctions": sanctions[:LATEST_ROWS],
        "seasons": [
            (full_name(entry.season), entry)
            for entry in entries.order_by("-registered_at")[:LATEST_ROWS]
        ],
        "shared": shared_with(person=person, now=at)[:LATEST_ROWS],
        "one_sided": one_sided_results(person=person)[:LATEST_ROWS],
        "history": decision_rows(
            list(audit.visible_to(actor, audit.entries_about_person(person))[:50]), private=True
        ),
    }
    return render(
        request, "web/moderation/person.html", page, status=422 if failed is not None else 200
    )


def _facts(person: Person, turns: Reliability) -> list[tuple[str, int]]:
    seats = Seat.objects.filter(person=person, game__practice=False).aggregate(
        running=Count("pk", filter=Q(game__status=GameStatus.RUNNING)),
        finished=Count("pk", filter=Q(game__status=GameStatus.FINISHED)),
    )
    made = Report.objects.filter(reporter=person).aggregate(
        made=Count("pk"), dismissed=Count("pk", filter=Q(status=ReportStatus.DISMISSED))
    )
    return [
        (_("Games in progress"), seats["running"]),
        (_("Finished games"), seats["finished"]),
        (_("Seats given up or lost"), HandOver.objects.filter(person_before=person).count()),
        (_("Turns missed"), turns.missed),
        (_("excused"), turns.excused),
        (_("Reports about this player"), Report.objects.filter(subject=person).count()),
        (_("Reports by this player"), made["made"]),
        (_("dismissed"), made["dismissed"]),
    ]
