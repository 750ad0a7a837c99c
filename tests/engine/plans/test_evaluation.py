"""A plan does what its aims say, on its own seat's view, and asks where it is in doubt."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

import engine
from engine.actions import BuildStation, Claim, Draw, Place, Withdraw
from engine.game import Game
from engine.plans.evaluation import Step, Stop, next_step
from engine.plans.model import (
    AfterTurns,
    AimDone,
    AimLost,
    Answers,
    BuildBullets,
    CardsInHand,
    ClaimAt,
    ClaimOn,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    Draws,
    DrawTurns,
    EitherOf,
    Facts,
    FewTrains,
    FirstOpen,
    HoldCards,
    LocomotiveFaceUp,
    Memory,
    OnDate,
    PilesShuffled,
    Plan,
    SomebodyWrote,
    StationIn,
    StopRule,
)
from tests.engine.positions import UnshuffledChance, position

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FACTS = Facts(NOW)
NOTHING = Memory()
# Three spaces of purple, and a gray route of one space with a twin.
PURPLE = "charleston-miami-purple"
GRAY = "dallas-houston-gray-1"


def asked(plan: Plan, game: Game, memory: Memory = NOTHING, **facts: object) -> Step | Stop:
    seat = next(iter(game.pending))
    return next_step(plan, memory, engine.view(game, seat), replace(FACTS, **facts))  # type: ignore[arg-type]


def done_by(plan: Plan, game: Game, memory: Memory = NOTHING) -> object:
    answer = asked(plan, game, memory)
    assert isinstance(answer, Step), answer
    return answer.action


def stop_of(plan: Plan, game: Game, memory: Memory = NOTHING, **facts: object) -> str:
    answer = asked(plan, game, memory, **facts)
    assert isinstance(answer, Stop), answer
    return answer.why.code


def test_a_track_is_claimed_once_its_cards_are_in_hand() -> None:
    plan = Plan((ClaimTrack(PURPLE),))
    assert done_by(plan, position(hands=[{"purple": 3}])) == Draw("purple")
    length = engine.load_board("usa").tracks[PURPLE].length
    assert done_by(plan, position(hands=[{"purple": length}])) == Claim(PURPLE, "purple")


def test_a_gray_track_is_paid_with_the_colour_that_no_other_aim_needs() -> None:
    game = position(hands=[{"purple": 2, "red": 2}])
    assert done_by(Plan((ClaimTrack(GRAY), ClaimTrack(PURPLE))), game) == Claim(GRAY, "red")


def test_a_gray_track_is_paid_with_the_colour_that_the_plan_names() -> None:
    game = position(hands=[{"purple": 2, "red": 2}])
    assert done_by(Plan((ClaimTrack(GRAY, "purple"),)), game) == Claim(GRAY, "purple")


def test_a_later_aim_takes_no_card_from_an_earlier_one() -> None:
    """The gray track could be claimed with the purple card that the first aim lacks."""
    plan = Plan((ClaimTrack(PURPLE), ClaimTrack(GRAY)))
    assert isinstance(done_by(plan, position(hands=[{"purple": 1}])), Draw)


def test_two_cities_are_connected_by_the_way_that_takes_the_fewest_turns() -> None:
    plan = Plan((ConnectCities("dallas", "houston"),))
    assert done_by(plan, position(hands=[{"red": 1}])) == Claim(GRAY, "red")


def test_a_plan_whose_aims_are_reached_asks() -> None:
    game = position(owner={GRAY: 0})
    assert stop_of(Plan((ConnectCities("houston", "dallas"),)), game) == "done"


def test_a_twin_of_a_track_will_do() -> None:
    game = position(seats=4, hands=[{"red": 1}, {}, {}, {}], owner={GRAY: 1})
    assert done_by(Plan((ClaimTrack(GRAY),)), game) == Claim("dallas-houston-gray-2", "red")


def test_a_lost_aim_asks_and_another_takes_its_place() -> None:
    game = position(hands=[{"purple": 4}], owner={GRAY: 1})
    assert stop_of(Plan((ClaimTrack(GRAY),)), game) == "aim_lost"
    assert stop_of(Plan((ClaimTrack(GRAY),), Answers(stops=())), game) == "lost"
    plan = Plan((FirstOpen((ClaimTrack(GRAY), ClaimTrack(PURPLE))),))
    assert done_by(plan, game) == Claim(PURPLE, "purple")


def test_either_of_two_is_the_one_that_is_nearer() -> None:
    plan = Plan((EitherOf((ClaimTrack(PURPLE), ClaimTrack(GRAY))),))
    assert done_by(plan, position(hands=[{"red": 1}])) == Claim(GRAY, "red")
    assert stop_of(plan, position(owner={GRAY: 0})) == "done"


def test_more_trains_than_there_are_is_a_lost_aim() -> None:
    game = position(hands=[{"purple": 4}], trains=[3, 45])
    assert stop_of(Plan((ClaimTrack(PURPLE),)), game) == "aim_lost"


def test_tickets_are_completed_and_asked_about_when_they_are_to_be_chosen() -> None:
    game = position(tickets=[["dallas-new-york"], []], hands=[{"red": 6}])
    assert isinstance(asked(Plan((CompleteTickets(),)), game), Step)
    assert isinstance(asked(Plan((CompleteTicket("dallas-new-york"),)), game), Step)
    game.play(0, engine.actions.DrawTickets(), UnshuffledChance())
    assert stop_of(Plan((CompleteTickets(),)), game) == "tickets"


def test_n_cards_are_held_before_anything_is_claimed() -> None:
    plan = Plan((HoldCards(8), ClaimTrack(GRAY)))
    assert isinstance(done_by(plan, position(hands=[{"red": 7}])), Draw)
    assert done_by(plan, position(hands=[{"red": 8}])) == Claim(GRAY, "red")


def test_n_turns_are_drawn_and_then_it_is_claimed() -> None:
    plan, game = (
        Plan((DrawTurns(1, blind=True), ClaimTrack(GRAY))),
        position(hands=[{"red": 4}, {}]),
    )
    memory = Memory()
    for _card in range(2):
        answer = asked(plan, game, memory)
        assert isinstance(answer, Step)
        assert answer.action == Draw("blind")
        game.play(0, answer.action, UnshuffledChance())
        memory = answer.memory
    game.play(1, Draw("blind"), UnshuffledChance())
    game.play(1, Draw("blind"), UnshuffledChance())
    assert done_by(plan, game, memory) == Claim(GRAY, "red")


def test_colours_named_first_are_drawn_first() -> None:
    plan = Plan((ClaimTrack(PURPLE),), Answers(Draws(("orange",))))
    assert done_by(plan, position()) == Draw("orange")


@pytest.mark.parametrize(
    ("blind", "source"), [("never", "white"), ("useless", "blind"), ("always", "blind")]
)
def test_the_deck_is_drawn_from_as_the_plan_says(blind: str, source: str) -> None:
    game = position(row=["white", "white", "blue", "blue", "yellow"], hands=[{"white": 2}])
    action = done_by(Plan((ClaimTrack(PURPLE),), Answers(Draws(blind=blind))), game)  # type: ignore[arg-type]
    assert action == Draw(source)


def test_face_up_locomotives_are_left_where_the_plan_says_so() -> None:
    game = position(row=["locomotive", "white", "blue", "yellow", "orange"])
    assert done_by(Plan((ClaimTrack(PURPLE),), Answers(Draws(locomotives=False))), game) != Draw(
        "locomotive"
    )


def test_bullet_routes_are_built_and_counted() -> None:
    game = position("japan", hands=[{"red": 6, "blue": 6, "white": 6}, {}])
    answer = asked(Plan((BuildBullets(1),)), game)
    assert isinstance(answer, Step)
    assert isinstance(answer.action, Claim)
    assert game.board.tracks[answer.action.track].kind == "bullet"
    assert answer.memory.counts == (1,)
    assert stop_of(Plan((BuildBullets(1),)), game, answer.memory) == "done"


def test_a_station_is_built_where_the_plan_says() -> None:
    game = position("europe", hands=[{"red": 1}])
    assert done_by(Plan((StationIn("wien"),)), game) == BuildStation("wien", "red")
    assert isinstance(done_by(Plan((StationIn("wien"),)), position("europe", hands=[{}])), Draw)


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (ClaimOn(PURPLE), "claim_on"),
        (FewTrains(45), "few_trains"),
        (FewTrains(45, seat=1), "few_trains"),
        (LocomotiveFaceUp(), "locomotive"),
        (CardsInHand(2), "cards"),
        (OnDate("2026-12-01T10:00:00+01:00"), "date"),
    ],
)
def test_a_rule_stops_the_plan(rule: StopRule, code: str) -> None:
    game = position(
        hands=[{"red": 2}],
        row=["locomotive", "white", "blue", "yellow", "orange"],
        owner={PURPLE: 1},
        trains=[45, 45],
    )
    assert stop_of(Plan((ClaimTrack(GRAY),), Answers(stops=(rule,))), game) == code


@pytest.mark.parametrize(
    "rule",
    [
        ClaimOn(PURPLE),
        ClaimAt("miami"),
        FewTrains(44),
        LocomotiveFaceUp(),
        CardsInHand(2),
        PilesShuffled(),
        AfterTurns(1),
        OnDate("2026-12-01T10:01:00+01:00"),
        SomebodyWrote(),
        AimLost(),
        AimDone(),
    ],
)
def test_a_rule_that_does_not_apply_stops_nothing(rule: StopRule) -> None:
    game = position(hands=[{"red": 1}], trains=[45, 45])
    assert isinstance(asked(Plan((ClaimTrack(GRAY),), Answers(stops=(rule,))), game), Step)


def test_a_claim_at_a_city_stops_the_plan_if_it_came_since() -> None:
    plan = Plan((ClaimTrack(GRAY),), Answers(stops=(ClaimAt("miami"),)))
    game = position(owner={PURPLE: 1})
    assert stop_of(plan, game, Memory(claims=0)) == "claim_at"
    assert isinstance(asked(plan, game, Memory(claims=1)), Step)


def test_turns_shuffles_and_words_stop_the_plan() -> None:
    game = position()
    plan = Plan(
        (ClaimTrack(GRAY),), Answers(stops=(AfterTurns(2), PilesShuffled(), SomebodyWrote()))
    )
    assert stop_of(plan, game, Memory(turns=2)) == "turns"
    assert stop_of(plan, game, Memory(deck=1)) == "shuffled"
    assert stop_of(plan, game, wrote=True) == "wrote"


def test_an_aim_that_is_reached_stops_the_plan_if_that_was_asked_for() -> None:
    game = position(owner={GRAY: 0})
    plan = Plan((ClaimTrack(GRAY), ClaimTrack(PURPLE)), Answers(stops=(AimDone(),)))
    answer = asked(plan, game)
    assert isinstance(answer, Stop)
    assert (answer.why.code, answer.why.aim, answer.memory.done) == ("aim_done", 0, (0,))


def test_draws_only_asks_where_it_would_claim() -> None:
    game = position(hands=[{"red": 1}])
    view = engine.view(game, 0)
    answer = next_step(Plan((ClaimTrack(GRAY),)), Memory(), view, FACTS, claims=False)
    assert isinstance(answer, Stop)
    assert (answer.why.code, answer.why.track) == ("ready", GRAY)


def test_a_tunnel_is_paid_up_to_what_the_plan_says() -> None:
    track = "rawalpindi-west-junction-purple"
    game = position("team-asia", 4, hands=[{"purple": 8}], deck=["purple", "purple", "red"])
    game.play(0, Claim(track, "purple"), UnshuffledChance())
    assert game.pending[0] == "tunnel"
    assert done_by(Plan((ClaimTrack(track),), Answers(tunnel_extra=1)), game) == Withdraw()
    assert done_by(Plan((ClaimTrack(track),)), game) == engine.actions.Pay(0)


def test_the_first_card_of_a_team_goes_where_the_plan_says() -> None:
    game = position("team-asia", 4, row=["purple", "white", "blue", "yellow", "orange"])
    game.play(0, Draw("purple"), UnshuffledChance())
    assert done_by(Plan((CompleteTickets(),), Answers(first_card="hand")), game) == Place("hand")
    assert done_by(Plan((CompleteTickets(),), Answers(first_card="rack")), game) == Place("rack")


def test_who_has_nothing_to_decide_has_nothing_to_plan() -> None:
    with pytest.raises(ValueError, match="decision open"):
        next_step(Plan((CompleteTickets(),)), Memory(), engine.view(position(), 1), FACTS)
