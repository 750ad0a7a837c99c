"""Both checkers agree about games of hoarders, who empty deck and discards and leave locomotives.

Such games come to what others rarely reach: decks rebuilt in the middle of everything, flushes held
back, rows that stay after a hundred flushes. CI takes its seed from the commit, so that each run
plays other games.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import engine
from engine.actions import Action, Claim, Draw, DrawTickets, Keep, Place, RackTicket, Withdraw
from engine.cards import LOCOMOTIVE
from tests.examples.whole_games import ask_both, play, write

SEED = os.environ.get("NIGHT_MAIL_HOARDING_SEED", "hoard")
GAMES = 6
"""Games on each board; one in 20 has a row that stays after a hundred flushes and is refilled."""
MOST_EVENTS = 1200


def hoard(game: engine.Game, seat: int, rng: random.Random) -> Action:
    """Draw cards and tickets; refuse tunnels; claim only where nothing else is possible."""
    legal = game.legal_actions(seat).listed()
    wanted = [action for action in legal if _is_wanted(game, seat, action)]
    tunnels = [
        action
        for action in legal
        if isinstance(action, Claim) and game.board.tracks[action.track].kind == "tunnel"
    ]
    if tunnels and rng.random() < 0.1:
        return rng.choice(tunnels)
    keeps = [action for action in wanted if isinstance(action, Keep)]
    if keeps:
        return max(keeps, key=lambda action: len(action.tickets))
    if game.ticket_deck_size and DrawTickets() in legal and rng.random() < 0.1:
        return DrawTickets()
    draws = [action for action in wanted if isinstance(action, Draw)]
    return rng.choice(draws or wanted or legal)


def _is_wanted(game: engine.Game, seat: int, action: Action) -> bool:
    """Whether an action hoards; an open locomotive is left where it lies."""
    if isinstance(action, Draw):
        return action.source != LOCOMOTIVE
    return isinstance(action, Keep | Place | RackTicket | Withdraw)


@pytest.mark.parametrize("board", engine.board_names())
def test_both_accept_games_of_hoarders(board: str, tmp_path: Path) -> None:
    """B-5, B-6, A-9"""
    counts = engine.load_board(board).seat_counts
    paths = []
    for n in range(GAMES):
        game = play(board, counts[n % len(counts)], f"{SEED} {n}", hoard, MOST_EVENTS)
        paths.append(write(game, tmp_path / f"{n}.jsonl"))
    for path, mine, other in ask_both(paths):
        assert (mine, other) == ([], []), (SEED, path)
