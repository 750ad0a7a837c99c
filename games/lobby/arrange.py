"""A game of people who are all known beforehand: it begins at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.lobby.create import create_game
from games.lobby.join import join_game
from games.people.models import Person
from games.tables.models import Game


@transaction.atomic
def arrange_game(
    *,
    people: Sequence[Person],
    board: str,
    teams: Sequence[int] = (),
    contributions: Sequence[str] = (),
    clock: Mapping[str, int],
    rated: bool = True,
    now: datetime,
) -> Game:
    """Makes a public game of these people, in this order of seats, and starts it.

    Nobody organises it. ``teams`` has the number of each one's team, on boards with teams;
    ``clock`` has fields of the game: the time of a turn and what happens in absences.

    :raises Refused: if the board is not made for them, or one of them may not play.
    """
    added = contributions or [""] * len(people)
    game = create_game(
        organiser=people[0],
        board=board,
        seats=len(people),
        order_fixed=True,
        teams_chosen=bool(teams),
        contribution=added[0],
        most_open=None,
        admission=False,
        now=now,
    )
    Game.objects.filter(pk=game.pk).update(organiser=None, rated=rated, **clock)
    for place, person in enumerate(people[1:], 1):
        team = teams[place] if teams else None
        join_game(
            game=game,
            person=person,
            contribution=added[place],
            team=team,
            admission=False,
            now=now,
        )
    game.refresh_from_db()
    return game
