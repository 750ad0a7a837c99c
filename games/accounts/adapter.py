"""The adapter of django-allauth: sign-up, account mails, known devices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context as of_allauth
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import consume
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _

from games.accounts.devices import describe_browser, known_device, parse_user_agent, remember_device
from games.accounts.hashing import TooBusy
from games.accounts.rate_limits import network_at
from games.common.handlers import page_for_banned
from games.common.links import site_url
from games.notifications.mail.account_mails import USEFUL_BY_DEFAULT, write_account_mail
from games.notifications.mail.message import wrap_text
from games.people import names
from games.people.models import Person
from games.people.sign_ins import forget_session
from games.practice.games import keep_guest_games, reserve_guest
from games.practice.guests import guest_of, take_guest

WITHOUT_A_PAGE_OF_ITS_OWN: Final = "mail/account_notice.html"
ELSEWHERE: Final = "login_failed_elsewhere"
SIGNATURE: Final = "\n--\n"
USEFUL_FOR: Final = {"login_code": timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)}


class AccountAdapter(DefaultAccountAdapter):
    def save_user(
        self, request: HttpRequest, user: Person, form: Any, commit: bool = True
    ) -> Person:
        """Store name, language and time zone with the person; default to those of the page."""
        user.name = form.cleaned_data["name"]
        for field, value in names.name_keys(user.name).items():
            setattr(user, field, value)
        chosen = form.cleaned_data
        user.language = chosen.get("language") or translation.get_language() or user.language
        user.timezone = chosen.get("timezone") or user.timezone
        person: Person = super().save_user(request, user, form, commit)
        guest = guest_of(request)
        if commit and guest is not None:
            reserve_guest(guest=guest, person=person)
        return person

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the operators let new people in."""
        return bool(settings.SIGN_UP_OPEN)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link that proves an address; it keeps the page to go to after the sign-up."""
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        return passthrough_next_redirect_url(request, url, REDIRECT_FIELD_NAME) if request else url

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Redirect a banned person who has signed in to the page about the ban."""
        path = page_for_banned(user) if isinstance(user, Person) else None
        if path is not None:
            return HttpResponseRedirect(path)
        return super().respond_user_inactive(request, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Store a mail about an account, in the layout of all mails; a worker sends it."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        base = {
            "request": of_allauth.request,
            "email": email,
            "language": language,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "thread_name": _("Your account"),
            "thread_url": site_url("preferences"),
            "reason": _(
                "You are receiving this email because somebody entered this address on our site."
            ),
        }
        full = {
            **base,
            **context,
            "browser": describe_browser(*parse_user_agent(context.get("user_agent", ""))),
        }
        message = cast(EmailMultiAlternatives, self.render_mail(template_prefix, email, full))
        kind = template_prefix.rpartition("/")[2]
        write_account_mail(
            kind=kind,
            recipient=email,
            subject=str(message.subject),
            text=str(message.body),
            html=_page_of(message, full),
            language=language,
            now=now(),
            useful=USEFUL_FOR.get(kind, USEFUL_BY_DEFAULT),
        )

    def is_safe_url(self, url: str) -> bool:
        """Whether an address belongs to a page of this site; never an error."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def post_login(self, request: HttpRequest, user: Person, **kwargs: Any) -> HttpResponse:
        """Remember the device, and give the person what they played as a guest."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        keep_guest_games(person=user, guest=take_guest(request))
        return response

    def logout(self, request: HttpRequest) -> None:
        """End the session, and what this browser keeps for the signed-in person."""
        forget_session(session_key=request.session.session_key)
        super().logout(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key of failed attempts: address, and known device or network.

        Attempts from elsewhere lock nobody out.
        """
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device = known_device(request, str(credentials.get("email", "")))
        return f"{key}:{device or network_at(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt, before it is known whether it fails.

        Anonymous users in all networks together have a larger allowance for each address. Without
        it, a guesser with many networks would have no limit at all.

        :raises ValidationError: if it is one too many.
        """
        self._stranger_usage: Any = None
        super().pre_authenticate(request, **credentials)
        address = str(credentials.get("email", ""))
        if not address or known_device(request, address):
            return
        self._stranger_usage = consume(
            request=request, app="allauth.account", action=ELSEWHERE, key=address.lower()
        )
        if not self._stranger_usage:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the person with this password, or None.

        :raises TooBusy: if the password cannot be hashed now; that is no failed attempt.
        """
        try:
            return super().authenticate(request, **credentials)
        except TooBusy:
            self._rollback_login_failed_rl_usage()
            raise

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if usage := getattr(self, "_stranger_usage", None):
            usage.rollback()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Delete failed attempts, since somebody has proven the address to be theirs."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        address = str(credentials.get("email", ""))
        ratelimit.clear(request, action=ELSEWHERE, key=address.lower())


def _page_of(message: EmailMultiAlternatives, context: dict[str, Any]) -> str:
    for content, kind in message.alternatives:
        if kind == "text/html":
            return str(content)
    words = str(message.body).partition(SIGNATURE)[0]
    headline = str(message.subject).removeprefix(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX)
    more = {"headline": headline, "text": wrap_text(words).strip()}
    return render_to_string(WITHOUT_A_PAGE_OF_ITS_OWN, {**context, **more})
