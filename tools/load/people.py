"""The people of a large database, and who of them plays where."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from games.notifications.models import NotificationPreferences
from games.people import names
from games.people.models import Person
from games.players.models import Pace
from tools.load.templates import DOMAIN

GAMES_A_PERSON: Final = 20
FEWEST_PEOPLE: Final = 120
"""People that fill a page of any list, and play enough for it."""
REGULAR: Final = "Regular"
"""Plays as many games in a large database as in a small one, always with the same companions."""
VETERAN: Final = "Veteran"
"""Plays one game in fifty, more in a small database: all lists of theirs are full in each."""
NEWCOMER: Final = "Newcomer"
"""Has not played yet."""
COMPANIONS: Final = ("Companion A", "Companion B")


class Crowd:
    """Everybody who plays: those with a part of their own, and many others."""

    def __init__(self, games: int, now: datetime, dice: random.Random) -> None:
        self._dice = dice
        special = (REGULAR, VETERAN, NEWCOMER, *COMPANIONS)
        count = max(8, min(FEWEST_PEOPLE, games), games // GAMES_A_PERSON)
        created = dict.fromkeys(special, now) | {
            f"Player {number}": now - timedelta(days=number % 700) for number in range(1, count + 1)
        }
        people = _make_people(created, now)
        self._known = {person.name: person.pk for person in people[: len(special)]}
        self._many = [person.pk for person in people[len(special) :]]

    def table(self, seats: int, who: str = "", place: int = 0) -> list[int]:
        """The people at a table: the regular or veteran in their game of this place, or others.

        In the same place they have the same seat, the regular always with the same companions.
        """
        if not who:
            return self._some(seats)
        if who == REGULAR:
            others = [self._known[name] for name in COMPANIONS[: seats - 1]]
        else:
            others = self._some(seats - 1)
        others.insert(place % seats, self._known[who])
        return others

    def _some(self, seats: int) -> list[int]:
        """A number of people, those who came first more often."""
        found: list[int] = []
        while len(found) < seats:
            one = self._many[int(len(self._many) * self._dice.random() ** 1.5)]
            if one not in found:
                found.append(one)
        self._dice.shuffle(found)
        return found


def _make_people(created: Mapping[str, datetime], now: datetime) -> list[Person]:
    """People of these names, with addresses, preferences and a pace."""
    # One hash for all: making it takes longer than all the rest of a person.
    password = make_password(None)
    people = [
        Person(
            email=f"{name.lower().replace(' ', '-')}@{DOMAIN}",
            name=name,
            **names.name_keys(name),
            password=password,
            created=at,
        )
        for name, at in created.items()
    ]
    Person.objects.bulk_create(people, batch_size=1_000)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=person, email=person.email, verified=True, primary=True)
        for person in people
    )
    NotificationPreferences.objects.bulk_create(
        NotificationPreferences(person=person, delay=0) for person in people
    )
    Pace.objects.bulk_create(
        Pace(
            person=person,
            median=timedelta(hours=1 + person.pk % 40),
            turns=30 if person.name != NEWCOMER else 0,
            measured_at=now,
        )
        for person in people
    )
    return people
