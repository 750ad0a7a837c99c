"""Read games and seats. The permission to see a game is checked here, once, in the query."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.crypto import constant_time_compare

from games.people.blocks import blocked_by
from games.people.groups import groups_of
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

Reader = Person | AnonymousUser | None

_OVER_OR_OPEN: Final = [status for status in GameStatus if status != GameStatus.RUNNING]
MAX_OPEN_SEATS: Final = 1000
RUNNING_BY_TIME: Final = ~Q(status__in=_OVER_OR_OPEN)
IN_RUNNING_GAME: Final = ~Q(game__status__in=_OVER_OR_OPEN)
"""Running games, and their seats, for queries by due times.

It names the statuses that are excluded. With the status itself, SQLite scans all running games and
the times of their seats; this way it starts with the index of times.
"""


def games_visible_to(person: Reader | int, *, invitation: str = "") -> QuerySet[Game]:
    """The games that a person may see: public ones, those the person is part of, and those of
    their groups.

    ``person`` may be an id; ``invitation`` allows the one private game that it belongs to.
    """
    may = Q(public=True)
    if isinstance(person, Person | int):
        may |= Q(organiser=person) | _has_seat(person) | Q(group__in=groups_of(person))
    if invitation:
        may |= Q(invitation=invitation)
    return _games().filter(may)


def games_not_over_of(person: Person) -> QuerySet[Game]:
    """The games in which a person holds a seat and that are not over, latest first.

    An index leads to them, however many finished games the person has.
    """
    games = _games().filter(seats__person=person, seats__over_at=None, practice=False)
    return games.select_related("group")


def plays_now(person: Person) -> bool:
    """Whether a person has a seat in a running game that is no practice."""
    return Seat.objects.filter(
        person=person, over_at=None, game__status=GameStatus.RUNNING, game__practice=False
    ).exists()


def running_games_of(person: Person, reader: Reader) -> QuerySet[Game]:
    """The running games of a person that ``reader`` may see, the latest start first."""
    own = Seat.objects.filter(person=person, over_at=None).values("game")
    games = games_visible_to(reader).filter(pk__in=own, practice=False, status=GameStatus.RUNNING)
    return games.order_by("-started_at")


def games_over_of(person: Person, reader: Reader, **seat: Any) -> QuerySet[Game]:
    """The games in which a person holds a seat and that are over, the latest end first.

    They are those that ``reader`` may see; ``seat`` is what else must be true of the seat. An index
    has this order, so the first ones cost the same with thousands of games; callers must slice the
    result.
    """
    games = _games() if person == reader else games_visible_to(reader)
    more = {f"seats__{name}": value for name, value in seat.items()}
    return games.filter(
        seats__person=person, seats__over_at__isnull=False, practice=False, **more
    ).order_by("-seats__over_at", "-seats__game_id")


def open_games(*, without: Person | None = None) -> QuerySet[Game]:
    """Public games that wait for players, oldest first.

    ``without`` leaves out those of a person, and of organisers whom that person has blocked.
    """
    games = _games().filter(status=GameStatus.OPEN, public=True).order_by("created_at", "pk")
    if without is None:
        return games
    games = games.exclude(_has_seat(without))
    return games.exclude(organiser__in=blocked_by(without))


def open_tables_and_seats() -> list[tuple[int, int | None]]:
    """The public games that wait for players, each with the people at it, latest first."""
    seats = Seat.objects.filter(game__status=GameStatus.OPEN, game__public=True)
    return list(seats.order_by("-game", "number").values_list("game", "person")[:MAX_OPEN_SEATS])


def tables_of_groups(person: Person) -> QuerySet[Game]:
    """Tables of a person's groups that wait for players and are not open to everyone yet."""
    groups = list(groups_of(person))
    if not groups:
        return Game.objects.none()
    games = _games().filter(status=GameStatus.OPEN, public=False, group__in=groups)
    games = games.select_related("group").exclude(_has_seat(person))
    games = games.exclude(organiser__in=blocked_by(person))
    return games.order_by("created_at", "pk")


def games_to_watch() -> QuerySet[Game]:
    """The public games that are being played, the youngest first."""
    return _games().filter(status=GameStatus.RUNNING, public=True).order_by("-started_at")


def finished_games() -> QuerySet[Game]:
    """The public games that were played to their end, the latest first."""
    return _games().filter(status=GameStatus.FINISHED, public=True).order_by("-ended_at")


def seats_to_move(person: Person) -> QuerySet[Seat]:
    """The seats of a person that have something to decide, least time left first.

    One that holds a move has decided.
    """
    return (
        Seat.objects.filter(
            person=person,
            decision__isnull=False,
            held_until=None,
            game__status=GameStatus.RUNNING,
            game__practice=False,
        )
        .select_related("game")
        .defer("game__secret")
        .order_by(F("due_at").asc(nulls_last=True), "game_id")
    )


def game_for(code: str, person: Reader, *, invitation: str = "") -> Game | None:
    """The game of a code if the person may see it, else None."""
    return games_visible_to(person, invitation=invitation).filter(code=code).first()


def is_invited(game: Game, invitation: str) -> bool:
    """Whether an invitation belongs to this game."""
    return constant_time_compare(game.invitation, invitation)


def chosen_teams(game: Game) -> list[list[int]] | None:
    """The seats of each team that the players chose, None if they did not (A-16)."""
    if not game.teams_chosen:
        return None
    teams: dict[int | None, list[int]] = {}
    for number, team in game.seats.order_by("team", "number").values_list("number", "team"):
        teams.setdefault(team, []).append(number)
    return list(teams.values())


def _has_seat(person: int | Person) -> Exists:
    """Whether a person has a seat, checked game by game: one may have had thousands of seats."""
    return Exists(Seat.objects.filter(game=OuterRef("pk"), person=person))


def _games() -> QuerySet[Game]:
    # No page uses the secret, so it is not even loaded.
    seats = Prefetch("seats", Seat.objects.select_related("person"))
    return Game.objects.defer("secret").prefetch_related(seats)
