"""Databases, people and games for the figures of a site that is set up in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from random import Random
from unittest.mock import patch

import psycopg

import engine
from engine import Action
from engine.bots import choose_action
from games import log
from games.lobby import GameOptions, create_game, join_game
from games.people.models import Person
from games.play import Accepted, submit_action
from games.tables.models import Game
from tools.bench.figure import Figure
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
        return Figure(name, f"not measured, no PostgreSQL answers at {SERVER}", enough=False)
    where = (f"{SERVER}/{database}",)
    try:
        with ProcessPoolExecutor(1, get_context("spawn"), open_site, where) as other:
            return other.submit(measure).result()
    finally:
        drop_database(SERVER, database)


def make_people(*names: str) -> list[Person]:
    """New people of these names."""
    return [Person.objects.create_user(f"{name.lower()}@example.org", name) for name in names]


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
        game=game,
        seat=seat,
        decision=decision,
        actions=[action],
        actor=str(seat),
        now=NOW,
        key=key,
    )
