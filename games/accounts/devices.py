"""Devices on which somebody has signed in before: a signed cookie, and browsers in words.

It grants no access. Limits that guard an address count such a device separately, so that anonymous
users cannot exhaust them for the owner.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.people.models import Person
from games.people.sign_ins import SignIn, note_sign_in

COOKIE: Final = "device"
SIGNED_IN: Final = "signed_in"
"""In the session: its key, digest and hour when the sign-in was noted."""
SALT: Final = "games.accounts.devices"
KEPT: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer (RFC 6265bis)."""
MAX_PEOPLE: Final = 5
"""The number of people remembered on a shared device, the latest ones."""


def known_device(request: HttpRequest, address: str) -> str:
    """The id of the device, if the owner of an address has signed in on it; otherwise ""."""
    device = _read(request)
    if not device or not address:
        return ""
    owners = EmailAddress.objects.filter(email__iexact=address, user__in=device["people"])
    return str(device["id"]) if owners.exists() else ""


def device_id(request: HttpRequest) -> str:
    """Return the id of a device on which anybody has signed in before; "" for none."""
    device = _read(request)
    return str(device["id"]) if device else ""


def device_at(request: HttpRequest, response: HttpResponse) -> str:
    """The id of the device that a request came from, or gets with its answer; "" for none."""
    answered = response.cookies.get(COOKIE)
    device = _device(answered.value) if answered else _read(request)
    return str(device["id"]) if device else ""


def remember_device(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """Write into the cookie that this person has signed in on the device."""
    device = _read(request) or {"id": secrets.token_urlsafe(12), "people": []}
    others = [pk for pk in device["people"] if pk != person.pk]
    device["people"] = [person.pk, *others][:MAX_PEOPLE]
    keep_cookie(response, COOKIE, signing.dumps(device, salt=SALT))


def keep_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Set a cookie that only the site reads, for as long as browsers keep any."""
    response.set_cookie(
        name,
        value,
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> dict[str, Any] | None:
    return _device(request.COOKIES.get(COOKIE, ""))


def _device(cookie: str) -> dict[str, Any] | None:
    try:
        device: dict[str, Any] = signing.loads(cookie, salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return None
    return device


def note_this_sign_in(request: HttpRequest, person: Person, now: datetime) -> SignIn:
    """Note that a person is signed in in the browser of a request; return the row."""
    browser, system = parse_user_agent(request.headers.get("User-Agent", ""))
    key = request.session.session_key or ""
    before, *_rest = request.session.get(SIGNED_IN) or ("",)
    row = note_sign_in(
        person=person,
        session_key=key,
        before=before,
        browser=browser,
        system=system,
        address=client_address(request),
        now=now,
    )
    request.session[SIGNED_IN] = [key, *_marks(person, now)]
    return row


def is_sign_in_noted(request: HttpRequest, person: Person, now: datetime) -> bool:
    """Whether a sign-in was noted within the hour, under the same session and password."""
    key = request.session.session_key or ""
    return not key or request.session.get(SIGNED_IN) == [key, *_marks(person, now)]


def _marks(person: Person, now: datetime) -> list[str]:
    return [person.sign_in_digest[:16], f"{now:%Y-%m-%d %H}"]


def client_address(request: HttpRequest) -> str:
    """Return the IP address that a request comes from; "" if it is unknown."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""


# The first that fits: most browsers name some of the others, too.
BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def parse_user_agent(user_agent: str) -> tuple[str, str]:
    """The browser and its system, each "" where it is unknown.

    >>> parse_user_agent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    ('Firefox', 'Linux')
    """
    return _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)


def describe_browser(browser: str, system: str) -> str:
    """Both as one phrase.

    >>> describe_browser("Firefox", "Linux")
    'Firefox (Linux)'
    """
    name = browser or _("an unknown browser")
    return f"{name} ({system})" if system else name


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
