"""An accepted move with everything it writes, beside the bare page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import TypeAlias

from engine import Action
from games import log
from games.play.transaction import chance_of
from games.tables.models import Game
from tools.bench.figure import Figure, compare
from tools.bench.pages import bare_pages
from tools.bench.site import begin_game, make_people, move, on_postgresql

Move: TypeAlias = tuple[Game, int, int, Action]

GAMES = 60
PLAYERS = ("Erin", "Frank")


def accepted_move(database: str = "SQLite") -> Figure:
    """Move through the service: lock, load, decide, append, rows that are read, outbox.

    It takes at most 0.9 of the time of the bare page.
    """
    moves = planned_moves()

    def make_move() -> int:
        game, seat, decision, action = next(moves)
        move(game, seat, decision, action, key=f"form {decision}")
        return 1

    theirs = bare_pages(make_people("Gina")[0])
    return Figure(
        f"accepted move, USA, 2 seats, {database}",
        compare(1 / 0.9, ours=("moves", make_move), theirs=theirs),
    )


def accepted_move_on_postgresql() -> Figure:
    """The same on PostgreSQL."""
    return on_postgresql("accepted move, PostgreSQL", partial(accepted_move, "PostgreSQL"))


@cache
def planned_moves() -> Iterator[Move]:
    """Game, seat, decision and action of all moves of many games of :data:`PLAYERS`.

    The moves are found before anything is measured: all shuffles are known on the server, so the
    engine can play the games on its own.
    """
    people = make_people(*PLAYERS)
    dice = Random(3)
    moves = []
    for _ in range(GAMES):
        game = begin_game(people, "usa", order_fixed=False)
        state, chance = log.load(game), chance_of(game)
        while state.pending:
            seat, decision = next(iter(state.decision_seqs.items()))
            action = dice.choice(state.legal_actions(seat).listed())
            moves.append((game, seat, decision, action))
            state.play(seat, action, chance)
    return iter(moves)


FIGURES = (accepted_move, accepted_move_on_postgresql)
