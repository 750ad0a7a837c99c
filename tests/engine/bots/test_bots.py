"""Bots: they finish games, know no more than their seat, and the planner plays well."""

from __future__ import annotations

import random
import time

import pytest

import engine
from engine.actions import Claim, Draw, Keep
from engine.bots import BOTS, choose_action
from engine.cards import LOCOMOTIVE
from engine.game import Game
from engine.rules.teams import payable_cards
from tests.engine.positions import UnshuffledChance, position

QUICK = [bot for bot in BOTS if bot != "level-5"]
"""Not the strongest: it is the search of the level below it with more playouts."""


def play(board: str, bots: list[str], seed: int) -> tuple[Game, float]:
    """Play a game between these bots; return it and the seconds that they thought."""
    chance = engine.Chance.from_seed(seed, len(bots))
    game, _ = engine.new_game(engine.load_board(board), len(bots), chance)
    rngs = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    thought = 0.0
    while game.pending:
        seat = next(iter(game.pending))
        seen = engine.view(game, seat)
        began = time.perf_counter()
        action = choose_action(bots[seat], seen, rngs[seat])
        thought += time.perf_counter() - began
        game.play(seat, action, chance)
        assert game.turn < 1000, "the bots do not come to an end"
    return game, thought


@pytest.mark.parametrize("board", ["usa", "japan"])
def test_the_planner_beats_the_random_bot(board):
    won = 0
    for seed in range(10):
        bots = ["planner", "random"] if seed % 2 else ["random", "planner"]
        game, thought = play(board, bots, seed)
        assert game.outcome is not None
        best = game.outcome.scores[0]
        won += [bots[seat] for seat in best.seats] == ["planner"]
        assert thought < 2
    assert won >= 9


@pytest.mark.slow
@pytest.mark.parametrize("board", ["usa", "japan"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_planners_finish_a_game_among_themselves(board, seats):
    game, _ = play(board, ["planner"] * seats, seats)
    assert game.outcome is not None
    assert game.outcome.reason == "final round"
    assert min(score.total for score in game.outcome.scores) > -20


@pytest.mark.parametrize("bot", QUICK)
def test_the_same_view_gives_the_same_action(bot):
    game = position(hands=[{"red": 3, "locomotive": 1}])
    assert choose_action(bot, engine.view(game, 0)) == choose_action(bot, engine.view(game, 0))
    assert BOTS[bot](engine.view(game, 0), random.Random(1)) == BOTS[bot](
        engine.view(game, 0), random.Random(1)
    )


@pytest.mark.parametrize("bot", QUICK)
def test_what_others_hide_does_not_change_the_action(bot):
    """The hand and the tickets of the other seat, and both decks, may be anything."""
    one = position(hands=[{"red": 3}, {"blue": 4}], tickets=[["denver-el-paso"], []])
    other = position(
        hands=[{"red": 3}, {"green": 4}],
        tickets=[["denver-el-paso"], []],
        deck=one.deck,
        ticket_deck=one.ticket_deck,
    )
    assert one.deck != other.deck
    assert one.ticket_deck != other.ticket_deck
    assert choose_action(bot, engine.view(one, 0)) == choose_action(bot, engine.view(other, 0))


@pytest.mark.parametrize("bot", QUICK)
def test_a_bot_without_a_decision_is_not_asked(bot):
    game = position()
    with pytest.raises(ValueError, match="decision"):
        choose_action(bot, engine.view(game, 1))
    with pytest.raises(ValueError, match="decision"):
        choose_action(bot, engine.view(game, None))


def test_the_planner_claims_the_track_that_completes_its_ticket():
    game = position(
        hands=[{"red": 2, "blue": 2}],
        tickets=[["denver-el-paso"], []],
        owner={"denver-santa-fe-gray": 0},
    )
    action = choose_action("planner", engine.view(game, 0))
    assert isinstance(action, Claim)
    assert action.track == "el-paso-santa-fe-gray"
    assert action.locomotives == 0


def test_the_planner_takes_the_colour_that_it_needs_from_the_row():
    """Portland to San Francisco is the gap: green or purple, and green is in the hand."""
    game = position(
        hands=[{"green": 3}],
        row=["blue", "purple", "green", "white", "orange"],
        tickets=[["seattle-los-angeles"], []],
        owner={"portland-seattle-gray-1": 0, "los-angeles-san-francisco-yellow": 0},
    )
    assert choose_action("planner", engine.view(game, 0)) == Draw("green")


def test_the_planner_keeps_tickets_that_fit_together():
    """Los Angeles to Chicago lies on the way to New York; Boston to Miami does not."""
    game = position(tickets=[[], []])
    game.offered[0] = ("los-angeles-new-york", "boston-miami", "los-angeles-chicago")
    game.pending = {0: "setup"}
    action = choose_action("planner", engine.view(game, 0))
    assert isinstance(action, Keep)
    assert set(action.tickets) == {"los-angeles-new-york", "los-angeles-chicago"}


def test_the_planner_uses_its_last_turn_for_points():
    game = position(hands=[{"red": 6, "locomotive": 1}], tickets=[[], []], trains=[6, 2])
    game.last_seat = 0
    action = choose_action("planner", engine.view(game, 0))
    assert isinstance(action, Claim)
    assert game.board.tracks[action.track].length == 6
    game.play(0, action, UnshuffledChance())
    assert game.outcome is not None


def bold_tunnels(bot: str, board: str, seats: int, seed: int) -> int:
    """The tunnels that a bot opens in a game without a card to spare, though it could draw one."""
    facts = engine.load_board(board)
    chance = engine.Chance.from_seed(f"tunnels {seed}", seats)
    game, _ = engine.new_game(facts, seats, chance)
    bold = 0
    while game.pending:
        seat = next(iter(game.pending))
        view = engine.view(game, seat)
        action = choose_action(bot, view)
        if isinstance(action, Claim) and game.last_seat is None and game.deck:
            track, held = facts.tracks[action.track], payable_cards(view, seat)
            cards = held[LOCOMOTIVE]
            if action.colour != LOCOMOTIVE:
                cards += held[action.colour]
            bold += bool(track.turns_up) and cards <= track.length
        game.play(seat, action, chance)
    return bold


@pytest.mark.parametrize(("board", "seats"), [("switzerland", 2), ("europe", 2)])
def test_the_planner_draws_a_card_to_spare_before_it_opens_a_tunnel(board, seats):
    """A-8: the planner of 0.3.0 tried the same tunnel again and again near the end."""
    assert [bold_tunnels("planner", board, seats, seed) for seed in range(4)] == [0] * 4
    assert any(bold_tunnels("planner-1", board, seats, seed) for seed in range(4))
