"""The forms of django-allauth that are extended here."""

from __future__ import annotations

import secrets
from typing import Any, Final

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.accounts.closing import CLOSED_DOMAIN
from games.accounts.rate_limits import check_mail
from games.people.models import Person
from games.people.profile import TAKEN

CODE: Final = "code"
PASSWORD: Final = "password"  # noqa: S105


class RequestCodeForm(forms.RequestLoginCodeForm):
    """The form that asks for a code to sign in with."""

    def clean_email(self) -> str:
        check_mail(context.request, self.cleaned_data["email"], purpose=CODE)
        return str(super().clean_email())


class ResetPasswordForm(forms.ResetPasswordForm):
    """The form that asks for a link to choose a new password."""

    def clean_email(self) -> str:
        check_mail(context.request, self.cleaned_data["email"], purpose=PASSWORD)
        return str(super().clean_email())


class SignupForm(forms.SignupForm):
    """The sign-up form; it takes as long for an address that has an account already."""

    def try_save(self, request: HttpRequest) -> Any:
        try:
            if self.account_already_exists:
                self._work_as_for_a_new_address(request)
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:  # somebody took the name or the address since the form was checked
            return None, self._answer_who_was_later(request)

    def _answer_who_was_later(self, request: HttpRequest) -> HttpResponse:
        if Person.objects.filter(email__iexact=self.cleaned_data["email"]).exists():
            sent: HttpResponse = get_adapter().respond_email_verification_sent(request, None)
            return sent
        messages.error(request, TAKEN)
        return redirect(request.get_full_path())

    def _work_as_for_a_new_address(self, request: HttpRequest) -> None:
        """Create a person, hashing the password as usual, and roll it all back."""
        address = self.cleaned_data["email"]
        with transaction.atomic():
            self.cleaned_data["email"] = f"{secrets.token_hex(8)}@{CLOSED_DOMAIN}"
            self.account_already_exists = False
            try:
                self.save(request)
            finally:
                transaction.set_rollback(True)
                self.cleaned_data["email"] = address
                self.account_already_exists = True
