"""Who may sit down: nobody who is suspended, and only who is reliable enough for the table."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.reliability.selectors import reliability_of
from games.tables.models import Game

ASKED: Final = (80, 90, 95)
"""The shares of turns on time, in percent, that a table can ask of who joins."""


def check_not_suspended(person: Person, *, now: datetime) -> None:
    """Makes sure that a person may begin games.

    :raises Refused: if the person is suspended.
    """
    if is_suspended(person, now=now):
        raise Refused(
            _(
                "You may not begin new games for now. The games that you play go on; a mail told"
                " you why and for how long."
            )
        )


def check_reliable(person: Person, game: Game) -> None:
    """Makes sure that a person keeps the clock as the table asks; who is new here may join.

    :raises Refused: if the person missed too many turns.
    """
    if game.least_reliability is None:
        return
    conduct = reliability_of([person.pk])[person.pk]
    if conduct.known and conduct.percent < game.least_reliability:
        raise Refused(
            _(
                "This table asks for players who make %(asked)d %% of their turns in time, and you"
                " made %(percent)d %%. Choose another table, and come back with more turns in time."
            )
            % {"asked": game.least_reliability, "percent": conduct.percent}
        )
