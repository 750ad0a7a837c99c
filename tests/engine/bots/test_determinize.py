"""Sampled worlds: they agree with all that the seat has seen, and read nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep, Place, Withdraw
from engine.bots import choose_action
from engine.bots.determinize import Sampler, World, counts_of
from engine.bots.setting import public_table
from engine.cards import CARD_COUNTS, CARDS
from engine.game import Game
from engine.rules.taking_back import return_points
from engine.view import View
from tests.engine.mechanics import first_turn_on, long_tickets, ring
from tests.engine.positions import NEUTRAL_ROW, UnshuffledChance, position
from tests.thinning import one_in

TABLES = one_in(
    3,
    [
        ("usa", 2),
        ("usa", 5),
        ("team-asia", 4),
        ("japan", 3),
        ("india", 4),
        ("switzerland", 3),
        ("europe", 4),
        ("nordic", 2),
        ("legendary-asia", 3),
    ],
    2,
)


@cache
def moments(board: str, seats: int) -> list[tuple[Game, int]]:
    """Moments of a game of planners, each with a seat that has something to decide; read only."""
    chance = engine.Chance.from_seed(f"worlds {board}", seats)
    game, _ = engine.new_game(engine.load_board(board), seats, chance)
    found = []
    while game.pending:
        seat = next(iter(game.pending))
        found.append((game.copy(), seat))
        game.play(seat, choose_action("planner", engine.view(game, seat)), chance)
    return found[:6] + found[6::12]


def sampled(view: View, seed: int = 1) -> World:
    sampler = Sampler(view)
    sampler.weigh(public_table(view, sampler.terrain))
    return sampler.sample(Random(seed))


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_a_world_agrees_with_all_that_the_seat_has_seen(board, seats):
    for game, seat in moments(board, seats):
        seen = engine.view(game, seat)
        world = sampled(seen)
        assert world.hands[seat] == counts_of(game.hands[seat])
        for other in range(seats):
            waiting = other != seat and other in game.card_to_place
            assert sum(world.hands[other]) == sum(game.hands[other].values()) + waiting
            if game.setup_done:
                assert len(world.tickets[other]) == len(game.tickets[other])
        assert len(world.deck) == len(game.deck)
        for team, rack in enumerate(game.racks):
            assert sum(world.racks[team]) == sum(rack.values())
            if seat in game.teams[team]:
                assert world.racks[team] == counts_of(rack)
        numbers = {key: n for n, key in enumerate(game.board.tickets)}
        assert world.tickets[seat] == [numbers[key] for key in game.tickets[seat]]
        dealt = [*(t for held in world.tickets for t in held), *world.ticket_deck]
        dealt += [t for rack in world.racked for t in rack]
        assert len(dealt) == len(set(dealt))
        assert not {numbers[key] for key in game.offered[seat]} & set(dealt)


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_every_card_is_in_one_place_of_a_world(board, seats):
    for game, seat in moments(board, seats):
        seen = engine.view(game, seat)
        world = sampled(seen)
        found = Counter(CARDS[kind] for kind in world.deck)
        for pile in (*world.hands, *world.racks):
            found.update({CARDS[kind]: count for kind, count in enumerate(pile)})
        found.update(seen.discards)
        found.update(card for card in seen.row if card)
        found.update(card for card in [seen.card_to_place.get(seat)] if card)
        if seen.tunnel:
            found.update(seen.tunnel.turned_up)
            found[seen.tunnel.colour] += seen.tunnel.coloured
            found["locomotive"] += seen.tunnel.locomotives
        assert +found == Counter(CARD_COUNTS)


def known_places(view: View, world: World) -> list[tuple[str, int]]:
    """The tickets that the view's seat gave back, with the number of those that lie under each."""
    numbers = {key: n for n, key in enumerate(view.board.tickets)}
    return [
        (known.ticket, world.ticket_deck.index(numbers[known.ticket]))
        for known in view.returned_tickets
    ]


