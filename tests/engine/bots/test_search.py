"""The searching bot, its levels, hints and reviews; whole arenas are in the bench."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

import engine
from engine import wire
from engine.actions import Action, Claim, Draw, Keep, Pay, Withdraw
from engine.bots import BOTS, choose_action
from engine.bots.levels import ELO, LEVELS
from engine.bots.match import play_match
from engine.bots.review import ReviewedDecision, count_decisions, hint, review
from engine.bots.search import Option, compare, option_of
from engine.game import Game
from engine.view import View
from tests.engine.positions import position
from tests.thinning import one_in

FEW = 10


def search(view: View, playouts: int, *, also: Sequence[Action] = ()) -> list[Option]:
    return [option_of(candidate) for candidate in compare(view, playouts, also=also)]


def moments(board: str) -> list[tuple[Game, int]]:
    """Some decisions of a game of planners at the smallest table, with the seat that decides."""
    facts = engine.load_board(board)
    seats = facts.seat_counts[0]
    chance = engine.Chance.from_seed(f"search {board}", seats)
    game, _ = engine.new_game(facts, seats, chance)
    found = []
    while game.pending:
        seat = next(iter(game.pending))
        found.append((game.copy(), seat))
        game.play(seat, choose_action("planner", engine.view(game, seat)), chance)
    return found[1:3] + found[4::20]


@pytest.mark.parametrize("board", one_in(3, engine.board_names(), 2))
def test_all_that_a_search_offers_is_legal_and_the_same_twice(board):
    for game, seat in moments(board):
        view = engine.view(game, seat)
        options = search(view, FEW)
        assert options
        for option in options:
            assert option.action in game.legal_actions(seat)
        if game.turn < 10:
            assert search(view, FEW) == options


def test_what_others_hide_does_not_change_what_a_search_finds():
    """The two-worlds test: the hand and the tickets of others, and both decks, may be anything."""
    for game, seat in moments("usa")[3:6]:
        other = 1 - seat
        found = search(engine.view(game, seat), FEW)
        hand = game.hands[other]
        game.hands[other] = dict(zip(hand, reversed(hand.values()), strict=True))
        game.tickets[other] = list(game.board.tickets)[: len(game.tickets[other])]
        game.deck.reverse()
        game.ticket_deck.reverse()
        assert search(engine.view(game, seat), FEW) == found


def test_a_search_sees_that_the_last_claim_completes_a_ticket():
    game = position(
        hands=[{"red": 2, "blue": 6}],
        tickets=[["denver-el-paso"], []],
        owner={"denver-santa-fe-gray": 0},
        trains=[20, 0],
    )
    game.last_seat = 1
    game.tickets[0].append("los-angeles-new-york")
    best = hint(engine.view(game, 0), 40)[0]
    assert isinstance(best.action, Claim)
    assert best.margin > hint(engine.view(game, 0), 40)[-1].margin


@pytest.mark.parametrize("board", one_in(3, engine.board_names(), 1))
def test_hints_are_in_the_order_of_their_margins(board):
    for game, seat in moments(board):
        options = hint(engine.view(game, seat), 16)
        margins = [option.margin for option in options]
        assert margins == sorted(margins, reverse=True)
        most = max(option.playouts for option in options)
        assert options[0].playouts == most


def test_an_action_that_is_asked_about_is_among_the_options():
    game = position(hands=[{"red": 3, "locomotive": 1}])
    odd = Claim("denver-santa-fe-gray", "red", 1)
    assert odd in game.legal_actions(0)
    options = search(engine.view(game, 0), FEW, also=[odd])
    assert odd in [option.action for option in options]


def test_a_search_needs_a_seat_with_a_decision():
    game = position()
    with pytest.raises(ValueError, match="decision"):
        search(engine.view(game, 1), FEW)
    with pytest.raises(ValueError, match="decision"):
        hint(engine.view(game, None), FEW)


def test_levels_are_in_order_of_strength_and_are_bots():
    levels = list(LEVELS.values())
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    assert [level.elo for level in levels] == sorted(level.elo for level in levels)
    assert len(levels) >= 5
    assert set(ELO) == set(BOTS)
    assert ELO["planner"] == 1500


def test_the_gentlest_level_makes_a_beginners_mistakes():
    """It keeps every ticket, or draws off the deck though it could complete its ticket."""
    game = position(
        hands=[{"red": 2, "blue": 2}],
        tickets=[["denver-el-paso"], []],
        owner={"denver-santa-fe-gray": 0},
    )
    view = engine.view(game, 0)
    level = BOTS["level-1"]
    answers = {level(view, engine_dice(seed)) for seed in range(20)}
    assert Draw("blind") in answers
    assert any(isinstance(answer, Claim) for answer in answers)
    game.offered[0] = ("los-angeles-new-york", "boston-miami", "los-angeles-chicago")
    game.pending = {0: "setup"}
    kept = {level(engine.view(game, 0), engine_dice(seed)) for seed in range(20)}
    assert Keep(game.offered[0]) in kept


def engine_dice(seed: int) -> Random:

    return Random(seed)


@pytest.mark.slow
def test_a_review_goes_through_the_decisions_of_a_seat():
    facts = engine.load_board("usa")
    events = [event for event, _, _ in play_match(facts, ["planner"] * 2, "review").log]
    reviewed = list(review(facts, events, seats=[1], playouts=4))
    assert len(reviewed) == count_decisions(facts, events, [1]) > 20
    assert [one.at for one in reviewed] == sorted(one.at for one in reviewed)
    for one in reviewed:
        assert one.seat == 1
        assert one.seq < one.at
        assert one.chosen in one.options
        assert one.lost >= 0
        assert one.mattered == (one.lost > 0)
        assert ReviewedDecision.from_data(json.loads(json.dumps(one.as_data()))) == one


@pytest.mark.slow
def test_a_review_finds_the_actions_that_were_played():
    facts = engine.load_board("team-asia")
    match = play_match(facts, ["planner"] * 4, "answers")
    events = [event for event, _, _ in match.log]
    stored = {seq: data for seq, (_, _, data) in enumerate(match.log) if data}
    for one in review(facts, events, seats=[0], playouts=1):
        data = {key: value for key, value in stored[one.at].items() if key != "seat"}
        assert wire.encode_action(one.chosen.action) == data


def test_a_search_weighs_what_a_tunnel_asks():
    """A-8: one card more for the last gap of the last ticket is worth its price."""
    for game, seat in moments("team-asia"):
        view = engine.view(game, seat)
        claims = [a for a in view.legal_actions() if isinstance(a, Claim)]
        tunnels = [a for a in claims if game.board.tracks[a.track].turns_up]
        if tunnels:
            game.deck += [tunnels[0].colour] * 3
            game.play(seat, tunnels[0], engine.Chance.from_seed(1))
            options = search(engine.view(game, seat), FEW)
            assert {type(option.action) for option in options} <= {Pay, Withdraw}
            assert Withdraw() in [option.action for option in options]
            return
    pytest.fail("no tunnel could be claimed")
