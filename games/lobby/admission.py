"""Admission to games: suspensions, reliability, the number of seats from the lobby (decision 91).

Open and running games count. Seats that somebody else offers do not: those of a league, of an
invitation, at one's own tables. Nobody loses a seat when their number falls.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.models import RemovedPlayer
from games.people.blocks import is_blocked
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.players.selectors import FEWEST_TURNS_FOR_RELIABILITY, Reliability, reliability_of
from games.tables.models import Game, GameStatus, Seat

RELIABILITY_LEVELS: Final = (80, 90, 95)
"""The shares of turns on time, in percent, that a table can ask of those who join."""


def check_reliable(person: Person, game: Game) -> None:
    """Check that a person is as reliable as the table requires; newcomers may join.

    :raises Refused: if the person missed too many turns.
    """
    if game.least_reliability is None:
        return
    reliability = reliability_of([person.pk])[person.pk]
    if reliability.known and reliability.percent < game.least_reliability:
        raise Refused(
            _(
                "This table is for players who take %(asked)d%% of their turns on "
                "time, and you have taken %(percent)d%%. Choose another table, and "
                "come back when you have taken more turns on time."
            )
            % {"asked": game.least_reliability, "percent": reliability.percent}
        )


def check_welcome(person: Person, game: Game, *, now: datetime) -> None:
    """Check that a person may join a table of its organiser.

    A blocked person gets the same text as for a suspended organiser, so that it does not reveal the
    block.

    :raises Refused: if one of the two has blocked the other, or the organiser is suspended.
    """
    if game.organiser_id in (None, person.pk):
        return
    organiser = Person.objects.get(pk=game.organiser_id)
    if is_blocked(by=person, person=organiser):
        raise Refused(
            _(
                "You have blocked the organiser of this table. Choose another table, or unblock "
                "the organiser first."
            )
        )
    closed = is_suspended(organiser, now=now)
    if is_blocked(by=organiser, person=person) or closed:
        raise Refused(_("Nobody new can join this table for now. Choose another in the lobby."))


def check_not_removed(person: Person, game: Game) -> None:
    """Check that the organiser has not removed the person from this table.

    The link is no new invitation: everybody at the table has it.

    :raises Refused: if so, and the person has not been invited again.
    """
    if RemovedPlayer.objects.filter(game=game, person=person).exists():
        raise Refused(
            _(
                "The organiser has freed your seat at this table, so you can only join it again"
                " when the organiser invites you. Find another table in the lobby."
            )
        )


FOR_NEWCOMERS: Final = 4
FOR_UNRELIABLE: Final = 4
BY_PERCENT: Final = ((95, 30), (80, 12))
"""Turns on time, in percent, and the seats that such people may hold; best first."""


def seat_cap(reliability: Reliability) -> int:
    """Return the number of seats from the lobby that a person of this reliability may hold.

    >>> seat_cap(Reliability()), seat_cap(Reliability(answered=97, missed=3))
    (4, 30)
    """
    if not reliability.known:
        return FOR_NEWCOMERS
    return next(
        (most for percent, most in BY_PERCENT if reliability.percent >= percent), FOR_UNRELIABLE
    )


def seats_held(person: Person) -> int:
    """Return the number of seats from the lobby that a person holds."""
    going = (GameStatus.OPEN, GameStatus.RUNNING)
    return Seat.objects.filter(
        person=person, over_at=None, from_lobby=True, game__status__in=going
    ).count()


def check_seat_cap(person: Person) -> None:
    """Check that a person may take one more seat in the lobby.

    The caller holds the lock of the person, so that two requests at once are counted one after the
    other. It is taken before that of the game, as elsewhere.

    :raises Refused: if the person holds as many as they may, with what to do.
    """
    reliability = reliability_of([person.pk])[person.pk]
    most = seat_cap(reliability)
    if seats_held(person) < most:
        return
    if reliability.known:
        raise Refused(
            _(
                "You hold %(most)d seats from the lobby, the most for players who take "
                "%(percent)d%% of their turns on time. Finish a game, or leave a "
                "table that has not begun. Leagues and invitations do not count."
            )
            % {"most": most, "percent": reliability.percent}
        )
    raise Refused(
        _(
            "You hold %(most)d seats from the lobby, the most for newcomers. Finish a game, or"
            " leave a table that has not begun; after %(turns)d turns you can hold more."
            " Leagues and invitations do not count."
        )
        % {"most": most, "turns": FEWEST_TURNS_FOR_RELIABILITY}
    )
