"""Closing one's own account, after typing its name."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.accounts.close import close_account as close
from games.errors import Refused
from games.people.models import Person


class ClosingForm(forms.Form):
    """The name of the account, and its password where it has one."""

    name = forms.CharField(
        label=gettext_lazy("Your name, to be sure"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: dict[str, str] | None, *, person: Person) -> None:
        super().__init__(data)
        self.person = person
        if not person.has_usable_password():
            del self.fields["password"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self.person.name:
            raise forms.ValidationError(_("That is not the name of this account."))
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("That is not your password."))
        return password


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    form = ClosingForm(request.POST if request.method == "POST" else None, person=person)
    if request.method == "POST" and form.is_valid():
        try:
            close(person=person, now=now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is closed. Thank you for playing."))
            return redirect("home")
    return render(request, "web/settings/close_account.html", {"form": form})
