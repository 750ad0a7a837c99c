"""How django-allauth works here: what it makes of a sign-up, and how its mails leave."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as of_allauth
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _

from games.accounts.browsers import browser_of
from games.accounts.devices import known_device, remember_device
from games.notices.account_mails import USEFUL, write_account_mail
from games.notices.render import tidy, tight
from games.people import names
from games.people.models import Person
from games.people.shut_out import page_for

WITHOUT_A_PAGE_OF_ITS_OWN: Final = "mail/account_news.html"
SIGNATURE: Final = "\n--\n"
USEFUL_FOR: Final = {"login_code": timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)}


class AccountAdapter(DefaultAccountAdapter):
    def save_user(
        self, request: HttpRequest, user: Person, form: Any, commit: bool = True
    ) -> Person:
        """Stores name and language with the person."""
        user.name = form.cleaned_data["name"]
        for field, value in names.keys(user.name).items():
            setattr(user, field, value)
        user.language = translation.get_language() or user.language
        person: Person = super().save_user(request, user, form, commit)
        return person

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Leads who gave the right password to the page that says why it opens nothing."""
        path = page_for(user) if isinstance(user, Person) else None
        if path is not None:
            return HttpResponseRedirect(path)
        return super().respond_user_inactive(request, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Stores a mail about an account, on the paper of all mails; a worker sends it."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        paper = {
            "request": of_allauth.request,
            "email": email,
            "language": language,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "about_name": _("Your account"),
            "about_url": settings.SITE_URL + reverse("preferences"),
            "why": _("You get this mail because somebody gave this address here."),
        }
        told = {**paper, **context, "browser": browser_of(context.get("user_agent", ""))}
        letter = cast(EmailMultiAlternatives, self.render_mail(template_prefix, email, told))
        kind = template_prefix.rpartition("/")[2]
        write_account_mail(
            kind=kind,
            recipient=email,
            subject=str(letter.subject),
            text=tidy(str(letter.body)),
            html=tight(_page_of(letter, told)),
            language=language,
            now=now(),
            useful=USEFUL_FOR.get(kind, USEFUL),
        )

    def is_safe_url(self, url: str) -> bool:
        """Whether a page of this site stands behind an address; never an error."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def post_login(self, request: HttpRequest, user: Person, **kwargs: Any) -> HttpResponse:
        """Lets the device be known from now on."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What failed attempts are counted by: the address, and on a known device this device.

        So nobody is locked out at home by those who guess elsewhere.
        """
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device = known_device(request, str(credentials.get("email", "")))
        return f"{key}:{device}" if device else key


def _page_of(letter: EmailMultiAlternatives, told: dict[str, Any]) -> str:
    for content, kind in letter.alternatives:
        if kind == "text/html":
            return str(content)
    words = str(letter.body).partition(SIGNATURE)[0]
    headline = str(letter.subject).removeprefix(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX)
    more = {"headline": headline, "text": tidy(words).strip()}
    return render_to_string(WITHOUT_A_PAGE_OF_ITS_OWN, {**told, **more})
