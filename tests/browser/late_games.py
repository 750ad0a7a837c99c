"""Games late on every board, at the turn of somebody with many cards and tickets."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import engine
from engine.actions import Draw, DrawTickets, Keep
from engine.bots import choose_action
from engine.cards import BLIND
from games import log
from games.people.models import Person
from games.play import transaction
from games.tables.models import Game
from tests.fixtures.games import Starter, act

BOARDS = (
    *("usa", "japan", "team-asia", "switzerland", "india", "lantern-island"),
    *("europe", "nordic", "legendary-asia"),
)
CARDS = 18
TICKETS = 5


def late_game(
    begin: Starter, people: Sequence[Person], board: str, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """A game with the most seats of a board, at the turn of the first of these people.

    They have drawn at least `CARDS` cards and hold at least `TICKETS` tickets; all others have
    claimed routes. It is the same game each time.
    """
    chance = engine.Chance.from_seed(board)
    monkeypatch.setattr(transaction, "chance_of", lambda game: chance)
    seats = engine.load_board(board).seat_counts[-1]
    game = begin(*people[:seats], board=board)
    dice = random.Random(7)
    while True:
        state = log.load(game)
        mine = state.pending.get(0)
        held = len(state.tickets[0])
        if state.teams:
            held += len(state.ticket_racks[state.team_of[0]])
        if mine == "turn" and sum(state.hands[0].values()) >= CARDS and held >= TICKETS:
            return game
        seat = next(iter(state.pending))
        view = engine.view(state, seat)
        act(game, seat, _hoard(view, held) if seat == 0 else _build(view, dice))


def _hoard(view: engine.View, held: int) -> engine.Action:
    """Keep all tickets, draw more until there are enough, and cards else."""
    legal = view.legal_actions()
    kind = view.pending[0]
    if kind in ("setup", "keep"):
        return max(
            (action for action in legal if isinstance(action, Keep)),
            key=lambda action: len(action.tickets),
        )
    if kind == "turn" and held < TICKETS and DrawTickets() in legal:
        return DrawTickets()
    if Draw(BLIND) in legal:
        return Draw(BLIND)
    return next(iter(legal))


def _build(view: engine.View, dice: random.Random) -> engine.Action:
    assert view.seat is not None
    return choose_action("planner", view, dice)
