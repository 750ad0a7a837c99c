"""Takes out of what people say what was not meant for the table: their mail addresses, and keys.

A mail program may quote them where nobody foresaw it. Only addresses of whoever speaks are looked
for, and ours: were those of the others taken out as well, anybody could try whose address is whose.
"""

from __future__ import annotations

import re
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings

from games.people.models import Person

GONE: Final = "…"
"""What stands in the place of what was taken out."""
# A broken line, or a program that would keep robots off, may have set signs apart.
AT: Final = r"\s*+(?:@|＠|%40|=40)\s*+"
DOT: Final = r"\s?\.\s?"
KEY: Final = r"\b(?:(?:reply|talk)\+|bounce\+\d+-)[0-9a-f]{8,}(?:@[\w.-]*\w)?"
# An invitation is a key as well, but one to be passed on.
PATHS: Final = "do|unsubscribe|enter|calendar|accounts|inbound"


def without_private(text: str, *, person: Person) -> str:
    """Leaves out the addresses of a person, the addresses that answer our mails, and their links.

    What an address stands in goes with it: brackets, and "mailto:".
    """
    found = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    own = "|".join(sorted(map(_loosely, {person.email, *found} - {""}), key=len, reverse=True))
    if own:
        # Part of a longer address is no address of theirs.
        text = _taken_out(rf"(?<![\w.+%-])(?:{own})(?![\w-]|\.\w)", text)
    text = _taken_out(KEY, text)
    text = _taken_out(rf"[\w.+=-]+{AT}{re.escape(settings.MAIL_DOMAIN)}\b", text)
    links = rf"{re.escape(settings.SITE_URL)}/(?:{PATHS})/[^\s<>\"']+"
    return re.sub(links, GONE, text, flags=re.IGNORECASE)


def _taken_out(pattern: str, text: str) -> str:
    found = rf"(?:<\s*|\[\s*)?(?:mailto:\s*)?{pattern}(?:\s*[>\]])?"
    return re.sub(found, GONE, text, flags=re.IGNORECASE)


def _loosely(address: str) -> str:
    """Gets a pattern for an address as it may stand in a text that programs have broken."""
    local, _at, domain = address.rpartition("@")
    names = {domain, _in_unicode(domain)}
    hosts = "|".join(DOT.join(map(re.escape, name.split("."))) for name in sorted(names))
    return rf"{re.escape(local)}{AT}(?:{hosts})"


def _in_unicode(domain: str) -> str:
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain
