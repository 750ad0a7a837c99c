"""Every legal action has a command, and the command reads back as that action."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import engine
from engine.actions import Claim
from engine.cards import LOCOMOTIVE
from engine.text.log_lines import EVENT_FORMATTERS, describe_event
from engine.text.parse import parse
from engine.text.steps import write_action
from engine.wire import EVENT_TYPES

TABLES = [(name, n) for name in engine.board_names() for n in engine.load_board(name).seat_counts]
NAMES = ["alice", "bob", "charlie", "dana", "erin", "frank"]


def steps(name: str, seats: int, seed: int, most: int = 400) -> Iterator[tuple[engine.Game, int]]:
    """Play a random game, and stop before each step with the seat that is to take it."""
    board, chance = engine.load_board(name), engine.Chance.from_seed(seed)
    game = engine.replay(board, engine.setup_events(board, seats=seats, chance=chance))
    dice = random.Random(seed)
    for _ in range(most):
        if not game.pending:
            return
        seat = dice.choice(sorted(game.pending))
        yield game, seat
        game.play(seat, dice.choice(list(game.legal_actions(seat))), chance)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_legal_action_reads_back_from_its_own_command(name: str, seats: int) -> None:
    dice = random.Random(seats)
    for game, seat in steps(name, seats, seed=seats):
        view = engine.view(game, seat)
        listed = list(view.legal_actions())
        for action in dice.sample(listed, min(4, len(listed))):
            assert parse(write_action(action, view), view) == (action,)


def test_only_locomotives_under_the_name_of_a_colour_read_back_too() -> None:
    for game, seat in steps("usa", 3, seed=1):
        view = engine.view(game, seat)
        for action in view.legal_actions():
            if isinstance(action, Claim) and action.colour == LOCOMOTIVE:
                named = Claim(action.track, "red", action.locomotives)
                assert parse(write_action(named, view), view) == (named,)
                return
    raise AssertionError("No seat could pay with locomotives only; choose another seed.")


def test_every_event_type_of_the_engine_has_its_line_or_is_left_out_on_purpose() -> None:
    assert set(EVENT_FORMATTERS) == set(EVENT_TYPES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_event_of_a_game_can_be_told_to_everybody(name: str, seats: int) -> None:
    board, chance = engine.load_board(name), engine.Chance.from_seed(seats)
    events = engine.setup_events(board, seats=seats, chance=chance)
    game = engine.replay(board, events)
    dice = random.Random(seats)
    while game.pending:
        seat = dice.choice(sorted(game.pending))
        events += game.play(seat, dice.choice(list(game.legal_actions(seat))), chance)
        for reader in (*range(seats), None):
            for event in events:
                line = describe_event(event, game, names=NAMES[:seats], seat=reader)
                assert line is None or line.endswith(".")
        events = []
