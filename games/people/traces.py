"""DeviceTrace: keyed hashes of devices and networks, kept for 30 days (decision 119).

Only keyed hashes are kept, for 30 days. The key changes each week, so that a hash can be compared
only with those of the same week. Nothing is read from the browser: no fingerprint, only the site's
cookie and the network of the request.
"""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, combinations
from typing import ClassVar, Final

from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.people.models import Person

KEPT_FOR: Final = timedelta(days=30)
CROWD: Final = 5
"""With n other people, a network is an office, a school or a provider, and no hint."""
IPV4, IPV6 = 24, 48
"""The bits of an address that name its network."""


class TraceKind(models.TextChoices):
    DEVICE = "device", _("device")
    NETWORK = "network", _("network")


class DeviceTrace(models.Model):
    """A person was seen with the ``digest`` of a device or network, last at ``seen_at``."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=7, choices=TraceKind.choices)
    digest = models.CharField(max_length=64)
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["-seen_at"]
        indexes: ClassVar = [models.Index(fields=["kind", "digest"])]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "kind", "digest"], name="one_trace_a_week")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"


@dataclass(frozen=True, slots=True)
class SharedTrace:
    """Another person was seen at the same device, or in the same network; last when."""

    person: Person
    kind: TraceKind
    seen_at: datetime


def note_traces(*, person: Person, device: str, address: str, now: datetime) -> None:
    """Record that a person is present, at a device ("" for none) and an IP address."""
    for kind, value in _values(device, address):
        DeviceTrace.objects.update_or_create(
            person=person, kind=kind, digest=_digest(kind, value, now), defaults={"seen_at": now}
        )


def shared_with(*, person: Person, now: datetime) -> list[SharedTrace]:
    """Return people seen at a person's devices and networks, latest first: two queries."""
    young = DeviceTrace.objects.filter(seen_at__gt=now - KEPT_FOR)
    digests = list(young.filter(person=person).values_list("digest", flat=True))
    at_it: dict[str, list[DeviceTrace]] = defaultdict(list)
    others = young.filter(digest__in=digests).exclude(person=person).select_related("person")
    for trace in others.order_by("seen_at"):
        at_it[trace.digest].append(trace)
    found: dict[tuple[int, str], SharedTrace] = {}
    for traces in at_it.values():
        kind = TraceKind(traces[0].kind)
        if kind == TraceKind.NETWORK and len(traces) >= CROWD:
            continue
        for trace in traces:
            before = found.get((trace.person_id, kind))
            if before is None or before.seen_at < trace.seen_at:
                found[trace.person_id, kind] = SharedTrace(trace.person, kind, trace.seen_at)
    shared = sorted(found.values(), key=lambda one: one.seen_at, reverse=True)
    return sorted(shared, key=lambda one: one.kind != TraceKind.DEVICE)


def sharing_pairs(people: Collection[int], *, now: datetime) -> set[tuple[int, int]]:
    """Pairs of people (ids, the lower first) seen at one device or in one network: two queries.

    Crowded networks are left out.
    """
    young = DeviceTrace.objects.filter(seen_at__gt=now - KEPT_FOR)
    digests = set(young.filter(person__in=people).values_list("digest", flat=True))
    rows = young.filter(digest__in=digests).values_list("kind", "digest", "person")
    kinds: dict[str, str] = {}
    at_it: dict[str, set[int]] = defaultdict(set)
    for kind, digest, person in rows:
        kinds[digest] = kind
        at_it[digest].add(person)
    found: set[tuple[int, int]] = set()
    for digest, seen in at_it.items():
        if kinds[digest] == TraceKind.DEVICE or len(seen) <= CROWD:
            found |= set(combinations(sorted(seen.intersection(people)), 2))
    return found


def known_to_the_table(people: Iterable[Person], *, now: datetime) -> list[tuple[int, int]]:
    """Return pairs (ids) at a table who share a network, if both allow the others to know.

    Other people are not queried, so nothing about them can be inferred. One query, or none if
    fewer than two allow it.
    """
    willing = [person.pk for person in people if person.tells_shared_network]
    if len(willing) < 2:
        return []
    young = DeviceTrace.objects.filter(seen_at__gt=now - KEPT_FOR, kind=TraceKind.NETWORK)
    at_it: dict[str, set[int]] = defaultdict(set)
    for digest, person in young.filter(person__in=willing).values_list("digest", "person"):
        at_it[digest].add(person)
    pairs = (combinations(sorted(seen), 2) for seen in at_it.values())
    return sorted(set(chain.from_iterable(pairs)))


def _values(device: str, address: str) -> Iterator[tuple[TraceKind, str]]:
    if device:
        yield TraceKind.DEVICE, device
    if network := public_network(address):
        yield TraceKind.NETWORK, network


def public_network(address: str) -> str:
    """Return the network of an IP address; "" if the address is not public.

    >>> public_network("93.184.216.34"), public_network("2606:2800:220:1::5")
    ('93.184.216.0/24', '2606:2800:220::/48')
    >>> public_network("10.0.0.1"), public_network("")
    ('', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    found = getattr(found, "ipv4_mapped", None) or found
    return network_of(found) if found.is_global else ""


def network_of(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """Return the network of an address, as one provider or household has it.

    >>> network_of(ipaddress.ip_address("::ffff:93.184.216.34"))
    '93.184.216.0/24'
    """
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    bits = IPV4 if address.version == 4 else IPV6
    return str(ipaddress.ip_network(f"{address}/{bits}", strict=False))


def _digest(kind: TraceKind, value: str, now: datetime) -> str:
    year, week, _day = now.isocalendar()
    salt = f"games.people.traces/{kind}/{year}-{week}"
    return salted_hmac(salt, value, algorithm="sha256").hexdigest()
