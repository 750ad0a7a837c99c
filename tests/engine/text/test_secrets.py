"""What a seat reads and how its commands are understood follows from what it may know (B-15)."""

from __future__ import annotations

import random

import pytest

import engine
from engine.cards import CARDS
from engine.errors import InvalidAction
from engine.game import Game
from engine.redaction import redact
from engine.text.log_lines import describe, describe_event
from engine.text.parse import parse
from engine.text.steps import write_action
from engine.wire import encode
from tests.engine.positions import position

NAMES = ["alice", "bob", "charlie"]
COMMANDS = [
    "draw blind",
    "draw red",
    "tickets",
    "claim kyoto to osaka",
    "claim kyoto to osaka: red",
    "claim matsumoto to nagoya",
    "claim matsumoto to nagoya red",
    "claim aomori to hakodate: 2 white",
    "keep 1 2",
    "share 1",
]


def other_world(game: Game, seat: int, seed: int) -> Game:
    """The same game with everything changed that a seat does not know."""
    dice = random.Random(seed)
    other = game.copy()
    hidden = [
        card for hand in other.hands[:seat] + other.hands[seat + 1 :] for card in spread(hand)
    ]
    hidden += other.deck
    dice.shuffle(hidden)
    for number, hand in enumerate(other.hands):
        if number != seat:
            size = sum(hand.values())
            taken, hidden = hidden[:size], hidden[size:]
            other.hands[number] = {card: taken.count(card) for card in CARDS}
    other.deck = hidden
    tickets = [ticket for n, held in enumerate(other.tickets) if n != seat for ticket in held]
    tickets += other.ticket_deck
    dice.shuffle(tickets)
    for number, held in enumerate(other.tickets):
        if number != seat:
            other.tickets[number], tickets = tickets[: len(held)], tickets[len(held) :]
    other.ticket_deck = tickets
    return other


def spread(hand: dict[str, int]) -> list[str]:
    return [card for card, n in hand.items() for _ in range(n)]


def reading(text: str, game: Game, seat: int) -> object:
    try:
        return parse(text, engine.view(game, seat))
    except InvalidAction as error:
        return error.message, dict(error.params)


@pytest.mark.parametrize("seed", range(8))
def test_a_command_is_read_alike_whatever_the_others_hold(seed: int) -> None:
    game = position("japan", 3, hands=[{"red": 2, "locomotive": 1}, {"blue": 9}, {"green": 9}])
    world = other_world(game, 0, seed)
    assert world.hands[1:] != game.hands[1:]
    for text in COMMANDS:
        assert reading(text, world, 0) == reading(text, game, 0)
    view, twin = engine.view(game, 0), engine.view(world, 0)
    for action in view.legal_actions():
        assert write_action(action, view) == write_action(action, twin)


@pytest.mark.parametrize("board", ["usa", "japan"])
def test_what_was_cut_from_an_event_is_in_nobody_elses_line(board: str) -> None:
    chance = engine.Chance.from_seed(3)
    game, events = engine.new_game(engine.load_board(board), 3, chance)
    dice = random.Random(3)
    told = 0
    while game.pending and game.turn < 40:
        for event in events:
            for reader in (0, 1, 2, None):
                data = redact(event, reader, game)
                if not data.get("redacted"):
                    continue
                line = describe_event(event, game, names=NAMES, seat=reader) or ""
                secrets = hidden_words(event, game)
                assert not any(secret in line for secret in secrets), line
                told += bool(line)
        seat = dice.choice(sorted(game.pending))
        events = game.play(seat, dice.choice(list(game.legal_actions(seat))), chance)
    assert told > 20


def hidden_words(event: engine.Event, game: Game) -> set[str]:
    """The cards and cities that the full event names."""
    data = encode(event)[2]
    named = [data.get("card"), *(data.get("cards") or ())]
    tickets = [
        ticket for part in ("tickets", "kept", "returned") for ticket in data.get(part) or ()
    ]
    cities = {
        game.board.cities[city].name
        for ticket in tickets
        for city in (game.board.tickets[ticket].a, game.board.tickets[ticket].b)
    }
    return {card for card in named if card} | cities


def test_a_line_is_made_of_the_redacted_data_alone() -> None:
    board = engine.load_board("usa")
    cut = {"seat": 1, "count": 2, "returned": 1, "redacted": True}
    line = describe("game.tickets_kept", cut, board=board, names=NAMES, seat=0)
    assert line == "bob kept 2 tickets. 1 ticket went back."
