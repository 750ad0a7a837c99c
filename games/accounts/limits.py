"""Limits on mails that anybody may request for an address: codes, links for new passwords.

Anonymous users share an allowance for each address, of which one network gets only a part. A device
on which its owner has signed in has an allowance of its own. So nobody is flooded, and nobody's
codes are used up by others.
"""

from __future__ import annotations

import ipaddress

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.accounts.devices import known_device
from games.people.traces import network_of


def check_mail(request: HttpRequest, address: str, *, purpose: str) -> None:
    """Count a requested mail; ACCOUNT_RATE_LIMITS sets the maximum.

    :raises ValidationError: if it would be one too many.
    """
    about = f"{purpose}:{address.lower()}"
    device = known_device(request, address)
    if device:
        allowed = ratelimit.consume(request, action="mail_from_device", key=f"{about}:{device}")
    else:
        allowed = ratelimit.consume(
            request, action="mail_from_network", key=f"{about}:{network_at(request)}"
        ) and ratelimit.consume(request, action="mail_to_address", key=about)
    if not allowed:
        raise ValidationError(
            _(
                "Several emails have already been requested for this address. Check "
                "your inbox, or try again later."
            ),
            code="rate_limited",
        )


def network_at(request: HttpRequest) -> str:
    """Return the wider network of a request: that of one provider or household."""
    return network_of(ipaddress.ip_address(get_adapter().get_client_ip(request)))
