"""How many seats one person may hold that anybody could have taken.

Open and running games count. Seats that somebody offers to this person do not: those of a league,
of an invitation, of one's own tables. Nobody loses a seat when their number falls.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.reliability.selectors import FEWEST_TURNS, Reliability, reliability_of
from games.tables.models import GameStatus, Seat

FOR_NEWCOMERS: Final = 4
FOR_UNRELIABLE: Final = 4
BY_PERCENT: Final = ((95, 30), (80, 12))
"""Turns on time, in percent, and the seats that whoever makes them may hold; best first."""


def most_seats(reliability: Reliability) -> int:
    """How many seats from the lobby a person of this reliability may hold.

    >>> most_seats(Reliability()), most_seats(Reliability(answered=97, missed=3))
    (4, 30)
    """
    if not reliability.known:
        return FOR_NEWCOMERS
    return next(
        (most for percent, most in BY_PERCENT if reliability.percent >= percent), FOR_UNRELIABLE
    )


def seats_held(person: Person) -> int:
    """How many seats from the lobby a person holds."""
    going = (GameStatus.OPEN, GameStatus.RUNNING)
    return Seat.objects.filter(person=person, from_lobby=True, game__status__in=going).count()


def check_cap(person: Person) -> None:
    """Makes sure that a person may take one more seat in the lobby.

    The caller holds the lock of the person, so that two requests at once are counted one after the
    other, and has got it before that of the game: others lock people first, too.

    :raises Refused: if the person holds as many as they may, with what to do.
    """
    reliability = reliability_of([person.pk])[person.pk]
    most = most_seats(reliability)
    if seats_held(person) < most:
        return
    if reliability.known:
        raise Refused(
            _(
                "You hold %(most)d seats from the lobby, the most for players who make %(percent)d"
                " %% of their turns in time. Finish a game, or leave a table that has not begun."
                " Leagues and invitations do not count."
            )
            % {"most": most, "percent": reliability.percent}
        )
    raise Refused(
        _(
            "You hold %(most)d seats from the lobby, the most for newcomers. Finish a game, or"
            " leave a table that has not begun; after %(turns)d turns you can hold more."
            " Leagues and invitations do not count."
        )
        % {"most": most, "turns": FEWEST_TURNS}
    )
