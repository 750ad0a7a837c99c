"""Passkeys: the site that they belong to, their names, and the forms that check their answers.

Decision 135 says why.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.forms import BooleanField, CharField, TextInput
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LONGEST_NAME: Final = 50
MAX_PASSKEYS: Final = 10
"""The maximum for one person."""


class MFAAdapter(DefaultMFAAdapter):
    """The adapter of allauth.mfa."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party (WebAuthn 5.4.2): the host of the site as the settings name it.

        The host of the request could let passkeys be made for another site.
        """
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": settings.SITE_NAME}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Return the suggested name of a new passkey: "Passkey", "Passkey 2" …"""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number} if number > 1 else _("Passkey")


def check_origin(credential: Any) -> None:
    """Check that a passkey's answer was made on a page of this site (WebAuthn 5.8.1).

    :raises ValidationError: if it was made elsewhere, also on a subdomain, or cannot be read.
    """
    try:
        text = credential["response"]["clientDataJSON"]
        data = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        same = data["origin"] == own_origin()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _not_accepted() from error
    if not same:
        raise _not_accepted()


def own_origin() -> str:
    """Return the origin of the site (RFC 6454): scheme, host and port."""
    parts = urlsplit(settings.SITE_URL)
    return f"{parts.scheme}://{parts.netloc}"


def _not_accepted() -> ValidationError:
    return ValidationError(_("This passkey was not accepted. Try again."), code="not_accepted")


class _CheckedCredential:
    """Mixin of the forms that sign in with a passkey."""

    def clean_credential(self) -> Authenticator:
        check_origin(self.cleaned_data["credential"])  # type: ignore[attr-defined]
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except ValidationError as error:
            raise _not_accepted() if error.code == "incorrect_code" else error from error
        return found


class AuthenticatePasskeyForm(_CheckedCredential, forms.AuthenticateWebAuthnForm):
    """The second step of signing in."""


class LoginPasskeyForm(_CheckedCredential, forms.LoginWebAuthnForm):
    """Sign-in with a passkey and nothing else."""


class ReauthenticatePasskeyForm(_CheckedCredential, forms.ReauthenticateWebAuthnForm):
    """Confirmation that the person is still present."""


def name_field(*, required: bool) -> CharField:
    """The field for the name of a passkey."""
    return CharField(
        label=gettext_lazy("Name"),
        required=required,
        max_length=LONGEST_NAME,
        widget=TextInput(attrs={"autocomplete": "off"}),
    )


class AddPasskeyForm(forms.AddWebAuthnForm):
    """A new passkey, with its name."""

    name = name_field(required=False)
    passwordless = BooleanField(
        label=gettext_lazy("Let me sign in with it alone"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Your device then asks for your fingerprint, face or PIN. Otherwise the passkey "
            "confirms a sign-in with your password."
        ),
    )

    def clean(self) -> dict[str, Any]:
        credential = self.cleaned_data.get("credential")
        if credential:
            check_origin(credential)
        own = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if own.count() >= MAX_PASSKEYS:
            raise ValidationError(
                _("You have as many passkeys as you can have. Remove one to add another.")
            )
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError as error:
            raise _not_accepted() if error.code == "incorrect_code" else error from error
        return cleaned


class RenamePasskeyForm(forms.EditWebAuthnForm):
    """A new name for a passkey."""

    name = name_field(required=True)
