"""The grammar of the commands (docs/commands.md)."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep, Pass, Place, Withdraw
from engine.errors import InvalidAction
from engine.text.parse import (
    Actions,
    Help,
    Show,
    begins_like_command,
    explain,
    parse,
    parse_command,
)
from engine.view import View
from tests.engine.positions import position
from tests.fixtures.growth import MOST, growth

RICH = {"red": 4, "blue": 4, "white": 3, "locomotive": 3}


def seat_view(board: str = "japan", seats: int = 3, **things: object) -> View:
    things.setdefault("hands", [RICH])
    return engine.view(position(board, seats, **things), 0)  # type: ignore[arg-type]


def refusal(text: str, view: View) -> InvalidAction:
    with pytest.raises(InvalidAction) as caught:
        parse(text, view)
    assert explain(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("draw blind", (Draw("blind"),)),
        ("draw red", (Draw("red"),)),
        ("draw red blind", (Draw("red"), Draw("blind"))),
        ("Draw red, then draw blind.", (Draw("red"), Draw("blind"))),
        ("draw red\n\ndraw blind\n", (Draw("red"), Draw("blind"))),
        ("draw red; draw blind", (Draw("red"), Draw("blind"))),
        ("draw 2 blind", (Draw("blind"), Draw("blind"))),
        ("take a loco", (Draw("locomotive"),)),
        ("draw pink", (Draw("purple"),)),
        ("draw red rack", (Draw("red"), Place("rack"))),
        ("draw red rack blind", (Draw("red"), Place("rack"), Draw("blind"))),
        ("draw red rack blind hand", (Draw("red"), Place("rack"), Draw("blind"))),
        ("draw loco rack", (Draw("locomotive"),)),
        ("place rack", (Place("rack"),)),
        ("hand", (Place("hand"),)),
        ("tickets", (DrawTickets(),)),
        ("draw tickets", (DrawTickets(),)),
        ("withdraw", (Withdraw(),)),
        ("take back", (Withdraw(),)),
        ("PASS!", (Pass(),)),
    ],
)
def test_a_command_names_its_actions(text: str, actions: tuple[object, ...]) -> None:
    assert parse(text, seat_view()) == actions


@pytest.mark.parametrize(
    "text",
    [
        "claim matsumoto to nagoya red: 2 red 1 loco",
        "claim Nagoya to Matsumoto red: 1 locomotive, 2 red",
        "claim matsumoto-nagoya-red: 2r1l",
        "claim matsumoto-nagoya red 2r 1l",
        "claim Matsumoto – Nagoya (red): 2 red and a loco",
        "claim matsum - nagoy: 2 red + 1 loco",
        "claim matsumoto to nagoya red with 2 red and 1 loco",
        "CLAIM MATSUMOTO - NAGOYA: 2x red 1x loco",
        "claim matsumoto to nagoya 3: 2 red hand 1 loco",
    ],
)
def test_a_claim_is_understood_however_it_is_written(text: str) -> None:
    assert parse(text, seat_view()) == (Claim("matsumoto-nagoya-red", "red", 1),)


def test_a_colour_alone_pays_with_as_few_locomotives_as_the_hand_allows() -> None:
    claim = "claim matsumoto to nagoya red: red"
    assert parse(claim, seat_view()) == (Claim("matsumoto-nagoya-red", "red", 0),)
    poor = seat_view(hands=[{"red": 1, "locomotive": 3}])
    assert parse(claim, poor) == (Claim("matsumoto-nagoya-red", "red", 2),)


def test_a_colour_alone_may_stand_behind_a_gray_route_without_a_colon() -> None:
    assert parse("claim kyoto - osaka blue", seat_view()) == (Claim("kyoto-osaka-bullet", "blue"),)
    assert parse("claim kyoto to osaka loco", seat_view()) == (
        Claim("kyoto-osaka-bullet", "locomotive", 1),
    )


def test_a_payment_may_be_left_out_where_only_one_is_possible() -> None:
    view = seat_view(hands=[{"red": 3, "green": 5}])
    claim = "claim matsumoto to nagoya red"
    assert parse(claim, view) == (Claim("matsumoto-nagoya-red", "red"),)
    error = refusal(claim, seat_view())
    assert error.message == "payment.ambiguous"
    assert error.params["payments"] == ("3 red", "2 red 1 loco", "1 red 2 loco", "3 loco")


def test_a_claim_nobody_could_pay_is_left_for_the_rules_to_refuse() -> None:
    view = seat_view(hands=[{"green": 1}])
    action = parse("claim matsumoto to nagoya red: 3 red", view)[0]
    assert action == Claim("matsumoto-nagoya-red", "red")
    assert action not in view.legal_actions()
    assert refusal("claim kyoto to nagoya", view).message == "payment.none"


def test_a_taken_route_is_left_for_the_rules_to_refuse() -> None:
    view = seat_view(owner={"kyoto-tsuruga-black": 1})
    action = parse("claim kyoto to tsuruga", view)[0]
    assert isinstance(action, Claim)
    assert action.track == "kyoto-tsuruga-black"


def test_a_payment_that_does_not_fit_the_route_is_refused() -> None:
    error = refusal("claim matsumoto to nagoya red: 2 red", seat_view())
    assert (error.message, error.params) == ("payment.count", {"given": 2, "length": 3})
    error = refusal("claim matsumoto to nagoya: 2 red 1 blue", seat_view())
    assert (error.message, error.params["colours"]) == ("payment.colours", ("red", "blue"))
    for nonsense in ("2", "red 1", "1 red 1", "rack", "2 red red", "three red", "2 red rack hand"):
        error = refusal(f"claim matsumoto to nagoya red: {nonsense}", seat_view())
        assert error.message == "payment.unreadable", nonsense


def test_cards_from_the_rack_are_told_apart_from_those_of_the_hand() -> None:
    text = "claim matsumoto to nagoya red: 1 red + 1 red rack + 1 loco from the rack"
    assert parse(text, seat_view()) == (Claim("matsumoto-nagoya-red", "red", 1, 1, 1),)


def test_a_city_may_be_shortened_as_long_as_no_other_begins_so() -> None:
    error = refusal("claim ma to nagoya: 3 red", seat_view())
    assert error.message == "city.ambiguous"
    assert error.params["cities"] == ("Masuda", "Matsumoto", "Matsuyama")
    assert refusal("claim atlantis to nagoya: 3 red", seat_view()).message == "city.unknown"


def test_a_name_that_is_whole_is_not_the_beginning_of_another() -> None:
    usa = seat_view("usa", hands=[{"red": 1}])
    action = Claim("portland-seattle-gray-1", "red")
    assert parse("claim Portland to Seattle: 1 red", usa) == (action,)


def test_accents_and_signs_in_names_do_not_matter() -> None:
    wanted = (Claim("kochi-takamatsu-orange", "orange"),)
    for name in ("Kōchi", "KOCHI", "kochi", "Ko\u0304chi"):
        assert parse(f"claim {name} to takamatsu: 2 orange", seat_view()) == wanted
    usa = seat_view("usa")
    wanted = (Claim("sault-st-marie-toronto-gray", "red"),)
    for name in ("Sault St. Marie", "sault-st-marie", "Sault St Marie", "sault"):
        assert parse(f"claim {name} - Toronto: 2 red", usa) == wanted


def test_a_bare_hyphen_separates_cities_where_only_one_reading_exists() -> None:
    wanted = (Claim("kita-senju-ueno-white", "white"),)
    assert parse("claim kita-senju-ueno white: 2 white", seat_view()) == wanted
    usa = seat_view("usa")
    wanted = (Claim("el-paso-santa-fe-gray", "red"),)
    assert parse("claim el-paso-santa-fe: 2 red", usa) == wanted
    assert refusal("claim el-paso-atlantis-fe: 2 red", usa).message == "route.pair"


def test_the_track_of_a_double_is_named_by_its_colour() -> None:
    error = refusal("claim matsumoto to nagoya", seat_view())
    assert error.message == "route.ambiguous"
    assert error.params["routes"] == ("matsumoto to nagoya red", "matsumoto to nagoya blue")
    error = refusal("claim matsumoto to nagoya green: 3 green", seat_view())
    assert error.message == "route.no_such_track"


def test_a_payment_that_fits_only_one_track_names_it() -> None:
    view = seat_view()
    assert parse("claim matsumoto to nagoya: 3 blue", view) == (
        Claim("matsumoto-nagoya-blue", "blue"),
    )
    assert parse("claim aomori to hakodate: 2 white", view) == (
        Claim("aomori-hakodate-bullet", "white"),
    )


def test_tracks_of_different_length_or_kind_are_named_by_either() -> None:
    view = seat_view()
    bullet = (Claim("aomori-hakodate-bullet", "white"),)
    white = (Claim("aomori-hakodate-white", "white"),)
    for name in ("bullet", "2", "gray", "grey"):
        assert parse(f"claim aomori to hakodate {name}: white", view) == bullet
    for name in ("white", "3"):
        assert parse(f"claim aomori to hakodate {name}: white", view) == white
    error = refusal("claim aomori to hakodate: white", view)
    assert error.params["routes"] == ("aomori to hakodate white", "aomori to hakodate bullet")


def test_of_gray_twins_the_lower_one_that_is_open_is_taken() -> None:
    claim = "claim dallas to houston: 1 red"
    first, second = "dallas-houston-gray-1", "dallas-houston-gray-2"
    assert parse(claim, seat_view("usa", 4)) == (Claim(first, "red"),)
    assert parse(claim, seat_view("usa", 4, owner={first: 1})) == (Claim(second, "red"),)
    assert parse(f"claim {second}: 1 red", seat_view("usa", 4)) == (Claim(second, "red"),)


def test_cities_without_a_route_between_them_are_named_in_the_refusal() -> None:
    error = refusal("claim kochi to aomori", seat_view())
    assert (error.message, error.params) == ("route.none", {"a": "Kochi", "b": "Aomori"})


def first_choice() -> View:
    board = engine.load_board("japan")
    chance = engine.Chance.from_seed(1)
    return engine.view(engine.replay(board, engine.setup_events(board, seats=2, chance=chance)), 0)


def test_tickets_are_kept_by_their_numbers() -> None:
    view = first_choice()
    a, b, c, d = view.offered[0]
    assert parse("keep 1 3", view) == (Keep((a, c)),)
    assert parse("keep 1,3 and 4", view) == (Keep((a, c, d)),)
    assert parse("keep tickets 3 1", view) == (Keep((c, a)),)
    assert parse("keep all", view) == (Keep((a, b, c, d)),)
    assert parse("keep 1 3 rack 3", view) == (Keep((a, c), c),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keep", "numbers.what"),
        ("keep 5", "numbers.range"),
        ("keep 0", "numbers.range"),
        ("keep ² 9999999999999", "numbers.unreadable"),
        ("keep one", "numbers.which"),
        ("2", "numbers.which"),
        ("keep but 2", "numbers.unreadable"),
        ("keep 1 rack", "numbers.what"),
        ("keep 1 rack 1 2", "numbers.one"),
        ("rack 1", "numbers.no_tickets"),
        ("share 1", "numbers.no_tickets"),
    ],
)
def test_a_wrong_number_of_a_ticket_is_refused(text: str, message: str) -> None:
    assert refusal(text, first_choice()).message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "command.empty"),
        (" ; \n then .", "command.empty"),
        ("fly to the moon", "command.unknown"),
        ("drawblind", "command.unknown"),
        ("pass on", "command.extra"),
        ("tickets now", "command.extra"),
        ("x" * 1001, "command.too_long"),
        ("pass;" * 9, "command.too_many"),
        ("draw", "draw.what"),
        ("draw red rack green rack", "draw.place"),
        ("draw red green rack", "draw.place"),
        ("draw loco hand", "draw.place"),
        ("draw gray", "draw.unknown"),
        ("draw red green blue", "draw.too_many"),
        ("draw 2", "draw.what"),
        ("place table", "place.what"),
        ("claim", "route.what"),
        ("claim kyoto", "route.pair"),
        ("keep 1", "keep.none_offered"),
        ("pay 1 red", "pay.no_tunnel"),
        ("show", "command.not_action"),
        ("draw blind then help", "command.not_action"),
        ("when red is open: draw red", "command.condition"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, message: str) -> None:
    assert refusal(text, seat_view()).message == message


def test_questions_are_commands_and_no_actions() -> None:
    view = seat_view()
    assert parse_command("Show.", view) == Show()
    assert parse_command("?", view) == Help()
    assert parse_command("pass", view) == Actions((Pass(),))


def test_a_spectator_may_ask_and_not_move() -> None:
    view = engine.view(position("usa"), None)
    assert parse_command("help", view) == Help()
    assert refusal("pass", view).message == "command.no_seat"


@pytest.mark.parametrize(
    "text",
    [
        "pass please",
        "pass, thank you!",
        "please pass - thanks",
        "pass thx,ty",
        "pass. pls",
    ],
)
def test_courtesies_at_the_end_of_a_command_are_left_out(text: str) -> None:
    assert parse_command(text, seat_view()) == Actions((Pass(),))


def test_a_word_that_ends_like_a_courtesy_is_none() -> None:
    assert refusal("claim kyoto to party", seat_view()).message != "route.pair"


@pytest.mark.parametrize("unit", [" ty", " please", ",", " ", " -", "!."])
def test_courtesies_take_time_in_proportion(unit: str) -> None:
    view = seat_view()
    assert growth(lambda text: begins_like_command(text, view), unit, before="x", after="x") < MOST
