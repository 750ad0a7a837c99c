"""Rate limits per network and endpoint, read from NIGHT_MAIL_DOOR_LIMITS (decision 96)."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from ttr_site.env import Env

VARIABLE: Final = "NIGHT_MAIL_DOOR_LIMITS"
SECONDS: Final = {"m": 60, "h": 3600, "d": 86_400}
DEFAULTS: Final = {
    # A password attempt, right or wrong.
    "log-in": "30/m 300/h",
    # A sent form; most write a row, and a mail to an unproven address.
    "sign-up": "20/m 100/h",
    # A request for a code or a link for a new password, whatever the address.
    "mail": "20/m 60/h",
    # Pages of all these forms.
    "look": "240/m",
    # What a device may do at all endpoints together after its network was refused there.
    "device": "10/m 60/h",
    # Posts of a hosted mail service; messages over SMTP or LMTP.
    "webhook": "1200/m",
    "smtp": "1200/m",
    # Reports of mails among these posts; presses of the button that stops mails.
    "bounces": "600/m",
    "unsubscribe": "120/m",
    # Buttons behind links in mails that open or end a session for one game.
    "game-session": "20/m 100/h",
    # Pictures that are not in the cache, and pages that replay a whole game: by person, or by the
    # network of anonymous users.
    "drawing": "30/m",
    "replay": "30/m",
    # Codes of clubs that a person types, right or wrong.
    "club-code": "10/m 60/h",
}
Rates = tuple[tuple[int, int], ...]
"""Pairs of a number and a window in seconds; short windows first."""


def rate_limits(env: Env) -> dict[str, Rates]:
    """Return the rates of each endpoint by its name; an endpoint without rates has no limit.

    :raises ImproperlyConfigured: if the variable names no known endpoint, or no rate.
    """
    chosen = dict(DEFAULTS)
    for word in env.words(VARIABLE):
        endpoint, _equals, rates = word.partition("=")
        if endpoint.strip() not in DEFAULTS:
            raise ImproperlyConfigured(
                f"{VARIABLE} has {word!r}: write endpoint=rates, such as log-in=60/m 600/h; the"
                f" endpoints are {', '.join(DEFAULTS)}."
            )
        chosen[endpoint.strip()] = rates
    return {endpoint: _rates(endpoint, text) for endpoint, text in chosen.items()}


def _rates(endpoint: str, text: str) -> Rates:
    found = []
    for word in text.split():
        parts = re.fullmatch(r"([1-9][0-9]{0,8})/([mhd])", word)
        if parts is None:
            if text.strip() == "off":
                return ()
            break
        found.append((int(parts[1]), SECONDS[parts[2]]))
    else:
        if found:
            return tuple(sorted(found, key=lambda rate: rate[1]))
    raise ImproperlyConfigured(
        f"{VARIABLE} says {text!r} of {endpoint}: write how many in a minute, an hour or a day,"
        " such as 20/m 100/h, or off."
    )
