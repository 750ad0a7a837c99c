"""DNS queries, by dnspython."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

try:
    import dns.exception
    import dns.name
    import dns.rdatatype
    import dns.resolver
    import dns.reversename
except ImportError as _error:  # the extra "doctor" is not installed
    import_error: ImportError | None = _error
else:
    import_error = None

LIFETIME: Final = 5.0
"""Seconds for an answer, over all tries."""


class NoDns(Exception):
    """No server answers, so nothing is known about the records."""


def split_nameserver(text: str) -> tuple[str, int]:
    """Split the address of a name server, and its port if that is not 53.

    :raises ValueError: if it is none.

    >>> split_nameserver("192.0.2.7:5353")
    ('192.0.2.7', 5353)
    """
    address, _colon, port = text.partition(":") if text.count(":") < 2 else (text, "", "")
    return str(ip_address(address)), int(port or 53)


class Dns:
    """One resolver: that of the machine, or a server that is named (``address:port``)."""

    def __init__(self, nameserver: str = "") -> None:
        self._resolver = dns.resolver.Resolver(configure=not nameserver)
        self._resolver.lifetime = LIFETIME
        if nameserver:
            address, self._resolver.port = split_nameserver(nameserver)
            self._resolver.nameservers = [address]

    def texts(self, name: str) -> list[str]:
        """The TXT records of a name, each as one text; none if there is no such name.

        :raises NoDns: if no server answers, as for all of these methods.
        """
        # A long text is split into pieces, which are joined without a space (RFC 7208, 3.3).
        return [
            b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")
        ]

    def exchangers(self, name: str) -> list[tuple[int, str]]:
        """The MX records of a name, preference and host; the host is "" in a null MX (RFC 7505)."""
        found = self._ask(name, "MX")
        return sorted((one.preference, _plain(one.exchange)) for one in found)

    def addresses(self, name: str) -> list[str]:
        """The addresses of a host."""
        return [str(one.address) for kind in ("A", "AAAA") for one in self._ask(name, kind)]

    def alias(self, name: str) -> str:
        """The name that a host is an alias of, or ""."""
        return next((_plain(one.target) for one in self._ask(name, "CNAME")), "")

    def names(self, address: str) -> list[str]:
        """The names that lead back from an address."""
        reverse = dns.reversename.from_address(address).to_text()
        return [_plain(one.target) for one in self._ask(reverse, "PTR")]

    def _ask(self, name: str, kind: str) -> list:
        try:
            return list(self._resolver.resolve(name, kind, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as error:
            raise NoDns(f"{kind} of {name}: {type(error).__name__}.") from error


def _plain(name: object) -> str:
    return str(name).rstrip(".").lower()
