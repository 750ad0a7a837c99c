"""Guests: limits on new ones by network and in all, their sessions, and their removal."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.people.traces import network_of
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game

A_DAY: Final = timedelta(days=1)
MAX_OF_A_NETWORK: Final = 40
"""New guests of one network in a day: a class may try the site together."""


def network_digest(address: str, now: datetime) -> str:
    """The hash of the network of an IP address, with a new key each day."""
    try:
        network = network_of(ipaddress.ip_address(address))
    except ValueError:
        network = ""
    salt = f"games.practice.guests/{now:%Y-%m-%d}"
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


@transaction.atomic
def remove_games(games: Sequence[int]) -> None:
    """Remove practice games by their ids; other games are ignored."""
    ids = list(PracticeGame.objects.filter(game__in=games).values_list("game", flat=True))
    # The triggers of the log check the row of the practice game, which is deleted last.
    Event.objects.filter(game__in=ids).delete()
    Game.objects.filter(pk__in=ids, practice=True).delete()


@transaction.atomic
def remove_guests(guests: Sequence[int]) -> None:
    """Remove guests by their ids, with their games."""
    own = PracticeGame.objects.filter(guest__in=guests)
    remove_games(list(own.values_list("game", flat=True)))
    Guest.objects.filter(pk__in=guests).delete()


def remove_practice_games(*, person: Person) -> None:
    """Remove the practice games of a person, and what is reserved for them."""
    own = PracticeGame.objects.filter(game__seats__person=person)
    remove_games(list(own.values_list("game", flat=True)))
    remove_guests(list(person.reserved_guests.values_list("pk", flat=True)))


GUEST: Final = "guest"
KNOWN: Final = "_known_guest"


def guest_of(request: HttpRequest) -> Guest | None:
    """The guest of this session; None for a signed-in person or an anonymous user without games."""
    if isinstance(getattr(request, "user", None), Person) or not hasattr(request, "session"):
        return None
    known: tuple[Guest | None] | None = getattr(request, KNOWN, None)
    if known is None:
        pk = request.session.get(GUEST)
        known = (Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None,)
        setattr(request, KNOWN, known)
    return known[0]


def let_in(request: HttpRequest, guest: Guest) -> None:
    """Bind a guest to this session, and rotate its cookie."""
    request.session[GUEST] = guest.pk
    request.session.cycle_key()
    setattr(request, KNOWN, (guest,))


def take_guest(request: HttpRequest) -> Guest | None:
    """Remove and return the guest of the session of somebody who has just signed in."""
    pk = request.session.pop(GUEST, None)
    return Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None
