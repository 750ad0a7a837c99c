"""Sign-in by mailed code, which drops a password from before the address was proven; by passkey."""

from __future__ import annotations

from typing import Any

from allauth.account.utils import passthrough_next_redirect_url
from allauth.account.views import ConfirmLoginCodeView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from games.people.profile import forget_unproven_password


class ConfirmCode(ConfirmLoginCodeView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in; a password from before the address was proven does not stay."""
        resent = self.request.POST.get("action") == "resend"
        if not resent and forget_unproven_password(person=self.stage.login.user):
            messages.warning(
                self.request,
                _(
                    "The password chosen for this address no longer works: this code "
                    "is the first proof that the address is yours. Choose a new "
                    "password on the account page."
                ),
            )
        response: HttpResponse = super().form_valid(form)
        return response


confirm_code = ConfirmCode.as_view()


class LoginPasskey(LoginWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:
        """Lead back to the page of sign-in, which leads on to the same address."""
        to = super().form_invalid(form)["Location"]
        again = passthrough_next_redirect_url(self.request, to, REDIRECT_FIELD_NAME)
        return HttpResponseRedirect(again)


login_passkey = LoginPasskey.as_view()
