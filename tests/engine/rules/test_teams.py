"""A-1 to A-7, A-15, A-16: teams of two, shared racks, parallel tracks."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, Pass, Place, RackTicket, Share
from engine.cards import empty_hand
from engine.events import CardPlaced, RouteClaimed
from tests.engine.positions import UnshuffledChance, give, position
from tests.engine.team_games import ASIA, choose, deal, refusal


@pytest.mark.parametrize("seats", [4, 6])
def test_teammates_take_consecutive_turns(seats: int) -> None:
    """A-1"""
    game = deal(seats)
    assert len(game.teams) == seats // 2
    assert game.order == tuple(seat for team in game.teams for seat in team)
    assert game.trains == [27] * seats


def test_teams_that_were_formed_keep_together_in_a_random_order() -> None:
    """A-16"""
    orders = {deal(4, seed, teams=((0, 2), (1, 3))).order for seed in range(80)}
    assert len(orders) == 8
    assert {frozenset(order[:2]) for order in orders} == {frozenset((0, 2)), frozenset((1, 3))}


def test_without_teams_chance_pairs_the_seats() -> None:
    """A-16, P-2"""
    pairs = {frozenset(map(frozenset, deal(4, seed).teams)) for seed in range(40)}
    assert len(pairs) == 3


def test_a_seat_must_be_in_one_team() -> None:
    with pytest.raises(ValueError, match="one team"):
        deal(4, teams=((0, 1), (1, 2)))


def test_each_player_gets_four_cards_and_the_rack_starts_empty() -> None:
    """A-2"""
    game = deal(6)
    assert [sum(hand.values()) for hand in game.hands] == [4] * 6
    assert [sum(rack.values()) for rack in game.racks] == [0] * 3


def test_the_first_card_is_seen_then_placed_and_the_second_goes_to_the_other_place() -> None:
    """A-3"""
    game = position(ASIA, 4, hands=[{}], deck=["red", "green", "blue"])
    game.play(0, Draw("blind"), UnshuffledChance())
    assert game.pending == {0: "place"}
    assert game.card_to_place == {0: "red"}
    assert sum(game.hands[0].values()) == 0
    assert game.legal_actions(0).listed() == [Place("hand"), Place("rack")]
    game.play(0, Place("rack"), UnshuffledChance())
    assert game.pending == {0: "second"}
    events = game.play(0, Draw("blind"), UnshuffledChance())
    assert CardPlaced(0, "hand", "green") in events
    assert game.racks[0]["red"] == 1
    assert game.hands[0]["green"] == 1
    assert game.turn_seat == 1


def test_a_face_up_locomotive_goes_to_the_rack_and_is_the_only_card() -> None:
    """A-3"""
    game = position(
        ASIA, 4, hands=[{}], row=["locomotive", "red", "red", "blue", "blue"], deck=["green"] * 3
    )
    events = game.play(0, Draw("locomotive"), UnshuffledChance())
    assert CardPlaced(0, "rack", "locomotive") in events
    assert game.racks[0]["locomotive"] == 1
    assert game.turn_seat == 1


def test_a_lone_card_stays_where_it_was_placed() -> None:
    """A-3"""
    game = position(ASIA, 4, hands=[{}], row=[None] * 5, deck=["red"], discards={})
    game.play(0, Draw("blind"), UnshuffledChance())
    assert game.pending == {0: "place"}
    game.play(0, Place("rack"), UnshuffledChance())
    assert game.turn_seat == 1
    assert game.racks[0]["red"] == 1


def test_a_card_between_drawing_and_placing_counts_in_neither_size() -> None:
    """A-3"""
    game = position(ASIA, 4, hands=[{}], deck=["red", "green", "blue"])
    game.play(0, Draw("blind"), UnshuffledChance())
    for reader, card in ((0, "red"), (1, None), (2, None), (None, None)):
        view = engine.view(game, reader)
        assert view.card_to_place == {0: card}
        assert (view.hand_sizes[0], view.rack_sizes[0]) == (0, 0)


def test_the_rack_is_seen_by_both_teammates_and_its_size_by_all() -> None:
    """A-2"""
    game = position(ASIA, 4, racks=[{"red": 2}])
    for reader in (0, 1):
        assert engine.view(game, reader).racks[0]["red"] == 2
    for reader in (2, 3, None):
        view = engine.view(game, reader)
        assert not any(view.racks[0].values())
        assert view.rack_sizes == [2, 0]


def test_a_claim_may_be_paid_with_any_mix_of_hand_and_rack() -> None:
    """A-4"""
    game = position(ASIA, 4, hands=[{"white": 2}], racks=[{"white": 2, "locomotive": 1}])
    track = next(
        t.id for t in game.board.tracks.values() if t.colour == "white" and t.length == 3
        and t.kind == "normal"
    )  # fmt: skip
    listed = [a for a in game.legal_actions(0) if getattr(a, "track", "") == track]
    assert listed == [Claim(track, "white", 0, 1, 0), Claim(track, "white", 1, 0, 1)]
    for split in ((0, 1, 0), (0, 2, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1)):
        assert Claim(track, "white", *split) in game.legal_actions(0)
    for split in ((0, 0, 0), (0, 3, 0), (1, 0, 0), (2, 0, 2), (1, 0, 2)):
        assert Claim(track, "white", *split) not in game.legal_actions(0)
    game.play(0, Claim(track, "white", 1, 2, 1), UnshuffledChance())
    assert game.hands[0] == {**empty_hand(), "white": 2}
    assert not any(game.racks[0].values())
    assert game.discards["white"] == 2
    assert game.trains[0] == 24
    assert game.trains[1] == 27


@pytest.mark.parametrize("trains", [2, 27])
@pytest.mark.parametrize("in_hand", [{}, {"red": 2, "blue": 1, "locomotive": 1}, {"red": 5}])
@pytest.mark.parametrize("in_rack", [{}, {"locomotive": 2}, {"red": 2, "green": 3}])
def test_each_payable_claim_is_listed_once_and_paid_from_the_hand_first(
    trains: int, in_hand: dict[str, int], in_rack: dict[str, int]
) -> None:
    """A-4, B-7: the list against a plain search."""
    game = position(ASIA, 4, hands=[in_hand], racks=[in_rack], trains=[trains])
    hand = game.hands[0]
    every = [
        Claim(track.id, colour, n, max(0, track.length - n - hand[colour]), max(0, n - held))
        for held in [hand["locomotive"]]
        for track in game.board.tracks.values()
        for colour in engine.cards.COLOURS
        for n in range(track.length)
    ] + [
        Claim(track.id, "locomotive", track.length, 0, max(0, track.length - hand["locomotive"]))
        for track in game.board.tracks.values()
    ]
    legal = game.legal_actions(0)
    listed = [action for action in legal if isinstance(action, Claim)]
    assert sorted(map(repr, listed)) == sorted(repr(claim) for claim in every if claim in legal)


def test_how_many_came_from_the_rack_is_public_and_which_of_them_is_the_teams_affair() -> None:
    """A-4"""
    game = position(ASIA, 4)
    event = RouteClaimed(0, "harbin-mukden-red", "red", 1, 2, (), 1, 0)
    assert engine.redact(event, 1, game)["rack_colour"] == 1
    for reader in (2, None):
        seen = engine.redact(event, reader, game)
        assert seen["rack"] == 1
        assert "rack_colour" not in seen
        assert "rack_locomotives" not in seen


def test_a_card_is_placed_in_the_hand_or_the_rack_and_nowhere_else() -> None:
    """A-3"""
    game = position(ASIA, 4, deck=["red", "green", "blue"])
    game.play(0, Draw("blind"), UnshuffledChance())
    refusal(game, 0, Place("pocket"))  # type: ignore[arg-type]


def test_nobody_claims_two_tracks_of_a_triple_even_with_six_players() -> None:
    """A-7, B-9"""
    for seats in (4, 6):
        game = position(ASIA, seats, hands=[{"locomotive": 4}])
        one, two, _ = tracks_of(game, 3)
        give(game, one, 0)
        length = game.board.tracks[two].length
        assert refusal(game, 0, Claim(two, "locomotive", length)).message == "claim.own_twin"


def test_after_two_tracks_of_a_triple_the_third_is_closed_whoever_holds_them() -> None:
    """A-7: opponents may hold the two as well as teammates."""
    game = position(ASIA, 4, hands=[{}, {"locomotive": 4}])
    one, two, three = tracks_of(game, 3)
    give(game, one, 0)
    give(game, two, 2)
    game.pending = {1: "turn"}
    length = game.board.tracks[three].length
    assert refusal(game, 1, Claim(three, "locomotive", length)).message == "claim.closed"


def tracks_of(game: engine.Game, size: int, *, exempt: bool = False) -> list[str]:
    """The tracks of a double or triple."""
    for tracks in game.board.groups:
        first = game.board.tracks[tracks[0]]
        if len(tracks) == size and (({first.a, first.b} == {"canton", "hong-kong"}) == exempt):
            return list(tracks)
    raise AssertionError


def test_with_four_players_the_second_track_of_a_double_closes() -> None:
    """A-7"""
    game = position(ASIA, 4)
    one, two = tracks_of(game, 2)
    give(game, one, 2)
    assert two not in game.open_tracks.by_id


def test_hong_kong_to_canton_stays_open_but_not_for_the_same_player() -> None:
    """A-7, B-9"""
    game = position(ASIA, 4, hands=[{"locomotive": 3}])
    one, two = tracks_of(game, 2, exempt=True)
    give(game, one, 0)
    assert two in game.open_tracks.by_id
    assert refusal(game, 0, Claim(two, "locomotive", 1)).message == "claim.own_twin"
    give(game, two, 1)


def test_of_a_triple_four_players_claim_two_and_teammates_may_claim_one_each() -> None:
    """A-7"""
    game = position(ASIA, 4)
    one, two, three = tracks_of(game, 3)
    give(game, one, 0)
    assert {two, three} <= game.open_tracks.by_id.keys()
    give(game, two, 1)
    assert three not in game.open_tracks.by_id


def test_with_six_players_all_tracks_are_open() -> None:
    """A-7"""
    game = position(ASIA, 6)
    for n, track in enumerate(tracks_of(game, 3)):
        give(game, track, n)
    one, two = tracks_of(game, 2)
    give(game, one, 0)
    assert two in game.open_tracks.by_id


def test_a_player_with_a_ticket_in_hand_does_not_pass() -> None:
    """A-15"""
    game = position(
        ASIA, 4, hands=[{}] * 4, row=[None] * 5, deck=[], discards={}, ticket_deck=[],
    )  # fmt: skip
    assert refusal(game, 0, Pass()).message == "pass.not_needed"
    assert all(isinstance(action, Share) for action in game.legal_actions(0))
    game.tickets[0] = []
    assert game.legal_actions(0).listed() == [Pass()]


def test_the_automatic_moves_of_a_team_board() -> None:
    """First card to the hand, cheapest ticket to the rack."""
    game = deal(order=range(4))
    choose(game, 0, 1)
    cheapest = min(
        game.tickets[0],
        key=lambda t: (game.board.tickets[t].points, game.board.tickets[t].number),
    )
    assert engine.automatic_action(game, 0) == RackTicket(cheapest)
    game = position(ASIA, 4)
    game.play(0, Draw("blind"), UnshuffledChance())
    assert engine.automatic_action(game, 0) == Place("hand")


def test_junctions_are_cities_that_no_ticket_names() -> None:
    """A-16"""
    board = engine.load_board(ASIA)
    junctions = {key for key, city in board.cities.items() if city.junction}
    assert len(junctions) == 3
    assert not any({ticket.a, ticket.b} & junctions for ticket in board.tickets.values())
    assert all(board.tracks_of_city[key] for key in junctions)
