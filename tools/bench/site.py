"""Databases, people, games and seasons for the figures of a site set up in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from random import Random
from unittest.mock import patch

import psycopg
from django.contrib.auth.hashers import make_password

import engine
from engine import Action
from engine.bots import choose_action
from games import log
from games.leagues.models import Season
from games.leagues.season.plan import game_kind
from games.lobby import GameOptions, create_game, join_game
from games.people.models import Person
from games.people.names import name_keys
from games.play import Accepted, submit_action
from games.tables.models import Game
from tools.bench.figure import Figure, Value, own_process
from tools.players.people import begin_season
from tools.site.databases import create_database, drop_database, open_site

SERVER = "postgres://postgres@127.0.0.1:5432"
NOW = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)


def on_postgresql(name: str, measure: Callable[[], Figure]) -> Figure:
    """What ``measure`` finds on an empty database that is dropped afterwards.

    Where no PostgreSQL answers, the figure is missed: a promise that nobody measured is not kept.
    """
    database = f"night_mail_bench_{os.getpid()}"
    try:
        create_database(SERVER, database)
    except psycopg.OperationalError:
        return Figure(name, Value(f"not measured, no PostgreSQL answers at {SERVER}", enough=False))
    try:
        with own_process(partial(open_site, f"{SERVER}/{database}")) as other:
            return other.submit(measure).result()
    finally:
        drop_database(SERVER, database)


def make_people(*names: str) -> list[Person]:
    """New people of these names."""
    return Person.objects.bulk_create(
        Person(
            email=f"{name.lower()}@example.org",
            name=name,
            password=make_password(None),
            **name_keys(name),
        )
        for name in names
    )


def make_players(count: int) -> list[Person]:
    """New people whose names are numbers."""
    return make_people(*(f"Player-{number}" for number in range(count)))


def make_season(players: int, division_size: int) -> Season:
    """A season that has begun with divisions of this size, the first player its director."""
    people = make_players(players)
    return begin_season(
        name="Bench", director=people[0], players=people, kind=game_kind("usa", [4], 6),
        days=60, start=NOW, clock={}, size=division_size, moving=2,
    )  # fmt: skip


def begin_game(people: Sequence[Person], board: str, *, order_fixed: bool = True) -> Game:
    """A game of these people that has begun, with the same cards in every run."""
    options = GameOptions(board=board, seats=len(people), order_fixed=order_fixed)
    # bytes(32) is 32 times 0.
    with patch("games.lobby.create.secrets.token_bytes", bytes):
        game = create_game(organiser=people[0], options=options, now=NOW)
    for person in people[1:]:
        join_game(game=game, person=person, admission=False, now=NOW)
    return game


def play_on(game: Game, bot: str, seed: int) -> Iterator[tuple[engine.Game, int, int]]:
    """Let bots play a game to its end; yield state, seat and decision before each move."""
    dice = Random(seed)
    while (state := log.load(game)).decision_seqs:
        seat, decision = next(iter(state.decision_seqs.items()))
        yield state, seat, decision
        move(game, seat, decision, choose_action(bot, engine.view(state, seat), dice))


def move(
    game: Game, seat: int, decision: int, action: Action, *, key: str | None = None
) -> Accepted:
    """Submit an action of a seat; return what was accepted."""
    return submit_action(
        game=game, seat=seat, decision=decision, actions=[action], actor=str(seat), now=NOW, key=key
    )
