"""Limits on new guests: by network and in all."""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.people.traces import network_of
from games.practice.models import Guest

A_DAY: Final = timedelta(days=1)
MAX_OF_A_NETWORK: Final = 40
"""New guests of one network in a day: a class may try the site together."""


def network_digest(address: str, now: datetime) -> str:
    """The hash of the network of an IP address, with a new key each day."""
    try:
        network = network_of(ipaddress.ip_address(address))
    except ValueError:
        network = ""
    salt = f"games.practice.guest_limits/{now:%Y-%m-%d}"
    return salted_hmac(salt, network, algorithm="sha256").hexdigest()


def check_new_guest(*, network: str, now: datetime) -> None:
    """Check that one more guest may play.

    :raises Refused: if too many have begun, here or everywhere; the text suggests what to do.
    """
    lately = Guest.objects.filter(network=network, created_at__gt=now - A_DAY)
    if lately.count() >= MAX_OF_A_NETWORK or Guest.objects.count() >= settings.MAX_GUESTS:
        raise Refused(
            _(
                "There are too many guests at the moment. Sign up, which is free, or come "
                "back tomorrow."
            )
        )
