"""Settings of the account: preferences, language and colours, vacations, data export, closing."""

from __future__ import annotations

import tempfile
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import localdate, now
from django.utils.translation import check_for_language, gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.absence import vacations
from games.absence.models import vacations_of
from games.absence.vacations import begin_vacation, end_vacation, plan_vacation
from games.accounts.appearance import THEME_COOKIE
from games.accounts.closing import close_account as close
from games.accounts.data_export import write_archive
from games.people.forms import PreferencesForm
from games.people.models import Person, Theme
from games.people.profile import change_preferences, set_preference
from games.web.parts.buttons import button
from games.web.parts.date_fields import DayField
from games.web.parts.game_clock import format_moment
from games.web.parts.refusals import show_refusals
from games.web.settings.forms import ConfirmNameForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    form = PreferencesForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid() and _store_preferences(person, form):
        with translation.override(person.language):
            messages.success(request, gettext("Your settings are saved."))
        return redirect("preferences")
    return render(request, "web/settings/preferences.html", {"form": form})


def _store_preferences(person: Person, form: PreferencesForm) -> bool:
    try:
        change_preferences(person=person, **form.preferences)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True


YEAR = 60 * 60 * 24 * 365


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language with the person, or in a cookie for an anonymous user."""
    language = request.POST.get("language", "")
    response = _redirect_back(request)
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        if isinstance(request.user, Person):
            set_preference(request.user, language=language)
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or auto with the person, or in a cookie for an anonymous user."""
    theme = request.POST.get("theme", "")
    response = _redirect_back(request)
    if theme in Theme.values:
        if isinstance(request.user, Person):
            set_preference(request.user, theme=theme)
        _remember(response, THEME_COOKIE, theme)
    return response


def _redirect_back(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("next", "")
    # An absolute path alone: redirect() would look a word such as "foo" up among the views.
    if address.startswith("/") and url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return HttpResponseRedirect(address)
    return redirect("home")


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


IN_MEMORY = 2**20
"""Bytes of an archive up to which it needs no file."""


@require_POST
@login_required
@never_cache
def belongings(request: HttpRequest) -> FileResponse:
    # It changes nothing, but costs too much for programs that follow links in advance.
    person = cast(Person, request.user)
    packed = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the answer closes it
    write_archive(person, packed)
    packed.seek(0)
    return FileResponse(
        packed, as_attachment=True, filename="night-mail.zip", content_type="application/zip"
    )


class CloseAccountForm(ConfirmNameForm):
    """The name of the account, and its password where it has one."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any, *, person: Person) -> None:
        super().__init__(data, person=person)
        self.fields["name"].label = _("Your name, to confirm")
        if not person.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("That is not your password."))
        return password


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    form = CloseAccountForm(request.POST if request.method == "POST" else None, person=person)
    if request.method == "POST" and form.is_valid():
        with show_refusals(request, form):
            close(person=person, now=now())
            logout(request)
            messages.success(request, _("Your account is closed. Thank you for playing."))
            return redirect("home")
    return render(request, "web/settings/close_account.html", {"form": form})


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
