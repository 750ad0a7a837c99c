"""How django-allauth makes a person of a sign-up form."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.people import names
from games.people.models import Person

# Or those who are away would answer (RFC 3834).
BY_A_PROGRAM: Final = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}


class AccountAdapter(DefaultAccountAdapter):
    def save_user(
        self, request: HttpRequest, user: Person, form: Any, commit: bool = True
    ) -> Person:
        """Stores name and language with the person."""
        user.name = form.cleaned_data["name"]
        user.name_key = names.key(user.name)
        user.language = translation.get_language() or user.language
        person: Person = super().save_user(request, user, form, commit)
        return person

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Writes a mail about an account on the paper of all mails."""
        paper = {
            "language": translation.get_language(),
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "about_name": _("Your account"),
            "about_url": settings.SITE_URL + reverse("preferences"),
            "why": _("You get this mail because somebody gave this address here."),
        }
        return super().render_mail(
            template_prefix, email, {**paper, **context}, {**BY_A_PROGRAM, **(headers or {})}
        )
