"""A-1 to A-7, A-15, A-16: teams of two, shared racks, parallel tracks."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep, Pass, Place, RackTicket, Share
from engine.cards import empty_hand
from engine.errors import IllegalAction
from engine.events import CardPlaced, ChoicesRevealed, RouteClaimed, TeamTicketsPlaced, TicketsKept
from tests.engine.positions import UnshuffledChance, give, position

ASIA = "team-asia"


def deal(seats: int = 4, seed: int = 1, **more: object) -> engine.Game:
    chance = engine.Chance.from_seed(seed, seats)
    return engine.new_game(engine.load_board(ASIA), seats, chance, **more)[0]  # type: ignore[arg-type]


def refusal(game: engine.Game, seat: int, action: engine.Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        game.play(seat, action, UnshuffledChance())
    assert action not in game.legal_actions(seat)
    return refused.value


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


def test_five_tickets_are_dealt_and_at_least_three_kept() -> None:
    """A-5"""
    game = deal()
    assert [len(offer) for offer in game.offered] == [5] * 4
    assert refusal(game, 0, Keep(game.offered[0][:2])).params == {"least": 3}
    game.play(0, Keep(game.offered[0][:3]), UnshuffledChance())


def choose(game: engine.Game, *seats: int) -> None:
    for seat in seats:
        game.play(seat, Keep(game.offered[seat][:3]), UnshuffledChance())


def test_when_both_teammates_have_kept_each_puts_a_ticket_in_the_rack() -> None:
    """A-5"""
    game = deal(order=range(4))
    choose(game, 0)
    assert game.pending == {1: "setup", 2: "setup", 3: "setup"}
    choose(game, 1)
    assert game.pending == {0: "rack", 1: "rack", 2: "setup", 3: "setup"}
    first, second = game.tickets[0][0], game.tickets[1][2]
    assert refusal(game, 0, RackTicket(second)).message == "rack.not_held"
    game.play(0, RackTicket(first), UnshuffledChance())
    # Neither sees the other's before both are placed.
    assert engine.view(game, 1).ticket_racks[0] == []
    assert engine.view(game, 1).chosen_for_rack == {}
    assert engine.view(game, 0).chosen_for_rack == {0: first}
    events = game.play(1, RackTicket(second), UnshuffledChance())
    assert TeamTicketsPlaced(0, (first, second)) in events
    assert engine.view(game, 1).ticket_racks[0] == [first, second]
    assert engine.view(game, 2).ticket_racks[0] == []
    assert first not in game.tickets[0]
    assert game.turn_seat is None


def test_no_ticket_is_put_in_the_rack_for_nothing_later() -> None:
    """A-5, A-6: in a turn that would be sharing without spending it."""
    game = position(ASIA, 4)
    assert refusal(game, 0, RackTicket(game.tickets[0][0])).message == "rack.not_now"


def test_the_first_turn_starts_after_all_teams_have_placed() -> None:
    """A-5"""
    game = deal(order=range(4))
    choose(game, 3, 0, 1, 2)
    assert set(game.pending.values()) == {"rack"}
    for seat in (2, 0, 3):
        game.play(seat, RackTicket(game.tickets[seat][0]), UnshuffledChance())
        assert game.turn_seat is None
    game.play(1, RackTicket(game.tickets[1][0]), UnshuffledChance())
    assert game.pending == {0: "turn"}
    assert engine.view(game, None).ticket_rack_sizes == [2, 2]


def test_while_a_team_chooses_for_its_rack_nobody_sees_how_many_tickets_it_returned() -> None:
    """A-5, B-2: others are still choosing, so they see only that a seat has chosen."""
    views = []
    for size in (3, 5):
        game = deal(order=range(4))
        for seat in (0, 1):
            game.play(seat, Keep(game.offered[seat][:size]), UnshuffledChance())
        assert game.pending == {0: "rack", 1: "rack", 2: "setup", 3: "setup"}
        views.append([engine.view(game, reader) for reader in (2, 3, None)])
        assert engine.view(game, 1).offered_counts == [0, 0, 5, 5]
        assert engine.view(game, 0).offered[0] == ()
    assert views[0] == views[1]


def test_the_numbers_kept_are_told_the_same_whether_a_team_has_filled_its_rack_or_not() -> None:
    """A-5, B-2"""
    game = deal(order=range(4))
    choose(game, 0, 1, 2)
    for seat in (0, 1):
        game.play(seat, RackTicket(game.tickets[seat][0]), UnshuffledChance())
    events = game.play(3, Keep(game.offered[3][:4]), UnshuffledChance())
    assert ChoicesRevealed((3, 3, 3, 4)) in events


def test_returned_first_tickets_go_under_the_deck_team_by_team_in_playing_order() -> None:
    """A-5, B-2"""
    game = deal(order=(2, 0, 3, 1))
    under = [ticket for seat in (2, 0, 3, 1) for ticket in game.offered[seat][3:]]
    before = game.ticket_deck[::-1]
    choose(game, 1, 3, 0, 2)
    assert game.ticket_deck[::-1] == [*before, *under]


def test_a_card_is_placed_in_the_hand_or_the_rack_and_nowhere_else() -> None:
    """A-3"""
    game = position(ASIA, 4, deck=["red", "green", "blue"])
    game.play(0, Draw("blind"), UnshuffledChance())
    refusal(game, 0, Place("pocket"))  # type: ignore[arg-type]


@pytest.mark.parametrize("left", [1, 3])
def test_with_fewer_than_four_tickets_left_those_are_drawn(left: int) -> None:
    """A-5, B-10: the only one goes to the rack."""
    game = position(
        ASIA, 4, ticket_deck=["delhi-bombay", "mandalay-nanning", "xi-an-canton"][:left]
    )
    game.play(0, DrawTickets(), UnshuffledChance())
    assert len(game.offered[0]) == left
    refusal(game, 0, Keep(()))
    game.play(0, Keep(("delhi-bombay",), "delhi-bombay"), UnshuffledChance())
    assert game.ticket_racks[0][-1] == "delhi-bombay"
    assert "delhi-bombay" not in game.tickets[0]


def test_with_no_tickets_left_none_are_drawn() -> None:
    """A-5, B-10"""
    game = position(ASIA, 4, ticket_deck=[])
    assert refusal(game, 0, DrawTickets()).ruling == "B-10"


def test_the_clock_keeps_the_fewest_first_tickets_and_puts_the_cheapest_drawn_one_in_the_rack() -> (
    None
):
    """A-5: the automatic moves of the other two decisions about tickets."""
    game = deal(order=range(4))
    kept = engine.automatic_action(game, 0)
    assert isinstance(kept, Keep)
    assert (len(kept.tickets), kept.rack) == (3, None)
    points = game.board.tickets
    assert max(points[t].points for t in kept.tickets) <= min(
        points[t].points for t in game.offered[0] if t not in kept.tickets
    )
    game = position(ASIA, 4, ticket_deck=["sukkur-mukden", "xi-an-canton", "delhi-bombay"])
    game.play(0, DrawTickets(), UnshuffledChance())
    assert engine.automatic_action(game, 0) == Keep(("delhi-bombay",), "delhi-bombay")


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


def test_mid_game_four_are_drawn_and_one_of_those_kept_goes_to_the_rack() -> None:
    """A-5"""
    game = position(ASIA, 4)
    game.play(0, DrawTickets(), UnshuffledChance())
    offered = game.offered[0]
    assert len(offered) == 4
    assert refusal(game, 0, Keep(offered[:2])).message == "keep.rack_one"
    assert refusal(game, 0, Keep(offered[:2], rack=offered[3])).message == "keep.rack_one"
    listed = game.legal_actions(0).listed()
    assert len(listed) == 4 * 8
    assert all(keep.rack in keep.tickets for keep in listed)  # type: ignore[union-attr]
    before = list(game.tickets[0])
    events = game.play(0, Keep(offered[:2], rack=offered[1]), UnshuffledChance())
    assert TicketsKept(0, offered[:2], offered[2:], offered[1]) in events
    assert game.tickets[0] == [*before, offered[0]]
    assert game.ticket_racks[0][-1] == offered[1]


def test_the_teammate_learns_the_ticket_in_the_rack_and_no_other() -> None:
    """A-5, A-6"""
    game = position(ASIA, 4)
    event = TicketsKept(0, ("a-b", "c-d"), ("e-f",), "c-d")
    assert engine.redact(event, 1, game) == {
        "seat": 0, "count": 2, "returned": 1, "rack": "c-d", "redacted": True,
    }  # fmt: skip
    assert "rack" not in engine.redact(event, 2, game)


def test_a_whole_turn_may_be_spent_on_sharing_one_or_two_tickets() -> None:
    """A-6"""
    game = position(ASIA, 4)
    held = list(game.tickets[0])
    assert len(held) == 2
    assert refusal(game, 0, Share(())).message == "share.count"
    assert refusal(game, 0, Share((held[0], held[0]))).message == "share.count"
    assert refusal(game, 0, Share((game.tickets[1][0],))).message == "share.not_held"
    game.play(0, Share(tuple(held)), UnshuffledChance())
    assert game.tickets[0] == []
    assert game.ticket_racks[0][-2:] == held
    assert game.turn_seat == 1


def test_three_tickets_cannot_be_shared_in_one_turn() -> None:
    """A-6"""
    game = position(ASIA, 4)
    game.tickets[0] = list(game.board.tickets)[:3]
    assert refusal(game, 0, Share(tuple(game.tickets[0]))).params == {"most": 2}


def test_the_ways_to_share_are_every_ticket_and_every_two() -> None:
    """A-6"""
    game = position(ASIA, 4)
    one, two, three = game.tickets[0] = list(game.board.tickets)[:3]
    shares = [action.tickets for action in game.legal_actions(0) if isinstance(action, Share)]
    assert shares == [(one,), (two,), (three,), (one, two), (one, three), (two, three)]


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
