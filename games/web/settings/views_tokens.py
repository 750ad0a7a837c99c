"""Settings for programs: tokens of the API, and whether the account is that of a bot."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import lazy
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import tokens
from games.accounts.bot_accounts import become_bot_account, change_run_by
from games.accounts.models import LONGEST_TOKEN_NAME, Scope
from games.people.models import LONGEST_RUN_BY, Person
from games.web.parts.buttons import button
from games.web.parts.refusals import show_refusals
from games.web.settings.forms import ConfirmNameForm

JUST_SIGNED_IN = 5 * 60


def lifetimes() -> list[tuple[int, str]]:
    """The times after which a token can end."""
    return [
        (days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
        for days in tokens.LIFETIMES
    ]


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=LONGEST_TOKEN_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("For example the name of the program. Only you see it."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.GAMES_READ],
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=lazy(lifetimes, list), coerce=int, initial=30
    )


@require_safe
@login_required
@never_cache
def api_tokens(request: HttpRequest) -> HttpResponse:
    mine = [
        (token, [str(Scope(scope).label) for scope in token.scopes])
        for token in tokens.tokens_of(cast(Person, request.user), now=now())
    ]
    page = {"tokens": mine, "full": len(mine) >= tokens.MAX_TOKENS}
    return render(request, "web/settings/tokens.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def new_api_token(request: HttpRequest) -> HttpResponse:
    """Make a token and show it, this once."""
    person = cast(Person, request.user)
    if not get_reauthentication_flows(person) and not _has_just_signed_in(request):
        messages.error(request, _("Sign out and sign in again first: a token opens your account."))
        return redirect("api-tokens")
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with show_refusals(request, form):
            token, text = tokens.create_token(person=person, now=now(), **form.cleaned_data)
            get_adapter().send_notification_mail("account/email/token_made", person)
            return render(request, "web/settings/token_made.html", {"token": token, "text": text})
    status = 422 if request.method == "POST" else 200
    return render(request, "web/settings/new_token.html", {"form": form}, status=status)


def _has_just_signed_in(request: HttpRequest) -> bool:
    """Whether a person without password and second factor has signed in by code just now."""
    records = get_authentication_records(request, request.user)
    return bool(records) and now().timestamp() - records[-1]["at"] < JUST_SIGNED_IN


@button("api-tokens")
def remove_api_token(request: HttpRequest, person: Person, pk: int) -> str:
    tokens.delete_token(person=person, token=pk)
    return _("The token is removed. Programs that use it have no access now.")


class RunByForm(forms.Form):
    """The field that says who runs the bot account."""

    run_by = forms.CharField(
        label=gettext_lazy("Who runs it"),
        max_length=LONGEST_RUN_BY,
        help_text=gettext_lazy("Your name, or where to reach you. Everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class BecomeForm(ConfirmNameForm, RunByForm):
    """The same, and the name of the account to confirm."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def bot_account(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    data = request.POST if request.method == "POST" else None
    form = (
        RunByForm(data, initial={"run_by": person.run_by})
        if person.is_bot_account
        else BecomeForm(data, person=person)
    )
    if request.method == "POST" and form.is_valid():
        run_by = form.cleaned_data["run_by"]
        with show_refusals(request, form):
            if person.is_bot_account:
                change_run_by(person=person, run_by=run_by)
                messages.success(request, _("Your settings are saved."))
            else:
                become_bot_account(person=person, run_by=run_by, now=now())
                messages.success(request, _("This is a bot account now."))
            return redirect("bot-account")
    status = 422 if request.method == "POST" else 200
    page = {"form": form, "person": person}
    return render(request, "web/settings/bot_account.html", page, status=status)
