"""Sign-in by mailed code; a password set before the address was proven is dropped."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmLoginCodeView
from django.contrib import messages
from django.http import HttpResponse
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
