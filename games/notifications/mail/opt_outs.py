"""Addresses that want no invitations, each kept as a keyed hash of its normalised form."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.encoding import punycode

from games.notifications.models import OptOut

SALT: Final = "games.notifications.opt_outs"
WITHOUT_DOTS: Final = frozenset({"gmail.com", "googlemail.com"})
"""Hosts whose mailboxes have the same owner with and without dots."""


def normal_address(address: str) -> str:
    """An address in lower case, with its host as mail carries it.

    >>> normal_address(" Ann@Bücher.example ")
    'ann@xn--bcher-kva.example'
    """
    local, _at, host = address.strip().lower().rpartition("@")
    return f"{local}@{punycode(host)}"


def spellings(address: str) -> list[str]:
    """The ways in which an address may be stored: its host as mail carries it, and as people write.

    >>> spellings("ann@bücher.example")
    ['ann@xn--bcher-kva.example', 'ann@bücher.example']
    """
    carried = normal_address(address)
    local, _at, host = carried.rpartition("@")
    try:
        written = host.encode("ascii").decode("idna")
    except UnicodeError:
        written = host
    return list(dict.fromkeys((carried, f"{local}@{written}")))


def mailbox_of(address: str) -> str:
    """The mailbox that an address leads to: without a tag, and without dots where they say nothing.

    >>> mailbox_of("Ann+games@example.org"), mailbox_of("a.n.n@googlemail.com")
    ('ann@example.org', 'ann@gmail.com')
    """
    local, _at, host = normal_address(address).rpartition("@")
    local = local.partition("+")[0] or local
    if host in WITHOUT_DOTS:
        local, host = local.replace(".", ""), "gmail.com"
    return f"{local}@{host}"


def address_digest(address: str) -> str:
    """The keyed hash of a mailbox: without SECRET_KEY nobody can tell whose it is."""
    return next(address_digests(address))


def address_digests(address: str) -> Iterator[str]:
    """The hash of a mailbox by the key of today, and by those that were in use before."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = salted_hmac(SALT, mailbox_of(address), secret=key, algorithm="sha256")
        yield str(made.hexdigest())


def has_opted_out(address: str) -> bool:
    """Whether an address wants no invitations."""
    return OptOut.objects.filter(digest__in=list(address_digests(address))).exists()


def opt_out(*, digest: str, now: datetime) -> bool:
    """Keep that an address wants no invitations; return whether that is new."""
    return OptOut.objects.get_or_create(digest=digest, defaults={"at": now})[1]
