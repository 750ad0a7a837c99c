"""A-8, A-9, A-15: tunnels."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, Pass, Pay, Withdraw
from engine.errors import IllegalAction
from engine.events import DeckShuffled, GameEnded, TunnelBuilt, TunnelTurnedUp, TunnelWithdrawn
from tests.engine.positions import UnshuffledChance, position

ASIA = "team-asia"
TUNNEL = "kabul-sukkur-orange"  # two spaces, turns up four
GRAY = "lhasa-south-junction-gray"  # one space, turns up six


def opened(
    deck: list[str], hand: dict[str, int] | None = None, rack: dict[str, int] | None = None,
    claim: Claim | None = None, **more: object,
) -> tuple[engine.Game, list[engine.Event]]:  # fmt: skip
    """A game in which seat 0 has just laid down two orange cards for a tunnel."""
    game = position(
        ASIA,
        4,
        hands=[hand or {"orange": 3}],
        racks=[rack or {}],
        deck=deck,
        **more,  # type: ignore[arg-type]
    )
    return game, game.play(0, claim or Claim(TUNNEL, "orange", 0), UnshuffledChance())


def test_nothing_asked_completes_the_claim_at_once() -> None:
    """A-8"""
    game, events = opened(["red", "blue", "green", "black", "white"])
    assert TunnelTurnedUp(0, ("red", "blue", "green", "black"), 0) in events
    assert any(isinstance(event, TunnelBuilt) for event in events)
    assert game.owner[TUNNEL] == 0
    assert game.trains[0] == 25
    assert game.points[0] == 2
    assert game.turn_seat == 1
    assert game.discards["red"] == 1
    assert game.discards["orange"] == 2


def test_every_card_of_the_colour_and_every_locomotive_asks_for_one_more() -> None:
    """A-8"""
    game, _ = opened(["orange", "blue", "locomotive", "black", "white"])
    assert game.pending == {0: "tunnel"}
    assert game.tunnel is not None
    assert game.tunnel.asks == 2


def test_the_printed_number_of_cards_is_turned_up() -> None:
    """A-8"""
    game, _ = opened(
        ["blue", "blue", "blue", "red", "blue", "green", "white"],
        hand={"red": 2}, claim=Claim(GRAY, "red", 0),
    )  # fmt: skip
    assert game.tunnel is not None
    assert len(game.tunnel.turned_up) == 6


def test_the_extra_cards_come_from_hand_or_rack() -> None:
    """A-8"""
    game, _ = opened(
        ["orange", "blue", "green", "black", "white"],
        hand={"orange": 3}, rack={"orange": 1, "locomotive": 1},
    )  # fmt: skip
    assert game.legal_actions(0).listed() == [Pay(), Pay(1, 0, 1), Withdraw()]
    for answer in (Pay(0, 1, 0), Pay(1, 0, 1)):
        assert answer in game.legal_actions(0)
    for answer in (Pay(1), Pay(2, 0, 1), Pay(0, 2, 0)):
        assert answer not in game.legal_actions(0)
    game.play(0, Pay(0, 1, 0), UnshuffledChance())
    assert game.hands[0]["orange"] == 1
    assert game.racks[0]["orange"] == 0
    assert game.trains[0] == 25
    assert game.discards["orange"] == 4


def test_whatever_a_tunnel_has_cost_is_discarded() -> None:
    """A-8, B-6: the cards laid down, the extra ones and those turned up."""
    game, _ = opened(
        ["orange", "blue", "green", "black", "white"],
        hand={"orange": 1, "locomotive": 2}, claim=Claim(TUNNEL, "orange", 1), discards={},
    )  # fmt: skip
    game.play(0, Pay(1), UnshuffledChance())
    assert not any(game.hands[0].values())
    thrown = {card: count for card, count in game.discards.items() if count}
    assert thrown == {"orange": 2, "locomotive": 2, "blue": 1, "green": 1, "black": 1}


@pytest.mark.parametrize("split", [(-1, 0, 0), (0, -1, 0), (1, 0, -1)])
def test_nobody_pays_less_than_nothing(split: tuple[int, int, int]) -> None:
    """A-8, A-4"""
    game, _ = opened(
        ["orange", "blue", "green", "black", "white"],
        hand={"orange": 5, "locomotive": 3}, rack={"orange": 2, "locomotive": 2},
    )  # fmt: skip
    assert Pay(*split) not in game.legal_actions(0)


def test_the_engine_waits_even_when_only_withdrawing_is_possible() -> None:
    """A-8: else the log and its timing would tell whether the player could have paid."""
    game, _ = opened(["orange", "orange", "orange", "black", "white"], hand={"orange": 2})
    assert game.pending == {0: "tunnel"}
    assert game.legal_actions(0).listed() == [Withdraw()]


def test_nobody_else_learns_whether_the_player_can_pay() -> None:
    """A-8, B-15"""
    deck = ["orange", "blue", "green", "black", "white"]
    rich, _ = opened(deck, hand={"orange": 3})
    poor, _ = opened(deck, hand={"orange": 2, "blue": 1})
    assert rich.legal_actions(0).count() != poor.legal_actions(0).count()
    for reader in (1, 2, 3, None):
        assert engine.view(rich, reader) == engine.view(poor, reader)


def test_withdrawn_cards_go_back_where_they_came_from_and_the_turn_ends() -> None:
    """A-8"""
    game, _ = opened(
        ["orange", "blue", "green", "black", "white"],
        hand={"orange": 1, "locomotive": 1}, rack={"orange": 1},
        claim=Claim(TUNNEL, "orange", 0, 1, 0),
    )  # fmt: skip
    assert sum(game.hands[0].values()) == 1
    assert sum(game.racks[0].values()) == 0
    events = game.play(0, Withdraw(), UnshuffledChance())
    assert TunnelWithdrawn(0, TUNNEL) in events
    assert game.hands[0]["orange"] == 1
    assert game.hands[0]["locomotive"] == 1
    assert game.racks[0]["orange"] == 1
    assert TUNNEL in game.open_tracks.by_id
    assert game.turn_seat == 1
    assert game.discards["blue"] == 1


def test_only_locomotives_laid_down_are_asked_for_by_locomotives_alone() -> None:
    """A-8"""
    game, _ = opened(
        ["orange", "locomotive", "green", "black", "white"],
        hand={"orange": 5, "locomotive": 2}, claim=Claim(TUNNEL, "locomotive", 2),
    )  # fmt: skip
    assert game.tunnel is not None
    assert game.tunnel.asks == 1
    assert game.legal_actions(0).listed() == [Withdraw()]
    game.hands[0]["locomotive"] = 1
    assert game.legal_actions(0).listed() == [Pay(1), Withdraw()]
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Pay(), UnshuffledChance())
    assert refusal.value.message == "pay.only_locomotives"


def test_a_claim_that_names_a_colour_but_lays_only_locomotives_is_one_of_locomotives() -> None:
    """A-8"""
    game, _ = opened(
        ["orange", "red", "green", "black", "white"],
        hand={"orange": 5, "locomotive": 2}, claim=Claim(TUNNEL, "orange", 2),
    )  # fmt: skip
    assert game.owner[TUNNEL] == 0


def test_the_claim_itself_must_be_payable_and_the_trains_must_be_there() -> None:
    """A-8"""
    game = position(ASIA, 4, hands=[{"orange": 1}])
    assert Claim(TUNNEL, "orange", 0) not in game.legal_actions(0)
    game = position(ASIA, 4, hands=[{"orange": 2}], trains=[1])
    assert Claim(TUNNEL, "orange", 0) not in game.legal_actions(0)


def test_cards_laid_down_and_turned_up_are_in_no_pile_while_the_tunnel_is_open() -> None:
    """B-6"""
    game, _ = opened(["orange", "blue", "green", "black", "white"], discards={})
    assert not any(game.discards.values())
    assert game.deck == ["white"]


def test_the_deck_is_rebuilt_in_the_middle_of_turning_up() -> None:
    """A-9"""
    _, events = opened(["red", "blue"], discards={"green": 3, "orange": 1})
    turned = [event for event in events if isinstance(event, TunnelTurnedUp)]
    assert [len(event.cards) for event in turned] == [2, 2]
    assert any(isinstance(event, DeckShuffled) for event in events)


def test_if_fewer_can_be_turned_up_only_those_are() -> None:
    """A-9"""
    game, _ = opened(["orange", "blue"], discards={})
    assert game.tunnel is not None
    assert game.tunnel.turned_up == ("orange", "blue")


def test_with_none_to_turn_up_there_is_no_risk() -> None:
    """A-9"""
    game, _ = opened([], discards={})
    assert game.owner[TUNNEL] == 0


def test_extra_cards_cost_no_extra_trains_and_score_no_extra_points() -> None:
    """A-9"""
    game, _ = opened(["orange", "blue", "green", "black", "white"])
    game.play(0, Pay(), UnshuffledChance())
    assert game.trains[0] == 25
    assert game.points[0] == 2


def test_with_a_tunnel_open_nothing_else_is_legal() -> None:
    """P-1"""
    game, _ = opened(["orange", "blue", "green", "black", "white"])
    for action in (Draw("blind"), Pass(), Claim(GRAY, "orange", 0)):
        assert action not in game.legal_actions(0)


def test_without_a_tunnel_nobody_pays_or_withdraws() -> None:
    game = position(ASIA, 4)
    for action in (Pay(), Withdraw()):
        assert action not in game.legal_actions(0)


def test_the_clock_withdraws() -> None:
    game, _ = opened(["orange", "blue", "green", "black", "white"])
    assert engine.automatic_action(game, 0) == Withdraw()


def test_three_rounds_of_passes_and_withdrawn_tunnels_end_the_game() -> None:
    """A-15"""
    game = position(
        ASIA, 4, hands=[{"orange": 2}, {}, {}, {}], row=[None] * 5, deck=[], discards={},
        ticket_deck=[],
    )  # fmt: skip
    for seat in range(4):
        game.tickets[seat] = []
    events: list[engine.Event] = []
    turns = 0
    while game.outcome is None:
        turns += 1
        seat = game.turn_seat
        assert seat is not None
        if seat == 0:
            game.deck = ["orange"]
            game.play(0, Claim(TUNNEL, "orange", 0), UnshuffledChance())
            events = game.play(0, Withdraw(), UnshuffledChance())
            game.row, game.deck = [None] * 5, []
            game.discards = dict.fromkeys(game.discards, 0)
        else:
            events = game.play(seat, Pass(), UnshuffledChance())
    assert turns == 12
    end = events[-1]
    assert isinstance(end, GameEnded)
    assert end.reason == "passes"


def test_the_split_of_the_cards_laid_down_is_the_teams_affair() -> None:
    """A-4, A-8"""
    game, _ = opened(
        ["orange", "blue", "green", "black", "white"],
        hand={"orange": 2}, rack={"orange": 1}, claim=Claim(TUNNEL, "orange", 0, 1, 0),
    )  # fmt: skip
    mate, stranger = engine.view(game, 1).tunnel, engine.view(game, 2).tunnel
    assert mate is not None
    assert stranger is not None
    assert mate.rack_colour == 1
    assert stranger.rack_colour == 0
    assert stranger.turned_up == mate.turned_up
