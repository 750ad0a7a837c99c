"""The people and games of a run, and one among them who never moves.

The games are a season of a league, and tables that are opened as others end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.utils.timezone import now as site_now

from games import log
from games.clock.core.deadlines import DEADLINE_FIELDS, set_deadline
from games.clock.core.game_calendars import GameCalendars
from games.leagues.models import SeasonGame
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.play.bots import play_as_bot
from games.tables.models import Game, GameStatus, Seat
from tools.faults.ledger import Ledger
from tools.players.people import begin_season, make_person, session_of, token_of

NAMES: Final = ("Alice", "Bob", "Charlie", "Dana", "Erin", "Fenna")
SILENT: Final = "Gustav"
"""Never moves: the clock does."""
CLOCK: Final = {"days_per_turn": 14}
TABLES: Final[Mapping[tuple[str, ...], Mapping[str, Any]]] = {
    ("Alice", "Bob"): {"board": "usa", "seats": 3, "bots": ["planner"]},
    ("Charlie", "Dana", "Erin"): {"board": "japan", "seats": 3, "bots": []},
    ("Fenna", "Alice", "Dana", "Bob"): {"board": "team-asia", "seats": 4, "bots": []},
    ("Erin", SILENT): {"board": "usa", "seats": 3, "bots": ["random"]},
}
"""The tables beside the season, by who sits there."""
NEARLY_OVER: Final = (4, 9)
"""Trains of the richest player in the first games of the season when the run begins."""
TOO_LATE: Final = 0.7
"""The share of open turns that are made to be late; the others are made to be half over."""
LONG_AGO: Final = 900
"""Days: outages add up to some months, in which no time of a turn passes."""


@dataclass(slots=True)
class World:
    """The people by name, and by their ids their tokens for the API and their sessions."""

    people: dict[str, Person]
    tokens: dict[int, str]
    sessions: dict[int, str]


def make_world() -> World:
    """Make people and a season in play in an empty database, with two of its games nearly over.

    Outages add up: after 350 rounds three months have passed on the site. Tokens and sessions hold
    for a year, and the season for ten months.
    """
    now = site_now()
    names = (*NAMES, SILENT, "Dorien")
    people = {name: make_person(name, "players.example", now) for name in names}
    season = begin_season(
        name="Fault Finders' League",
        director=people["Dorien"],
        players=[people[name] for name in NAMES[:4]],
        kind=game_kind("japan", [2], 3),
        days=300,
        start=now - timedelta(minutes=5),
        clock=CLOCK,
        size=4,
    )
    run_season(season=season, now=site_now())
    drawn = SeasonGame.objects.filter(division__season=season).order_by("number")
    for one, trains in zip(drawn.select_related("game"), NEARLY_OVER, strict=False):
        assert one.game is not None
        _advance(one.game, trains)
    return World(
        people,
        tokens={person.pk: token_of(person, "faults", now) for person in people.values()},
        sessions={person.pk: session_of(person) for person in people.values()},
    )


def _advance(game: Game, trains: int) -> None:
    """Play until a player has so few trains left."""
    while (state := log.load(game)).outcome is None and min(state.trains) > trains:
        seat = min(state.pending)
        play_as_bot(game=game, state=state, seat=seat, bot="planner", now=site_now())
        game.refresh_from_db()


def press(world: World, dice: Random, ledger: Ledger) -> None:
    """Let turns of the one who never moves run out, or a reminder of them come due."""
    turns = Seat.objects.filter(
        person=world.people[SILENT], due_at__isnull=False, game__status=GameStatus.RUNNING
    )
    for seat in turns.select_related("game"):
        assert seat.decision is not None
        if dice.random() < TOO_LATE:
            now = site_now()
            Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(
                opened_at=now - timedelta(days=LONG_AGO), due_at=now - timedelta(seconds=1)
            )
            ledger.run_out.add((seat.game_id, seat.number, seat.decision))
        else:
            _bring_reminder(seat)


def _bring_reminder(seat: Seat) -> None:
    """Date a turn back until its next reminder is due, as the site counts it, if there is one."""
    now = site_now()
    calendar = GameCalendars(seat.game, now).of(seat)
    for days in range(LONG_AGO):
        seat.opened_at = now - timedelta(days=days)
        set_deadline(game=seat.game, seat=seat, calendar=calendar, now=now)
        if seat.due_at is None or seat.due_at <= now:
            return
        if seat.remind_at is not None and seat.remind_at <= now:
            fields = {name: getattr(seat, name) for name in DEADLINE_FIELDS}
            Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(**fields)
            return
