"""The page on which a person reads why something was forbidden to them, and appeals; and the page
on which a moderator decides about it."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.moderation.appeal import (
    LONGEST,
    BadLink,
    appeal,
    read_token,
    settle_appeal,
    why_no_appeal,
    why_not_settle,
)
from games.moderation.lift import entry_of
from games.moderation.reasons import reasons
from games.moderation.wording import by_whom, to_the_person
from games.people.sanctions import Appeal, AppealStatus, Sanction, SanctionKind
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.forms import ReasonForm
from games.web.moderation.queue import in_office


class AppealForm(forms.Form):
    """What a person says against a decision."""

    text = forms.CharField(
        label=gettext_lazy("Why is the decision wrong?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "You can appeal once. A moderator reads it, and you get a mail with the answer."
        ),
    )


class SettleAppealForm(ReasonForm):
    """What becomes of an appeal."""

    granted = forms.TypedChoiceField(
        label=gettext_lazy("What becomes of it"),
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
    """Needs no session: who was banned has none. The link is in the mail of the person alone."""
    try:
        sanction = read_token(token)
    except BadLink:
        raise Http404 from None
    person = sanction.person
    with translation.override(person.language), timezone.override(person.zone):
        form = AppealForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                appeal(sanction=sanction, text=form.cleaned_data["text"], now=now())
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                return redirect("appeal", token)
        return render(
            request,
            "web/moderation/appeal.html",
            {"form": form, **_told(sanction)},
            status=422 if form.errors else 200,
        )


def _told(sanction: Sanction) -> dict[str, object]:
    entry = entry_of(sanction)
    made = Appeal.objects.filter(sanction=sanction).first()
    return {
        "sanction": sanction,
        "what": to_the_person(entry) if entry else SanctionKind(sanction.kind).label,
        "by_whom": by_whom(entry) if entry else "",
        "reason": reasons([entry.reason]).get(entry.reason, "") if entry else "",
        "made": made,
        "open": made is not None and made.status == AppealStatus.OPEN,
        "answer": AppealStatus(made.status).label if made else "",
        "why_not": why_no_appeal(sanction, now=now()),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def one_appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """An appeal, for the moderator who decides about it."""
    actor = in_office(request)
    found = Appeal.objects.filter(pk=pk).select_related("sanction__person").first()
    if found is None:
        raise Http404
    if why := why_not_settle(actor, found):
        raise PermissionDenied(why)
    form = SettleAppealForm(request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and carried_out(
            request,
            lambda: settle_appeal(
                actor=actor,
                appeal=found,
                granted=form.cleaned_data["granted"],
                reason=form.cleaned_data["reason"],
                now=now(),
            ),
            _("It is decided, and the person hears."),
            form=form,
        )
    ):
        return redirect("moderation")
    page = {"appeal": found, "person": found.sanction.person, "form": form}
    status = 422 if request.method == "POST" else 200
    told = _told(found.sanction)
    return render(request, "web/moderation/one_appeal.html", {**told, **page}, status=status)
