"""A game that waits for players, as the lobby shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from games.clock import wording
from games.clock.terms import terms_of
from games.pace.selectors import paces_of
from games.people.models import Person
from games.reliability.selectors import Reliability, reliability_of
from games.tables.models import Game, Seat
from games.tables.naming import seat_name
from games.web.parts import words
from games.web.parts.paces import pace_words


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that is taken, by whom, and whether the reader may free it.

    ``url`` is the page of the player, ``on_time`` the share of turns made in time and ``usually``
    how long a turn takes; all are empty for bots, and the latter two while they are not known.
    """

    number: int
    name: str
    removable: bool
    url: str = ""
    on_time: str = ""
    usually: str = ""


@dataclass(frozen=True, slots=True)
class LobbyTeam:
    """The places of a team that the players choose: who has one, None for a free one.

    ``number`` counts from 1; ``name`` says who is in it; ``invitation`` is a link that seats who
    opens it there, told to those who sit at the table.
    """

    number: int
    name: str
    places: list[Taken | None]
    mine: bool
    free: bool
    invitation: str


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """``seats`` holds what is known of each seat that is taken, and None for a free one.

    ``absence`` says what happens when somebody does not move. ``teams`` is empty where the players
    do not choose them; ``paired`` says that chance does.
    """

    code: str
    board: str
    seats: list[Taken | None]
    pace: str
    absence: list[str]
    public: bool
    order_fixed: bool
    mine: bool
    organised: bool
    teams: list[LobbyTeam]
    paired: bool
    join_url: str
    invitation: str
    expires: datetime | None
    rated: bool
    least_reliability: int | None


def lobby_tables(games: Iterable[Game], person: Person | None) -> list[LobbyTable]:
    """Gets the tables of open games, with a constant number of queries."""
    found = list(games)
    seated = [seat.person_id for game in found for seat in game.seats.all() if seat.person_id]
    conduct, paces = reliability_of(set(seated)), paces_of(seated)
    return [lobby_table(game, person, conduct, paces) for game in found]


def lobby_table(
    game: Game,
    person: Person | None,
    conduct: Mapping[int, Reliability] | None = None,
    paces: Mapping[int, timedelta] | None = None,
) -> LobbyTable:
    """Gets the table of an open game; only who sits at it gets a link to send to others.

    ``conduct`` says how reliable those are who sit at it, ``paces`` how fast.
    """
    seated_ids = [seat.person_id for seat in game.seats.all() if seat.person_id]
    conduct = reliability_of(seated_ids) if conduct is None else conduct
    paces = paces_of(seated_ids) if paces is None else paces
    held = {seat.number: seat for seat in game.seats.all()}
    own = [seat for seat in held.values() if person is not None and seat.person_id == person.pk]
    mine = bool(own)
    organised = person is not None and game.organiser_id == person.pk
    board = engine.load_board(game.board)
    seated = own[0] if own else None
    return LobbyTable(
        code=game.code,
        board=board.name,
        seats=[
            _taken(held[number], organised, conduct, paces) if number in held else None
            for number in range(game.seat_count)
        ],
        pace=pace(game),
        absence=wording.absence(game),
        public=game.public,
        order_fixed=game.order_fixed,
        mine=mine,
        organised=organised,
        teams=_teams(game, board, held.values(), seated, organised, conduct, paces)
        if game.teams_chosen
        else [],
        paired=board.teams is not None and not game.teams_chosen,
        join_url=reverse("join-game", args=[game.code]),
        invitation=_link(game, seated) if seated else "",
        expires=game.expires_at,
        rated=game.rated,
        least_reliability=game.least_reliability,
    )


def _taken(
    seat: Seat,
    organised: bool,
    conduct: Mapping[int, Reliability],
    paces: Mapping[int, timedelta],
) -> Taken:
    if seat.person is None:
        return Taken(seat.number, seat_name(seat), removable=False)
    kept = conduct.get(seat.person.pk, Reliability())
    return Taken(
        seat.number,
        seat_name(seat),
        removable=organised and seat.person_id != seat.game.organiser_id,
        url=reverse("player", args=[seat.person.name]),
        on_time=_("%(percent)d %% on time") % {"percent": kept.percent} if kept.known else "",
        usually=pace_words(paces.get(seat.person.pk)),
    )


def _teams(
    game: Game,
    board: engine.Board,
    held: Iterable[Seat],
    seated: Seat | None,
    organised: bool,
    conduct: Mapping[int, Reliability],
    paces: Mapping[int, timedelta],
) -> list[LobbyTeam]:
    assert board.teams is not None
    size = board.teams.size
    found = []
    for number in range(game.seat_count // size):
        mates = [seat for seat in held if seat.team == number]
        free = size - len(mates)
        found.append(
            LobbyTeam(
                number=number + 1,
                name=_team_name(number + 1, mates),
                places=[
                    *(_taken(seat, organised, conduct, paces) for seat in mates),
                    *[None] * free,
                ],
                mine=seated in mates,
                free=free > 0,
                invitation=_link(game, seated, number + 1) if seated and free else "",
            )
        )
    return found


def _link(game: Game, seat: Seat, team: int = 0) -> str:
    """The address at which somebody joins a table, or one of its teams, sent by who has a seat.

    Who came from the lobby does not learn the invitation of a public table: they could leave, come
    back by it, and hold any number of seats (games/lobby/cap.py). Its page is open to everybody.
    """
    if game.public and seat.from_lobby:
        page = reverse("join-game", args=[game.code])
        return f"{settings.SITE_URL}{page}{f'?team={team}' if team else ''}"
    if team:
        return settings.SITE_URL + reverse("invitation-to-team", args=[game.invitation, team])
    return settings.SITE_URL + reverse("invitation", args=[game.invitation])


def _team_name(number: int, mates: Sequence[Seat]) -> str:
    names = words.joined(seat_name(seat) for seat in mates)
    if not names:
        return _("Team %(number)d, still empty") % {"number": number}
    return _("Team %(number)d, with %(names)s") % {"number": number, "names": names}


def pace(game: Game) -> str:
    """Gets how fast a game is played, when its clock rests, and what it has in the bank."""
    return wording.pace(terms_of(game))
