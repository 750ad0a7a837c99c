"""A-5, A-6: tickets of teams, their rack, sharing."""

from __future__ import annotations

import pytest

import engine
from engine.actions import DrawTickets, Keep, RackTicket, Share
from engine.events import ChoicesRevealed, TeamTicketsPlaced, TicketsKept
from tests.engine.positions import UnshuffledChance, position
from tests.engine.team_games import ASIA, choose, deal, refusal


def test_five_tickets_are_dealt_and_at_least_three_kept() -> None:
    """A-5"""
    game = deal()
    assert [len(offer) for offer in game.offered] == [5] * 4
    assert refusal(game, 0, Keep(game.offered[0][:2])).params == {"least": 3}
    game.play(0, Keep(game.offered[0][:3]), UnshuffledChance())


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
