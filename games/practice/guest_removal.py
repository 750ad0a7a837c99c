"""Remove practice games with their logs, and guests with their games."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.log.models import Event
from games.people.models import Person
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game


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
