"""Orders are judged on what their owner sees, and on nothing else."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, Pay, Withdraw
from engine.cards import LOCOMOTIVE
from engine.orders.evaluation import (
    actions_of_branch,
    first_true_branch,
    is_branch_true,
    tunnel_answer,
    tunnel_step_of,
)
from engine.orders.model import (
    Branch,
    CardFaceUp,
    CardsHeld,
    CityHasStation,
    CityWithoutStation,
    ClaimStep,
    Order,
    PayUpTo,
    PlayerHasStation,
    PlayerWithoutStation,
    RouteOpen,
    RouteTaken,
    StationsLeft,
)
from engine.orders.validation import check_order
from engine.text.parse import parse_command
from tests.engine.positions import UnshuffledChance, position

RED = "matsumoto-nagoya-red"
TUNNEL = "rawalpindi-west-junction-purple"
BLIND = (Draw("blind"), Draw("blind"))


def order_of(text: str, game: engine.Game) -> Order:
    order = parse_command(text, engine.view(game, 0))
    assert isinstance(order, Order)
    return order


def test_the_first_branch_that_holds_is_chosen() -> None:
    game = position("japan", 2, row=["white", "blue", "blue", "blue", "blue"])
    view = engine.view(game, 0)
    red, white = Branch((CardFaceUp("red"),), BLIND), Branch((CardFaceUp("white"),), BLIND)
    assert first_true_branch(Order((red, white, Branch((), BLIND))), view) is white
    assert first_true_branch(Order((red,)), view) is None


def test_a_track_that_somebody_has_is_taken() -> None:
    game = position("japan", 2, owner={RED: 1})
    view = engine.view(game, 0)
    assert not is_branch_true(Branch((RouteOpen(RED),), BLIND), view)
    assert is_branch_true(Branch((RouteTaken(RED),), BLIND), view)


def test_what_stations_there_are_is_seen_on_the_board() -> None:
    game = position("europe", 2)
    game.stations[1].append("wien")
    game.stations[0].append("athina")
    view = engine.view(game, 0)
    for condition, holds in (
        (CityHasStation("wien"), True),
        (CityHasStation("athina"), True),
        (CityHasStation("london"), False),
        (CityWithoutStation("wien"), False),
        (CityWithoutStation("london"), True),
        (PlayerHasStation(1, "wien"), True),
        (PlayerHasStation(0, "wien"), False),
        (PlayerWithoutStation(0, "wien"), True),
        (PlayerWithoutStation(1, "wien"), False),
        (StationsLeft(2), True),
        (StationsLeft(3), False),
    ):
        assert is_branch_true(Branch((condition,), BLIND), view) is holds, condition


def test_a_gray_twin_will_do_where_the_first_is_taken() -> None:
    board = engine.load_board("usa")
    gray = [track for track in board.tracks.values() if track.colour == "gray"]
    first, second = next(
        (a, b) for a in gray for b in gray if a.group == b.group and a.number < b.number
    )
    game = position("usa", 4, owner={first.id: 1})
    view = engine.view(game, 0)
    branch = Branch((RouteOpen(first.id),), (ClaimStep(first.id, "red", 0),))
    assert is_branch_true(branch, view)
    assert actions_of_branch(branch, view) == (Claim(second.id, "red", 0),)


def test_what_one_has_counts_the_rack_of_the_team() -> None:
    game = position("team-asia", 4, hands=[{"red": 1}], racks=[{"red": 2}])
    view = engine.view(game, 0)
    assert is_branch_true(Branch((CardsHeld(3, "red"),), BLIND), view)
    assert not is_branch_true(Branch((CardsHeld(4, "red"),), BLIND), view)


def test_the_hand_pays_first_unless_the_order_says_otherwise() -> None:
    game = position("team-asia", 4, hands=[{"purple": 2}], racks=[{"purple": 3}])
    view = engine.view(game, 0)
    length = view.board.tracks[TUNNEL].length
    free = Branch((), (ClaimStep(TUNNEL, "purple"), Withdraw()))
    assert actions_of_branch(free, view) == (Claim(TUNNEL, "purple", 0, length - 2, 0),)
    named = Branch((), (ClaimStep(TUNNEL, "purple", 0, (length, 0)), Withdraw()))
    assert actions_of_branch(named, view) == (Claim(TUNNEL, "purple", 0, length, 0),)
    assert tunnel_step_of(named) == Withdraw()


@pytest.mark.parametrize(
    ("hand", "step", "answer"),
    [
        ({"purple": 2}, PayUpTo("purple", 2, 0), Pay(0)),
        ({"purple": 1, LOCOMOTIVE: 1}, PayUpTo("purple", 2, 1), Pay(1)),
        ({"purple": 9, LOCOMOTIVE: 9}, PayUpTo("purple", 1, 1), Pay(1)),
        ({"purple": 9, LOCOMOTIVE: 9}, PayUpTo(LOCOMOTIVE, 0, 2), Pay(2)),
        ({"purple": 9}, PayUpTo("purple", 1, 0), None),
        ({"purple": 9}, PayUpTo("purple", 1, 0, withdraw=True), Withdraw()),
        ({"purple": 1}, PayUpTo("purple", 2, 0), None),
        ({}, Withdraw(), Withdraw()),
    ],
)
def test_a_tunnel_is_paid_with_what_the_order_names_and_no_more(
    hand: dict[str, int], step: PayUpTo | Withdraw, answer: object
) -> None:
    game = position("team-asia", 4, hands=[{"purple": 9}], deck=["purple", "red", LOCOMOTIVE])
    length = game.board.tracks[TUNNEL].length
    turned = ["purple", LOCOMOTIVE] + ["red"] * (game.board.tracks[TUNNEL].turns_up - 2)
    game.deck = [*["green"] * 9, *turned[::-1]]
    game.play(0, Claim(TUNNEL, "purple", 0), UnshuffledChance())
    assert game.tunnel is not None
    assert game.tunnel.asks == 2
    assert game.tunnel.coloured == length
    game.hands[0] = {**dict.fromkeys(game.hands[0], 0), **hand}
    assert tunnel_answer(step, engine.view(game, 0)) == answer


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"when {RED} is free: claim it: 3 red", "claim.taken"),
        ("when always: claim matsumoto to nagoya purple: 3 white", "claim.wrong_colour"),
    ],
)
def test_an_order_that_can_never_be_legal_is_refused(text: str, message: str) -> None:
    game = position("japan", 2, owner={RED: 1})
    if message == "claim.wrong_colour":
        other = next(t for t in game.board.tracks.values() if t.colour == "purple" and t.length > 1)
        text = f"when always: claim {other.id}: {other.length} white"
    with pytest.raises(engine.IllegalAction) as error:
        check_order(order_of(text, game), engine.view(game, 0))
    assert error.value.message == message


def test_an_order_may_need_cards_that_one_does_not_hold_yet() -> None:
    game = position("japan", 2, hands=[{}, {}], row=["white"] * 5)
    check_order(order_of(f"when {RED} is free: claim it: 3 red", game), engine.view(game, 0))
    check_order(order_of("when always: draw red blind", game), engine.view(game, 0))


def test_an_order_for_more_trains_than_one_will_ever_have_is_refused() -> None:
    game = position("japan", 2, trains=[2])
    with pytest.raises(engine.IllegalAction, match="too_few_trains"):
        check_order(order_of(f"when {RED} is free: claim it: 3 red", game), engine.view(game, 0))


def test_a_second_card_may_not_be_a_face_up_locomotive() -> None:
    game = position("japan", 2)
    with pytest.raises(engine.IllegalAction, match="locomotive_second"):
        check_order(order_of("when always: draw red loco", game), engine.view(game, 0))
