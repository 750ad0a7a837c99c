"""Make the account a bot account; say anew who runs it."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.bot_accounts import become_bot_account, change_run_by
from games.people.models import LONGEST_RUN_BY, Person
from games.web.parts.refusals import show_refusals


class RunByForm(forms.Form):
    """The field that says who runs the bot account."""

    run_by = forms.CharField(
        label=gettext_lazy("Who runs it"),
        max_length=LONGEST_RUN_BY,
        help_text=gettext_lazy("Your name, or where to reach you. Everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class BecomeForm(RunByForm):
    """The same, and the name of the account to confirm."""

    name = forms.CharField(
        label=gettext_lazy("The name of this account, to confirm"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: dict[str, str] | None, *, person: Person) -> None:
        super().__init__(data)
        self.person = person

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self.person.name:
            raise forms.ValidationError(_("That is not the name of this account."))
        return name


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
