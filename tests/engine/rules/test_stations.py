"""Building stations: where, what they cost, and what they do not touch (M-4)."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.actions import BuildStation, Claim, Draw, Pass, Skip
from engine.cards import COLOURS, LOCOMOTIVE
from engine.errors import IllegalAction
from engine.events import DeckShuffled, RowFilled, StationBuilt, TurnStarted
from engine.game import Game
from engine.orders.model import Branch, CardFaceUp, Order
from engine.orders.validation import check_order, check_shape
from engine.rules.passing import automatic_action
from engine.rules.stations import station_cost
from engine.rules.taking_back import return_points
from engine.text.orders import write_order
from tests.engine.mechanics import Change, countries, first_turn_on, own, ring, rules
from tests.engine.positions import UnshuffledChance

STATIONS = rules(stations={"cost": [1, 2, 3], "points_left": 4})


def station_game(*hands: dict[str, int], changes: tuple[Change, ...] = ()) -> Game:
    return first_turn_on(ring(STATIONS, *changes), hands=hands)


def listed(game: Game, city: str = "elm") -> list[tuple[str, int]]:
    """The payments listed for a station in a city; each is legal and no other is."""
    legal = game.legal_actions(0)
    found = [action for action in legal if isinstance(action, BuildStation)]
    every = {
        BuildStation(place, colour, n)
        for place in game.board.cities
        for colour in (*COLOURS, LOCOMOTIVE)
        for n in range(4)
    }
    cost = station_cost(game, 0)
    canonical = {
        action for action in every if (action.colour == LOCOMOTIVE) == (action.locomotives == cost)
    }
    assert set(found) == {action for action in canonical if action in legal}
    assert len(found) == len(set(found))
    return [(action.colour, action.locomotives) for action in found if action.city == city]


def refusal(game: Game, action: engine.Action) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as error:
        game.play(0, action, UnshuffledChance())
    return error.value.ruling, error.value.message


def test_the_first_costs_one_card_the_second_two_the_third_three() -> None:
    """M-4: of one colour, cheapest payments first, locomotives standing in."""
    game = station_game({"red": 3, "blue": 1, LOCOMOTIVE: 2})
    assert listed(game) == [("blue", 0), ("red", 0), (LOCOMOTIVE, 1)]
    game.stations[0] = ["oak"]
    assert listed(game) == [("red", 0), ("blue", 1), ("red", 1), (LOCOMOTIVE, 2)]
    game.stations[0] = ["oak", "yew"]
    assert listed(game) == [("red", 0), ("red", 1), ("blue", 2), ("red", 2)]
    game.stations[0] = ["oak", "yew", "lime"]
    assert listed(game) == []
    assert refusal(game, BuildStation("elm", "red")) == ("M-4", "station.none_left")


def test_a_station_is_a_turn_of_its_own_and_takes_no_trains() -> None:
    """M-4, B-3: its cards are discarded, and the turn goes on to the next seat."""
    game = station_game({"red": 3, LOCOMOTIVE: 2})
    game.stations[0] = ["oak"]
    trains = list(game.trains)
    events = game.play(0, BuildStation("elm", "red", 1), UnshuffledChance())
    assert events == [StationBuilt(0, "elm", "red", 1, 2), TurnStarted(1, 2)]
    assert (game.hands[0]["red"], game.hands[0][LOCOMOTIVE]) == (2, 1)
    assert (game.discards["red"], game.discards[LOCOMOTIVE]) == (1, 1)
    assert game.trains == trains
    assert game.stations == [["oak", "elm"], []]


def test_only_locomotives_are_one_payment_whatever_colour_is_named() -> None:
    """M-4"""
    game = station_game({LOCOMOTIVE: 2, "red": 1})
    game.stations[0] = ["oak"]
    events = game.play(0, BuildStation("elm", "red", 2), UnshuffledChance())
    assert events[0] == StationBuilt(0, "elm", LOCOMOTIVE, 2, 2)


def test_a_city_takes_one_station_whoever_builds_it() -> None:
    """M-4"""
    game = station_game({"red": 3})
    game.stations[1] = ["elm"]
    assert refusal(game, BuildStation("elm", "red")) == ("M-4", "station.taken")
    assert listed(game) == []
    assert refusal(game, BuildStation("atlantis", "red")) == ("M-4", "station.no_such_city")


def test_a_payment_that_is_not_exact_is_refused() -> None:
    """M-4, B-7"""
    game = station_game({"red": 1, LOCOMOTIVE: 3})
    assert refusal(game, BuildStation("elm", "red", 2)) == ("M-4", "station.count")
    assert refusal(game, BuildStation("elm", LOCOMOTIVE, 3)) == ("M-4", "station.count")
    assert refusal(game, BuildStation("elm", "blue")) == ("B-7", "claim.too_few_cards")
    assert refusal(game, BuildStation("elm", "pink")) == ("B-7", "claim.no_colour")
    game.hands[0][LOCOMOTIVE] = 0
    assert refusal(game, BuildStation("elm", "red", 1)) == ("B-7", "claim.too_few_locomotives")


def test_bound_locomotives_pay_for_no_station() -> None:
    """M-2, M-4"""
    game = station_game({"red": 1, LOCOMOTIVE: 3}, changes=(rules(locomotives=["tunnel"]),))
    assert listed(game) == [("red", 0)]
    assert refusal(game, BuildStation("elm", LOCOMOTIVE, 1)) == ("M-2", "station.locomotives_bound")


def test_the_end_place_of_a_country_takes_no_station() -> None:
    """M-4, M-8"""
    game = station_game({"red": 1}, changes=(countries,))
    assert listed(game, "north-1") == []
    assert refusal(game, BuildStation("north-1", "red")) == ("M-8", "station.end_place")


def test_a_board_without_stations_knows_none() -> None:
    """M-4"""
    game = first_turn_on(ring(), hands=[{"red": 3}])
    assert game.stations == []
    assert not any(isinstance(action, BuildStation) for action in game.legal_actions(0))
    assert refusal(game, BuildStation("elm", "red")) == ("B-3", "action.not_on_this_board")


def stuck(hand: dict[str, int]) -> Game:
    """A game whose seat 0 can neither draw nor claim."""
    game = station_game(hand)
    for key in [*game.open_tracks.by_id]:
        game.open_tracks.close(game.board.tracks[key])
    game.deck, game.ticket_deck, game.row = [], [], [None] * 5
    return game


def test_who_can_build_a_station_does_not_pass_and_the_clock_never_builds() -> None:
    """M-4, B-14"""
    game = stuck({"red": 1})
    assert all(isinstance(action, BuildStation) for action in game.legal_actions(0))
    assert refusal(game, Pass()) == ("B-14", "pass.not_needed")
    assert automatic_action(game, 0) == Skip()
    assert game.legal_actions(0).count() == 12
    game.consecutive_passes = 1
    game.play(0, BuildStation("elm", "red"), UnshuffledChance())
    assert game.consecutive_passes == 0
    assert game.outcome is None


def test_who_has_no_cards_no_station_left_or_no_city_passes() -> None:
    """M-4, B-14"""
    assert stuck({}).legal_actions(0).listed() == [Pass()]
    game = stuck({"red": 5})
    game.stations[0] = ["elm", "fir", "oak"]
    assert game.legal_actions(0).listed() == [Pass()]
    game.stations = [[], [*game.board.cities]]
    assert game.legal_actions(0).listed() == [Pass()]


def test_its_cards_make_a_new_deck_and_fill_the_row() -> None:
    """B-6, M-4"""
    game = stuck({"red": 1})
    events = game.play(0, BuildStation("elm", "red"), UnshuffledChance())
    assert [type(event) for event in events[1:3]] == [DeckShuffled, RowFilled]
    assert game.row[0] == "red"


def test_a_station_does_not_begin_the_final_round_and_may_be_the_last_turn() -> None:
    """M-4, B-11"""
    game = station_game({"red": 1}, {"red": 1})
    game.trains[1] = 2
    game.play(0, BuildStation("elm", "red"), UnshuffledChance())
    assert game.last_seat is None
    game.last_seat = 1
    own(game, 0, "fir-oak")
    game.tickets = [[], ["fir-lime"]]
    own(game, 1, "oak-yew", "yew-lime")
    game.play(1, BuildStation("fir", "red"), UnshuffledChance())
    assert game.outcome is not None
    (score,) = [score for score in game.outcome.scores if score.seats == (1,)]
    assert [(found.city, found.track) for found in score.stations or ()] == [("fir", "fir-oak")]


def test_a_take_back_tells_the_cards_that_were_shown() -> None:
    """P-1, M-4: the payment has shown the others what was in the hand."""
    board = ring(STATIONS)
    chance = engine.Chance.from_seed("back", 2)
    game, log = engine.new_game(board, 2, chance, range(2))
    for seat in (0, 1):
        log += game.play(seat, automatic_action(game, seat), chance)
    before = len(log) - 1
    held = next(card for card, count in game.hands[0].items() if count)
    count = int(held == LOCOMOTIVE)
    log += game.play(0, BuildStation("elm", held, count), chance)
    assert before in return_points(board, log)
    game, events = engine.take_back(board, log, before, chance)
    assert game.stations == [[], []]
    assert events[0].learnt == (1,)  # type: ignore[union-attr]


def test_stations_are_public() -> None:
    """B-15, M-4"""
    game = station_game({"red": 1})
    (event, *_) = game.play(0, BuildStation("elm", "red"), UnshuffledChance())
    for reader in (0, 1, None):
        assert engine.view(game, reader).stations == [["elm"], []]
        assert engine.redact(event, reader, game)["cards"] == 1


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("station in elm: 1 red", BuildStation("elm", "red")),
        ("Station elm 1 loco", BuildStation("elm", LOCOMOTIVE, 1)),
        ("station in elm with red", BuildStation("elm", "red")),
        ("build a station in elm with 1 red", BuildStation("elm", "red")),
        ("build elm to fir: 2 red", Claim("elm-fir", "red")),
    ],
)
def test_a_station_can_be_written(text: str, action: engine.Action) -> None:
    """M-4"""
    view = engine.view(station_game({"red": 2, LOCOMOTIVE: 1}), 0)
    assert engine.parse(text, view) == (action,)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("station", "station.what"),
        ("station in atlantis", "city.unknown"),
        ("station in elm", "payment.ambiguous"),
        ("station in elm: 2 red", "station.count"),
        ("draw red, then station in elm: 1 red", "command.beyond"),
    ],
)
def test_a_station_that_cannot_be_read_says_why(text: str, fault: str) -> None:
    """M-4"""
    view = engine.view(station_game({"red": 2, LOCOMOTIVE: 1}), 0)
    with pytest.raises(engine.InvalidAction) as error:
        engine.parse(text, view)
    assert error.value.message == fault
    assert engine.explain(error.value)


def test_an_order_can_build_a_station_with_named_cards() -> None:
    """M-4"""
    view = engine.view(station_game({"red": 2}), 0)
    order: Any = engine.parse_command("when red is face up: station in elm: 1 red", view)
    assert order == Order((Branch((CardFaceUp("red"),), (BuildStation("elm", "red"),)),))
    check_shape(order, view)
    check_order(order, view)
    assert write_order(order, view) == "when red is face up: station in elm: 1 red"
    with pytest.raises(engine.InvalidAction) as error:
        engine.parse_command("when red is face up: station in elm", view)
    assert error.value.message == "order.payment"
    with pytest.raises(engine.InvalidAction) as error:
        engine.parse_command("when red is face up: station in elm: 1 red; draw red", view)
    assert error.value.message == "order.turn_over"
    taken: Any = Order((Branch((), (BuildStation("elm", "red", 3),)),))
    with pytest.raises(IllegalAction):
        check_order(taken, view)


def test_the_log_says_who_built_where_and_with_what() -> None:
    """M-4"""
    game = station_game({"red": 2, LOCOMOTIVE: 1})
    game.stations[0] = ["oak"]
    (event, *_) = game.play(0, BuildStation("elm", "red", 1), UnshuffledChance())
    names = ["alice", "bob"]
    said = [engine.describe_event(event, game, names=names, seat=seat) for seat in (0, 1)]
    assert said == [
        "You built a station in Elm with 1 red and 1 locomotive.",
        "alice built a station in Elm with 1 red and 1 locomotive.",
    ]


def test_drawing_stays_possible_beside_stations() -> None:
    """B-3, M-4"""
    game = station_game({"red": 1})
    assert Draw("blind") in game.legal_actions(0).listed()
