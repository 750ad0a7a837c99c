"""Taking a seat."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.lobby.admission import check_not_suspended, check_reliable
from games.lobby.cap import check_cap
from games.lobby.contributions import tidy_contribution
from games.lobby.lock import lock_open
from games.lobby.start import start_if_full
from games.lobby.teams import place_in
from games.people.locking import lock_person
from games.people.models import Person
from games.tables.models import Game, Seat
from games.tables.selectors import is_invited


@transaction.atomic
def join_game(
    *,
    game: Game,
    person: Person,
    contribution: str = "",
    invitation: str = "",
    team: int | None = None,
    admission: bool = True,
    present: bool = False,
    now: datetime,
) -> Seat:
    """Gives a person the lowest free seat, and starts the game if that was the last one.

    Where the players choose their teams, ``team`` says which one the person joins; without it, it
    is the first with a free place. Without ``admission`` nobody asks whether the person may begin
    games: that was asked before. ``present`` says that the person is at the page.

    :raises Refused: if the person has a seat already (P-4), needs an invitation, is suspended or
        not reliable enough for this table, holds as many seats from the lobby as they may, was too
        late, or wants a place in a complete team.
    """
    from_lobby = admission and not is_invited(game, invitation)
    if from_lobby:
        lock_person(person)
    locked = lock_open(game)
    taken = set(locked.seats.values_list("number", flat=True))
    if locked.seats.filter(person=person).exists():
        raise Refused(_("You already have a seat in this game: one person holds one seat."))
    if not (locked.public or is_invited(locked, invitation)):
        raise Refused(_("This game is by invitation. Ask its organiser for the link."))
    if admission:
        check_not_suspended(person, now=now)
        check_reliable(person, locked)
    if from_lobby:
        check_cap(person)
    free = [number for number in range(locked.seat_count) if number not in taken]
    if not free:
        raise Refused(_("All seats of this game are taken. Choose another one in the lobby."))
    seat = Seat.objects.create(
        game=locked,
        number=free[0],
        person=person,
        contribution=tidy_contribution(contribution),
        joined_at=now,
        present_at=now if present else None,
        team=place_in(locked, team),
        from_lobby=from_lobby,
    )
    if start_if_full(game=locked, now=now):
        seat.refresh_from_db()
    return seat