def check_tickets(game: Game, seat: int, seed: int) -> None:
    """Hold a world against the game: each pile has its size, and own tickets lie where they do."""
    view = engine.view(game, seat)
    world = sampled(view, seed)
    assert [len(held) for held in world.tickets] == [len(held) for held in game.tickets]
    assert [len(rack) for rack in world.racked] == [len(rack) for rack in game.ticket_racks]
    assert len(world.ticket_deck) == len(game.ticket_deck)
    everywhere = [*world.ticket_deck]
    for held in (*world.tickets, *world.racked):
        everywhere += held
    assert len(everywhere) == len({*everywhere})
    bounds = {known.ticket: (known.lowest, known.highest) for known in view.returned_tickets}
    for ticket, place in known_places(view, world):
        lowest, highest = bounds[ticket]
        assert lowest <= place <= highest
        assert ticket in game.ticket_deck
        if lowest == highest:
            assert game.ticket_deck[place] == ticket
    dealt = {ticket for seat_tickets in view.removed for ticket in seat_tickets}
    numbers = {key: n for n, key in enumerate(view.board.tickets)}
    assert not {numbers[ticket] for ticket in dealt} & {*everywhere}


@pytest.mark.parametrize("board", engine.board_names())
def test_worlds_of_games_full_of_tickets_agree_with_all_that_is_known(board: str) -> None:
    """Random games that draw tickets at every turn, until none is left, and now and then go back.

    B-10, M-6, M-7, P-1
    """
    facts = engine.load_board(board)
    seen = 0
    for seed in range(2):
        dice = Random(f"tickets {board} {seed}")
        seats = facts.seat_counts[seed % len(facts.seat_counts)]
        chance = engine.Chance.from_seed(f"tickets {board} {seed}", seats)
        game, told = engine.new_game(facts, seats, chance)
        back_at = 10
        while game.pending and game.turn < 40:
            seat = dice.choice(sorted(game.pending))
            if game.setup_done and dice.random() < 0.5:
                seen += len(engine.view(game, seat).returned_tickets)
                check_tickets(game, seat, game.seq)
            legal = game.legal_actions(seat).listed()
            wanted = DrawTickets() if DrawTickets() in legal else dice.choice(legal)
            told += game.play(seat, wanted, chance)
            if game.turn == back_at and game.pending:
                back_at = 0
                game, events = engine.take_back(facts, told, return_points(facts, told)[-2], chance)
                told += events
    assert seen or facts.returned_later == "removed"


def test_a_ticket_that_was_given_back_lies_at_the_bottom_until_it_may_have_been_drawn() -> None:
    """B-10"""
    game = position("usa", 2)
    game.ticket_deck, game.returned_tickets = game.ticket_deck[-4:], []
    game.play(0, DrawTickets(), UnshuffledChance())
    first, second, third = game.offered[0]
    game.play(0, Keep((first,)), UnshuffledChance())
    known = engine.view(game, 0).returned_tickets
    assert [(one.ticket, one.lowest) for one in known] == [(second, 1), (third, 0)]
    assert engine.view(game, 1).returned_tickets == []
    game.play(1, DrawTickets(), UnshuffledChance())
    assert engine.view(game, 0).returned_tickets == []


def test_worlds_differ_and_the_same_dice_give_the_same_world():
    game, seat = moments("usa", 2)[6]
    view = engine.view(game, seat)
    assert sampled(view, 1).deck == sampled(view, 1).deck
    assert sampled(view, 1).deck != sampled(view, 2).deck


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_what_the_seat_has_not_seen_changes_no_world(board, seats):
    """The two-worlds test: other hands, tickets and decks may be anything of the same size."""
    for moment, seat in moments(board, seats)[4::4]:
        game = moment.copy()
        view = engine.view(game, seat)
        for other in range(seats):
            if other != seat:
                hand = game.hands[other]
                game.hands[other] = dict(zip(hand, reversed(hand.values()), strict=True))
                game.tickets[other] = list(game.board.tickets)[: len(game.tickets[other])]
        game.deck.reverse()
        game.ticket_deck.reverse()
        changed = engine.view(game, seat)
        for part in ("hands", "deck", "tickets", "ticket_deck", "racks", "racked"):
            assert getattr(sampled(view), part) == getattr(sampled(changed), part)


