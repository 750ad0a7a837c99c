"""Keep webhooks to public servers (server-side request forgery): resolve the name, check and pin
the address.

A person who can make a server fetch any address could otherwise reach what only that server reaches
(server-side request forgery). Names are resolved here, every address is looked at, and the one that
was looked at is the one that is called: a name cannot mean something else a moment later.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Iterable[str]]

PORTS: Final = {"https": (443, 8443), "http": (80, 8080)}
LONGEST: Final = 500
# Not all versions of Python know these for what they are: protocol assignments (RFC 6890), the old
# relay of 6to4 (RFC 7526), and the address at which Azure tells a machine its secrets.
INNER: Final = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "fec0::/10"))
)
# Prefixes whose last bits are an IPv4 address: NAT64 (RFC 6052), its local use (RFC 8215).
NAT64: Final = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))


class UnsafeAddress(ValueError):
    """The address is not one to call; ``str()`` of it is a sentence for its owner."""


@dataclass(frozen=True, slots=True)
class Target:
    """The destination of a call: ``ip``, as the host ``host``, for ``path``."""

    scheme: str
    host: str
    port: int
    ip: str
    path: str


def resolve(host: str, port: int) -> Iterable[str]:
    """The addresses of a host as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def resolve_target(url: str, *, resolver: Resolver = resolve) -> Target:
    """The target of an address, if it may be called.

    :raises UnsafeAddress: if it may not, or if its name means nothing now.
    """
    scheme, host, port, path = split_url(url)
    allowed = f"{host}:{port}" in settings.WEBHOOK_HOSTS
    try:
        addresses = [ipaddress.ip_address(text.partition("%")[0]) for text in resolver(host, port)]
    except (OSError, UnicodeError, ValueError) as error:
        raise UnsafeAddress(_("The name %(host)s cannot be found.") % {"host": host}) from error
    if not addresses:
        raise UnsafeAddress(_("The name %(host)s cannot be found.") % {"host": host})
    if not allowed and not all(map(is_public, addresses)):
        raise UnsafeAddress(_("%(host)s is not a public server.") % {"host": host})
    return Target(scheme, host, port, str(addresses[0]), path)


def split_url(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an address that looks like a webhook's.

    :raises UnsafeAddress: if it does not; its name is not looked up.
    """
    clean = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise UnsafeAddress(_("This is not a web address.")) from error
    if not clean or not host or len(url) > LONGEST:
        raise UnsafeAddress(_("This is not a web address."))
    if parts.scheme not in (("https",) if settings.PRODUCTION else ("https", "http")):
        raise UnsafeAddress(_("The address must begin with https://."))
    if parts.username is not None or parts.password is not None:
        raise UnsafeAddress(_("The address must not contain a user name or a password."))
    port = PORTS[parts.scheme][0] if port is None else port
    if port not in PORTS[parts.scheme] and f"{host}:{port}" not in settings.WEBHOOK_HOSTS:
        raise UnsafeAddress(_("Port %(port)d is not used by web servers.") % {"port": port})
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port, path


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet, whatever it is wrapped in.

    >>> [is_public(ipaddress.ip_address(text)) for text in ("9.9.9.9", "2620:fe::fe")]
    [True, True]
    >>> [is_public(ipaddress.ip_address(text)) for text in ("169.254.169.254", "::ffff:10.0.0.1")]
    [False, False]
    """
    return all(_is_plain_public(one) for one in (address, *_inside(address)))


def _is_plain_public(address: Address) -> bool:
    if address.is_multicast or address.is_reserved or address.is_unspecified:
        return False
    if any(address in network for network in INNER):
        return False
    return address.is_global and not (address.is_loopback or address.is_link_local)


def _inside(address: Address) -> list[Address]:
    """The IPv4 addresses that an IPv6 address stands for in some network."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    found: list[Address] = [
        one for one in (address.ipv4_mapped, address.sixtofour) if one is not None
    ]
    if address.teredo:
        found += address.teredo
    if any(address in network for network in NAT64) or int(address) < 1 << 32:
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return found
