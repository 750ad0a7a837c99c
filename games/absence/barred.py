"""Who may not play on in a game, for reasons that other rooms know.

Rooms that have such a reason register here how it is looked for, so that nobody has to know them
all.
"""

from __future__ import annotations

from collections.abc import Callable

from games.common.errors import Refused
from games.people.models import Person
from games.tables.models import Game

Reason = Callable[[Game, Person], str | None]

_others: list[Reason] = []


def register(reason: Reason) -> None:
    """Let ``reason`` be asked before each hand-over; it gets a sentence, or None."""
    _others.append(reason)


def check(*, game: Game, person: Person) -> None:
    """Make sure that a person may take a seat of a running game.

    :raises Refused: if some room has a reason against it.
    """
    for other in _others:
        if sentence := other(game, person):
            raise Refused(sentence)
