"""One report: what is complained of, and what became of it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.moderation import audit
from games.moderation.models import Deed, ReportKind, ReportStatus
from games.moderation.remove_message import remove_message
from games.moderation.report import reports_for, settle_report
from games.moderation.roles import is_moderator
from games.talk.models import Message
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.forms import SettleForm
from games.web.moderation.history import decided
from games.web.moderation.queue import in_office


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def one_report(request: HttpRequest, pk: int) -> HttpResponse:
    person = in_office(request)
    report = reports_for(person).filter(pk=pk).first()
    if report is None:
        raise Http404
    form = SettleForm(request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and carried_out(
            request,
            lambda: settle_report(
                actor=person,
                report=report,
                status=ReportStatus(form.cleaned_data["status"]),
                reason=form.cleaned_data["reason"],
                note=form.cleaned_data["note"],
                now=now(),
            ),
            _("The report is settled."),
            form=form,
        )
    ):
        return redirect("moderation")
    moderates = is_moderator(person)
    answer = audit.everything().filter(report=report, deed=Deed.SETTLE)
    known = (
        audit.visible_to(person, audit.of_person(report.subject))[:10]
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
            "answer": next((one.reason for one in decided(list(answer))), ""),
            "removable": Message.objects.filter(pk=report.message or 0, removed_at=None).exists(),
            "moderates": moderates,
            "earlier": decided(list(known)),
        },
        status=status,
    )


@require_POST
@login_required
def remove_reported(request: HttpRequest, pk: int) -> HttpResponse:
    person = in_office(request)
    report = reports_for(person).filter(pk=pk).first()
    message = Message.objects.filter(pk=report.message or 0).first() if report else None
    if report is None or message is None:
        raise Http404
    carried_out(
        request,
        lambda: remove_message(
            actor=person,
            message=message,
            report=report,
            reason=request.POST.get("reason", ""),
            now=now(),
        ),
        _("The message is removed."),
    )
    return redirect("one-report", pk)
