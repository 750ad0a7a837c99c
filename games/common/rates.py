"""Rate limits per network or person, counted in the shared cache.

Windows are fixed: minutes, hours and days of the clock in UTC. A count is one number that the cache
increments without a lock, so a flood costs little. While the cache is away nobody is refused.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac

logger = logging.getLogger(__name__)

IPV6_BITS: Final = 64
"""Of an IPv6 address, that a household or a machine has for itself."""
SITE_BITS: Final = 48
"""Of an IPv6 address, that one customer may have: 65,536 networks."""
SHARE_OF_SITE: Final = 4
"""How many networks' allowances all networks of a /48 have together."""
SHARE_OF_ANONYMOUS: Final = 2
"""How many networks' allowances of expensive requests all anonymous users have together."""


def seconds_to_wait_at(address: str, *, endpoint: str) -> int:
    """Count a request from an IP address by its network, and with IPv6 by the /48 around it too.

    A request refused for one does not count for the other, so nobody uses up the share of their
    neighbours. Requests without a known address are not counted: one flood would refuse everybody.

    :return: as :func:`seconds_to_wait`.
    """
    network = network_name(address)
    if not network:
        return 0
    wait = seconds_to_wait(endpoint=endpoint, who=network)
    if not wait and (site := site_name(network)):
        wait = seconds_to_wait(endpoint=endpoint, who=site, times=SHARE_OF_SITE)
    return wait


def seconds_to_wait(*, endpoint: str, who: str, times: int = 1) -> int:
    """Count a request at an endpoint of ``DOOR_LIMITS``, whose limit is multiplied by ``times``.

    :return: 0 if it is within the limit, else the seconds until the next one is.
    """
    moment = int(time.time())
    for rate, seconds in settings.DOOR_LIMITS[endpoint]:
        most = rate * times
        number = _count(f"{endpoint}:{seconds}:{moment // seconds}:{who}", seconds)
        if number > most:
            if number == most + 1:
                logger.warning(
                    "The limit of %s is reached for one network or person: %d requests.",
                    endpoint,
                    number,
                )
            return int(seconds - moment % seconds)
    return 0


class TooOften(Exception):
    """An expensive request comes too often; ``wait`` are the seconds until the next time."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too often, {wait} s to wait.")
        self.wait = wait


def check_rate(*, endpoint: str, person: int | None, address: str) -> None:
    """Count an expensive request, by person or else by network, and all of the latter together.

    :raises TooOften: if it is over the rates of this name in ``DOOR_LIMITS``.
    """
    if person is not None:
        wait = seconds_to_wait(endpoint=endpoint, who=f"person {person}")
    else:
        wait = seconds_to_wait_at(address, endpoint=endpoint) or seconds_to_wait(
            endpoint=endpoint, who="anybody", times=SHARE_OF_ANONYMOUS
        )
    if wait:
        raise TooOften(wait)


def network_name(address: str) -> str:
    """The IPv4 address, or the /64 of IPv6, that requests are counted by; "" for none.

    >>> network_name("198.51.100.7"), network_name("2001:db8::1:2:3:4"), network_name("")
    ('198.51.100.7', '2001:db8::/64', '')
    >>> network_name("::ffff:198.51.100.7")
    '198.51.100.7'
    """
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return _network_of(found, IPV6_BITS)
    return str(found)


def site_name(network: str) -> str:
    """The /48 around a network of IPv6; "" for one of IPv4.

    >>> site_name("2001:db8:0:7::/64"), site_name("198.51.100.7")
    ('2001:db8::/48', '')
    """
    if ":" not in network:
        return ""
    return _network_of(ipaddress.ip_network(network).network_address, SITE_BITS)


def _network_of(address: ipaddress.IPv4Address | ipaddress.IPv6Address, bits: int) -> str:
    return str(ipaddress.ip_network((int(address), bits), strict=False))


def _count(name: str, seconds: int) -> int:
    # The cache holds no address in clear text.
    key = f"door:{salted_hmac(__name__, name).hexdigest()}"
    try:
        cache.add(key, 0, timeout=seconds)
        return int(cache.incr(key))
    except ValueError:
        # It was pushed out in between.
        return 0
    except Exception:
        logger.exception("A request could not be counted.")
        return 0
