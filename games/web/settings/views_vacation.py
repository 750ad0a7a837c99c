"""Settings of vacations: how many days are left; plan, begin and end them."""

from __future__ import annotations

from typing import cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.absence import vacations
from games.absence.models import vacations_of
from games.absence.vacations import begin_vacation, end_vacation, plan_vacation
from games.people.models import Person
from games.web.parts.buttons import button
from games.web.parts.date_fields import DayField
from games.web.parts.game_clock import format_moment
from games.web.parts.refusals import show_refusals


class VacationForm(forms.Form):
    """The first and the last day, both included."""

    first = DayField(label=gettext_lazy("First day"))
    last = DayField(label=gettext_lazy("Last day"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Show vacations, and plan another one."""
    person, at = cast(Person, request.user), now()
    form = VacationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        with show_refusals(request, form):
            plan_vacation(person=person, first=first, last=last, now=at)
            messages.success(request, _("Your vacation is planned. Your clocks will stand still."))
            return redirect("vacation")
    year = localdate(at).year
    coming = [
        {
            "pk": found.pk,
            "start": format_moment(found.start),
            "until": format_moment(found.until),
            "days": len(vacations.vacation_days(found)),
            "begun": found.start <= at,
            "automatic": found.automatic,
        }
        for found in vacations_of(person, now=at)
    ]
    page = {
        "form": form,
        "vacations": coming,
        "a_year": settings.VACATION_DAYS,
        "left": [
            (each, vacations.days_left(person=person, year=each)) for each in (year, year + 1)
        ],
    }
    return render(request, "web/settings/vacation.html", page, status=422 if form.errors else 200)


@button("vacation")
def change_vacation(request: HttpRequest, person: Person, pk: int) -> str:
    """Begin or end a vacation now."""
    if request.POST.get("do") == "begin":
        begin_vacation(person=person, vacation=pk, now=now())
        return _("Your vacation has begun.")
    end_vacation(person=person, vacation=pk, now=now())
    return _("Your vacation is over. Welcome back.")
