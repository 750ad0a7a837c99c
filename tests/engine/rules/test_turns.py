"""B-11, B-14, J-8: the final round, passing, and how a game ends."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep, Pass, Pay, Share, Skip, Withdraw
from engine.cards import empty_hand
from engine.errors import IllegalAction
from engine.events import FinalRoundStarted, GameEnded
from tests.engine.positions import UnshuffledChance, position

GRAY_ONE = "dallas-houston-gray-1"


def draw_turn(game: engine.Game) -> list[engine.Event]:
    """Play a turn of two blind cards for the seat to move."""
    seat = game.turn_seat
    assert seat is not None
    game.deck = ["red", "green", "blue", "black", "white"]
    return game.play(seat, Draw("blind"), UnshuffledChance()) + game.play(
        seat, Draw("blind"), UnshuffledChance()
    )


def ended(events: list[engine.Event]) -> GameEnded | None:
    return next((event for event in events if isinstance(event, GameEnded)), None)


def test_two_trains_or_fewer_at_the_end_of_a_turn_begin_the_final_round() -> None:
    """B-11"""
    game = position(seats=3, hands=[{"red": 1}], trains=[3])
    events = game.play(0, Claim(GRAY_ONE, "red", 0), UnshuffledChance())
    assert FinalRoundStarted(0) in events
    assert game.trains[0] == 2


def test_three_trains_do_not() -> None:
    """B-11"""
    game = position(seats=3, hands=[{"red": 1}], trains=[4])
    events = game.play(0, Claim(GRAY_ONE, "red", 0), UnshuffledChance())
    assert not any(isinstance(event, FinalRoundStarted) for event in events)


def test_every_player_has_exactly_one_more_turn_and_the_one_who_began_it_is_last() -> None:
    """B-11"""
    game = position(seats=3, hands=[{"red": 1}], trains=[3])
    game.play(0, Claim(GRAY_ONE, "red", 0), UnshuffledChance())
    movers = []
    events: list[engine.Event] = []
    while game.outcome is None:
        movers.append(game.turn_seat)
        events = draw_turn(game)
    assert movers == [1, 2, 0]
    end = ended(events)
    assert end is not None
    assert end.reason == "final round"


def test_it_is_triggered_once() -> None:
    """B-11"""
    game = position(seats=2, hands=[{"red": 1}, {"red": 1}], trains=[3, 3])
    game.play(0, Claim(GRAY_ONE, "red", 0), UnshuffledChance())
    events = game.play(1, Claim("atlanta-nashville-gray", "red", 0), UnshuffledChance())
    assert not any(isinstance(event, FinalRoundStarted) for event in events)
    assert ended(draw_turn(game))


def test_on_the_base_board_only_the_trains_of_the_player_of_the_turn_count() -> None:
    """B-11: a player cannot have two trains at the end of another's turn without having begun it;
    a position that has it all the same shows whose stock is looked at."""
    game = position(seats=2, trains=[40, 2])
    draw_turn(game)
    assert game.last_seat is None
    draw_turn(game)
    assert game.last_seat == 1


def test_japan_wants_few_trains_and_few_bullet_trains() -> None:
    """J-8"""
    game = position("japan", 3, trains=[2], bullets=3)
    draw_turn(game)
    assert game.last_seat is None
    game = position("japan", 3, trains=[3], bullets=0)
    draw_turn(game)
    assert game.last_seat is None
    game = position("japan", 3, trains=[2], bullets=2)
    draw_turn(game)
    assert game.last_seat == 0


def test_on_japan_different_players_and_turns_may_meet_the_two_parts() -> None:
    """J-8"""
    game = position("japan", 3, hands=[{"red": 1}], trains=[10, 10, 2], bullets=3)
    events = game.play(0, Claim("kyoto-osaka-bullet", "red", 0), UnshuffledChance())
    assert game.bullets == 2
    assert FinalRoundStarted(0) in events
    movers = []
    while game.outcome is None:
        movers.append(game.turn_seat)
        draw_turn(game)
    assert movers == [1, 2, 0]


def stuck(seats: int = 2, **more: object) -> engine.Game:
    """Nothing to draw, nothing to claim, no tickets."""
    return position(
        seats=seats,
        hands=[{}] * seats,
        row=[None] * 5,
        deck=[],
        discards={},
        ticket_deck=[],
        **more,  # type: ignore[arg-type]
    )


def test_a_player_without_a_legal_action_passes() -> None:
    """B-14"""
    game = stuck()
    assert game.legal_actions(0).listed() == [Pass()]
    game.play(0, Pass(), UnshuffledChance())
    assert game.turn_seat == 1


@pytest.mark.parametrize(
    "way_out",
    [
        {"ticket_deck": ["boston-miami"]},
        {"deck": ["red"]},
        {"row": ["locomotive", None, None, None, None]},
        {"hands": [{"red": 1}, {}]},
    ],
)
def test_a_pass_is_legal_only_then_and_drawing_tickets_counts(way_out: dict[str, object]) -> None:
    """B-14"""
    things: dict[str, object] = {
        "hands": [{}, {}],
        "row": [None] * 5,
        "deck": [],
        "discards": {},
        "ticket_deck": [],
    }
    game = position(**{**things, **way_out})  # type: ignore[arg-type]
    assert Pass() not in game.legal_actions(0)
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Pass(), UnshuffledChance())
    assert refusal.value.ruling == "B-14"


def test_as_many_passes_as_seats_end_the_game() -> None:
    """B-14"""
    game = stuck(3)
    for seat in (0, 1):
        assert ended(game.play(seat, Pass(), UnshuffledChance())) is None
    end = ended(game.play(2, Pass(), UnshuffledChance()))
    assert end is not None
    assert end.reason == "passes"


def test_a_skip_by_the_clock_is_no_pass() -> None:
    """B-14"""
    game = stuck(2)
    game.play(0, Pass(), UnshuffledChance())
    game.hands[1]["red"] = 1
    assert engine.automatic_action(game, 1) == Skip()
    game.play(1, Skip(), UnshuffledChance())
    assert ended(game.play(0, Pass(), UnshuffledChance())) is None
    assert game.outcome is None


@pytest.mark.parametrize(
    "things", [{"deck": ["red"]}, {"row": ["red", None, None, None, None]}, {}]
)
def test_the_clock_skips_no_turn_in_which_a_card_can_be_drawn_or_a_pass_is_legal(
    things: dict[str, object],
) -> None:
    """B-14: the smallest move is a card, and without any legal action a pass."""
    nothing: dict[str, object] = {"row": [None] * 5, "deck": [], "discards": {}, "ticket_deck": []}
    game = position(hands=[{}, {}], **{**nothing, **things})  # type: ignore[arg-type]
    with pytest.raises(IllegalAction):
        game.play(0, Skip(), UnshuffledChance())


def test_a_pass_is_a_turn_of_the_final_round() -> None:
    """B-11"""
    game = stuck(2, trains=[2, 9])
    game.play(0, Pass(), UnshuffledChance())
    assert game.last_seat == 0
    game.deck = ["red"]
    game.play(1, Draw("blind"), UnshuffledChance())
    game.deck = ["red"]
    assert ended(game.play(0, Draw("blind"), UnshuffledChance()))


def test_the_automatic_move_is_the_smallest_there_is_and_never_a_claim() -> None:
    """DESIGN: two blind cards; else face-up ones, leftmost no locomotive first; else a skip."""
    full = {"red": 6, "locomotive": 6}
    game = position(hands=[full], deck=["red", "blue"])
    assert engine.automatic_action(game, 0) == Draw("blind")
    game = position(hands=[full], deck=[], row=["locomotive", None, "green", "red", None])
    assert engine.automatic_action(game, 0) == Draw("green")
    game = position(hands=[full], deck=[], row=["locomotive", None, None, None, None])
    assert engine.automatic_action(game, 0) == Draw("locomotive")
    game = position(hands=[full], deck=[], row=[None] * 5)
    assert engine.automatic_action(game, 0) == Skip()
    assert engine.automatic_action(stuck(), 0) == Pass()


def test_the_automatic_choice_keeps_the_fewest_and_cheapest_tickets_ties_in_board_order() -> None:
    game = position(ticket_deck=["boston-miami", "sault-st-marie-nashville", "denver-el-paso"])
    game.play(0, DrawTickets(), UnshuffledChance())
    assert engine.automatic_action(game, 0).tickets == ("denver-el-paso",)  # type: ignore[union-attr]


def test_on_japan_a_turn_without_a_claim_may_be_the_one_that_meets_the_condition() -> None:
    """J-8: the condition is looked at after every turn, passes and skips among them."""
    things: dict[str, object] = {
        "hands": [{}] * 3, "row": [None] * 5, "deck": [], "discards": {}, "ticket_deck": [],
        "trains": [9, 2, 9], "bullets": 2,
    }  # fmt: skip
    game = position("japan", 3, **things)  # type: ignore[arg-type]
    assert FinalRoundStarted(0) in game.play(0, Pass(), UnshuffledChance())
    game = position("japan", 3, **{**things, "hands": [{"red": 9}, {}, {}]})  # type: ignore[arg-type]
    assert FinalRoundStarted(0) in game.play(0, Skip(), UnshuffledChance())
    assert game.turn_seat == 1


def test_passes_of_all_seats_end_the_game_in_the_final_round_too() -> None:
    """B-14, B-11"""
    game = stuck(3, trains=[2, 9, 9])
    game.play(0, Pass(), UnshuffledChance())
    assert game.last_seat == 0
    game.play(1, Pass(), UnshuffledChance())
    end = ended(game.play(2, Pass(), UnshuffledChance()))
    assert end is not None
    assert end.reason == "passes"


def test_the_last_turn_of_the_final_round_ends_with_its_last_step() -> None:
    """B-11: of a draw of two cards, the second."""
    game = position(seats=2, hands=[{"red": 1}], trains=[3])
    game.play(0, Claim(GRAY_ONE, "red", 0), UnshuffledChance())
    draw_turn(game)
    game.deck = ["red", "green", "blue"]
    assert ended(game.play(0, Draw("blind"), UnshuffledChance())) is None
    assert ended(game.play(0, Draw("blind"), UnshuffledChance()))


def test_a_bullet_route_can_be_built_without_trains_in_the_final_round() -> None:
    """J-5, J-8"""
    game = position("japan", 2, hands=[{"red": 1}, {"blue": 1}], trains=[0, 0], bullets=3)
    game.play(0, Claim("kyoto-osaka-bullet", "red", 0), UnshuffledChance())
    assert game.last_seat == 0
    game.play(1, Claim("odawara-tokyo-bullet", "blue", 0), UnshuffledChance())
    assert game.bullets == 1
    assert game.progress == [1, 1]


def nothing_left(game: engine.Game) -> None:
    """Take away whatever could still be done."""
    game.row, game.deck, game.ticket_deck = [None] * 5, [], []
    game.discards = empty_hand()
    game.hands = [empty_hand() for _ in game.hands]
    game.tickets = [[] for _ in game.tickets]


TUNNEL = "kabul-sukkur-orange"  # two spaces
DEEDS: list[tuple[str, list[engine.Action]]] = [
    ("usa", [Draw("blind")]),
    ("usa", [Draw("red")]),
    ("usa", [Claim(GRAY_ONE, "orange", 0)]),
    ("usa", [DrawTickets(), Keep(("boston-miami",))]),
    ("japan", [Claim("kyoto-osaka-bullet", "orange", 0)]),
    ("team-asia", [Share(("delhi-bombay",))]),
    ("team-asia", [Claim(TUNNEL, "orange", 0)]),
    ("team-asia", [Claim(TUNNEL, "orange", 0), Pay()]),
    ("team-asia", [Claim(TUNNEL, "orange", 0), Withdraw()]),
]


@pytest.mark.parametrize(("board", "deed"), DEEDS)
def test_whatever_else_is_done_breaks_a_row_of_passes(
    board: str, deed: list[engine.Action]
) -> None:
    """B-14: a withdrawn tunnel too, which only A-15 counts with the passes."""
    game = position(board, 4)
    nothing_left(game)
    for seat in (0, 1):
        game.play(seat, Pass(), UnshuffledChance())
    game.hands[2]["orange"] = 3
    game.tickets[2] = ["delhi-bombay"]
    if isinstance(deed[0], DrawTickets):
        game.ticket_deck = ["boston-miami"]
    elif isinstance(deed[0], Draw):
        game.row[0], game.deck = ("red", []) if deed[0].source == "red" else (None, ["red"])
    elif deed[1:]:
        game.deck = ["red", "orange"]
    for action in deed:
        game.play(2, action, UnshuffledChance())
    assert game.turn_seat == 3
    assert game.idle_turns == (3 if Withdraw() in deed else 0)
    nothing_left(game)
    for seat in (3, 0, 1):
        assert ended(game.play(seat, Pass(), UnshuffledChance())) is None
    assert ended(game.play(2, Pass(), UnshuffledChance()))


@pytest.mark.parametrize("kind", ["second", "keep", "tunnel", "place"])
def test_in_the_midst_of_a_turn_nobody_passes_or_skips(kind: engine.events.Decision) -> None:
    """B-14, A-8, P-1: not even where nothing could be begun any more."""
    game = position("team-asia", 4)
    nothing_left(game)
    game.pending = {0: kind}
    for action in (Pass(), Skip()):
        with pytest.raises(IllegalAction) as refusal:
            game.play(0, action, UnshuffledChance())
        assert refusal.value.ruling == "P-1"