def test_worlds_hold_long_tickets_where_they_can_be():
    """M-6: in hands of others now and then, never in the ticket deck."""
    board = ring(long_tickets)
    game = first_turn_on(board, 3)
    long = {n for n, ticket in enumerate(board.tickets.values()) if ticket.long}
    seen = engine.view(game, 0)
    kept = []
    for seed in range(40):
        world = sampled(seen, seed)
        assert not long & {*world.ticket_deck}
        assert [len(held) for held in world.tickets] == [2, 2, 2]
        kept += [len(long & {*held}) for held in world.tickets[1:]]
    assert {*kept} == {0, 1}


RED, BLUE = CARDS.index("red"), CARDS.index("blue")


def least_known(game: Game, reader: int, seat: int, kind: int) -> int:
    """The cards of a kind that a hand has in each of twenty worlds of a reader."""
    seen = engine.view(game, reader)
    return min(sampled(seen, seed).hands[seat][kind] for seed in range(20))


def test_cards_taken_face_up_are_in_a_hand_until_they_are_paid():
    game = position("usa", 2, hands=[{"red": 1, "blue": 1}], row=["red", "red", *NEUTRAL_ROW[:3]])
    game.play(0, Draw("red"), UnshuffledChance())
    game.play(0, Draw("red"), UnshuffledChance())
    assert least_known(game, 1, 0, RED) == 2
    game.turn_seat, game.pending, game.decision_seqs = 0, {0: "turn"}, {0: game.seq}
    game.play(0, Claim("dallas-houston-gray-1", "red", 0), UnshuffledChance())
    assert engine.view(game, 1).shown_hands[0]["red"] == 1
    assert least_known(game, 1, 0, RED) == 1


def test_in_teams_a_face_up_card_is_followed_to_hand_and_rack():
    game = position("team-asia", 4, row=["red", "blue", *NEUTRAL_ROW[:3]])
    game.play(0, Draw("red"), UnshuffledChance())
    assert least_known(game, 1, 0, RED) == 1
    game.play(0, Place("rack"), UnshuffledChance())
    game.play(0, Draw("blue"), UnshuffledChance())
    assert least_known(game, 1, 0, BLUE) == 1
    (team,) = [n for n, seats in enumerate(game.teams) if 0 in seats]
    assert all(sampled(engine.view(game, 1), seed).racks[team][RED] >= 1 for seed in range(20))


def test_what_is_known_of_a_hand_does_not_tell_which_cards_came_from_the_rack():
    """A-4: two payments that look the same to others leave the same known."""
    known = []
    for from_rack in ({"rack_colour": 1}, {"rack_locomotives": 1}):
        hand = {"red": 3, "locomotive": 3}
        game = position("team-asia", 4, hands=[hand], racks=[hand])
        game.shown_hands[0].update(red=2, locomotive=2)
        game.shown_racks[game.team_of[0]].update(red=2, locomotive=2)
        game.play(0, Claim("mukden-peking-red", "red", 1, **from_rack), UnshuffledChance())
        known.append((engine.view(game, 1).shown_hands, engine.view(game, 1).shown_racks))
    assert known[0] == known[1]


def test_cards_taken_back_from_a_tunnel_are_known_to_be_in_the_hand():
    game = position("switzerland", 2, hands=[{"red": 9}], deck=["red", "red", "red", "blue"])
    tunnel = next(
        t for t in game.board.tracks.values() if t.turns_up and t.colour in ("gray", "red")
    )
    game.play(0, Claim(tunnel.id, "red", 0), UnshuffledChance())
    game.play(0, Withdraw(), UnshuffledChance())
    assert least_known(game, 1, 0, RED) >= tunnel.length


def test_a_spectator_has_no_worlds():
    game, _ = moments("usa", 2)[0]
    with pytest.raises(ValueError, match="spectator"):
        Sampler(engine.view(game, None))
