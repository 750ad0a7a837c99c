"""Pages of moderators: queue, reports, appeals, audit log."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.leagues.models import Season
from games.moderation import appeals, audit
from games.moderation.audit import reason_texts
from games.moderation.models import ModerationAction, ReportKind, ReportStatus
from games.moderation.reports import remove_message, reports_for, settle_report
from games.moderation.roles import has_any_role, is_moderator
from games.moderation.sanctions import entry_of_sanction
from games.moderation.wording import line_sentence, person_sentence, role_sentence
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_NAME
from games.people.sanctions import Appeal, AppealStatus, Sanction, SanctionKind
from games.talk.models import Message
from games.web.moderation.decision_forms import submitted
from games.web.moderation.forms import PrivateReasonForm, SettleReportForm
from games.web.moderation.presenters.history import decision_rows
from games.web.moderation.presenters.queue import Tasks
from games.web.parts.buttons import button
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals

LATEST_ENTRIES = 10
TASKS_PER_PAGE = 50


def require_any_role(request: HttpRequest) -> Person:
    """The person of a request who holds a role.

    :raises PermissionDenied: if the person holds none.
    """
    if not has_any_role(request.user):
        raise PermissionDenied(_("This page is for moderators and directors."))
    return cast(Person, request.user)


@require_safe
@login_required
def queue_page(request: HttpRequest) -> HttpResponse:
    person = require_any_role(request)
    moderates = is_moderator(person)
    # Hundreds of approvals would hide all else.
    entries = audit.all_entries().exclude(action=ModerationAction.APPROVE)
    latest = audit.visible_to(person, entries)[:LATEST_ENTRIES] if moderates else []
    tasks = Tasks(person, now=now())
    page = page_of(request, tasks, TASKS_PER_PAGE)
    return render(
        request,
        "web/moderation/queue.html",
        {
            "tasks": page.object_list,
            "page": page,
            "count": tasks.count(),
            "leagues": person.directed_leagues.all(),
            "moderates": moderates,
            "latest": decision_rows(list(latest), private=True),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_page(request: HttpRequest, pk: int) -> HttpResponse:
    person = require_any_role(request)
    report = get_object_or_404(reports_for(person), pk=pk)
    form = SettleReportForm(request.POST if request.method == "POST" else None)
    if submitted(request, form, settle_report, _("The report is settled."), report=report):
        return redirect("moderation")
    moderates = is_moderator(person)
    answer = audit.all_entries().filter(report=report, action=ModerationAction.SETTLE)
    known = (
        audit.visible_to(person, audit.entries_about_person(report.subject))[:10]
        if report.subject and moderates
        else []
    )
    status = 422 if request.method == "POST" else 200
    return render(
        request,
        "web/moderation/report.html",
        {
            "report": report,
            "kind": ReportKind(report.kind).label,
            "open": report.status == ReportStatus.OPEN,
            "status": ReportStatus(report.status).label,
            "form": form,
            "answer": next((one["reason"] for one in decision_rows(list(answer))), ""),
            "removable": Message.objects.filter(pk=report.message or 0, removed_at=None).exists(),
            "moderates": moderates,
            "earlier": decision_rows(list(known), private=True),
        },
        status=status,
    )


@button("one-report", "pk")
def remove_reported_message(request: HttpRequest, person: Person, pk: int) -> str:
    report = get_object_or_404(reports_for(require_any_role(request)), pk=pk)
    remove_message(
        actor=person,
        message=get_object_or_404(Message, pk=report.message or 0),
        report=report,
        reason=request.POST.get("reason", ""),
        to_author=request.POST.get("message", ""),
        now=now(),
    )
    return _("The message has been removed.")


class AppealForm(forms.Form):
    """An appeal against a decision."""

    text = forms.CharField(
        label=gettext_lazy("Why is the decision wrong?"),
        max_length=appeals.LONGEST_APPEAL,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "You can appeal once. A moderator will read it, and you will get the answer by email."
        ),
    )


class DecideAppealForm(PrivateReasonForm):
    """The decision about an appeal."""

    granted = forms.TypedChoiceField(
        label=gettext_lazy("Outcome"),
        choices=[
            ("yes", gettext_lazy("The decision is lifted")),
            ("no", gettext_lazy("The decision stays")),
        ],
        coerce=lambda value: value == "yes",
        empty_value=None,
        widget=forms.RadioSelect,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appeal_page(request: HttpRequest, token: str) -> HttpResponse:
    """Needs no session, since banned people have none. Only their mail has the link."""
    sanction = appeals.read_token(token)
    if sanction is None:
        raise Http404
    person = sanction.person
    with translation.override(person.language), timezone.override(person.zone):
        form = AppealForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            with show_refusals(request, form):
                appeals.file_appeal(sanction=sanction, text=form.cleaned_data["text"], now=now())
                return redirect("appeal", token)
        return render(
            request,
            "web/moderation/appeal.html",
            {"form": form, **_sanction_context(sanction)},
            status=422 if form.errors else 200,
        )


def _sanction_context(sanction: Sanction) -> dict[str, object]:
    entry = entry_of_sanction(sanction)
    made = Appeal.objects.filter(sanction=sanction).first()
    return {
        "sanction": sanction,
        "what": person_sentence(entry) if entry else SanctionKind(sanction.kind).label,
        "line": entry.data.get("line", "") if entry else "",
        "line_sentence": line_sentence(entry) if entry else "",
        "by_whom": role_sentence(entry) if entry else "",
        "reason": reason_texts([entry.reason]).get(entry.reason, "") if entry else "",
        "made": made,
        "open": made is not None and made.status == AppealStatus.OPEN,
        "answer": AppealStatus(made.status).label if made else "",
        "why_not": appeals.why_no_appeal(sanction, now=now()),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def decide_appeal_page(request: HttpRequest, pk: int) -> HttpResponse:
    """An appeal, for the moderator who decides about it."""
    actor = require_any_role(request)
    found = get_object_or_404(Appeal.objects.select_related("sanction__person"), pk=pk)
    if why := appeals.why_not_decide(actor, found):
        raise PermissionDenied(why)
    form = DecideAppealForm(request.POST if request.method == "POST" else None)
    message = _("The appeal is decided, and the person will be told.")
    if submitted(request, form, appeals.decide_appeal, message, appeal=found):
        return redirect("moderation")
    page = {"appeal": found, "person": found.sanction.person, "form": form}
    status = 422 if request.method == "POST" else 200
    context = {**_sanction_context(found.sanction), **page}
    return render(request, "web/moderation/one_appeal.html", context, status=status)


ENTRIES_PER_PAGE = 50


class AuditFilterForm(forms.Form):
    """Conditions of the entries of the audit log that are listed, in the address."""

    action = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=[("", gettext_lazy("Any")), *ModerationAction.choices],
        required=False,
    )
    name = forms.CharField(
        label=gettext_lazy("By or about, part of the name"),
        max_length=LONGEST_NAME,
        required=False,
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.select_related("league").order_by("league__name", "-number"),
        empty_label=gettext_lazy("Any"),
        required=False,
    )


@require_safe
@login_required
def audit_log_page(request: HttpRequest) -> HttpResponse:
    if not is_moderator(request.user):
        raise PermissionDenied(_("Only a moderator can see this."))
    person = cast(Person, request.user)
    form = AuditFilterForm(request.GET)
    form.is_valid()
    entries = audit.narrowed(audit.visible_to(person, audit.all_entries()), **form.cleaned_data)
    page = page_of(request, entries, ENTRIES_PER_PAGE)
    kept = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    return render(
        request,
        "web/moderation/audit.html",
        {
            "history": decision_rows(page.object_list, private=True),
            "page": page,
            "form": form,
            "filtered": bool(kept),
            "page_query": f"{urlencode(kept)}&" if kept else "",
        },
    )
