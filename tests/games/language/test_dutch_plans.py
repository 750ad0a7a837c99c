"""Plans in Dutch: each line reads back, and every line of English has its Dutch one."""

from __future__ import annotations

import pytest

import engine
from engine.errors import InvalidAction
from engine.plans.model import (
    AfterTurns,
    AimDone,
    AimLost,
    Answers,
    CardsInHand,
    ClaimAt,
    ClaimOn,
    ClaimTrack,
    CompleteTickets,
    ConnectCities,
    Draws,
    DrawTurns,
    EitherOf,
    FewTrains,
    FirstOpen,
    HoldCards,
    LocomotiveFaceUp,
    OnDate,
    PilesShuffled,
    Plan,
    SomebodyWrote,
)
from engine.text.english import ENGLISH
from engine.text.parse import explain
from engine.text.plan_lines import write_plan
from engine.text.plans import read_plan
from games.language.lexicon import PHRASES, lexicon_for
from tests.engine.positions import first_turn

EVERYTHING = Plan(
    (
        ConnectCities("miami", "boston"),
        FirstOpen(
            (ClaimTrack("charleston-miami-purple", "purple"), ClaimTrack("dallas-houston-gray-1"))
        ),
        EitherOf((ConnectCities("dallas", "denver"), CompleteTickets())),
        HoldCards(8),
        DrawTurns(2, blind=True),
        DrawTurns(1),
    ),
    Answers(
        Draws(("red", "green"), locomotives=False, blind="never"),
        tunnel_extra=1,
        stops=(
            AimLost(),
            AimDone(),
            ClaimAt("denver"),
            ClaimOn("charleston-miami-purple"),
            FewTrains(6),
            FewTrains(4, 1),
            LocomotiveFaceUp(),
            CardsInHand(12),
            PilesShuffled(),
            AfterTurns(8),
            OnDate("2026-12-24T00:00:00+00:00"),
            SomebodyWrote(),
        ),
    ),
)


@pytest.mark.parametrize("language", ["en", *PHRASES])
def test_a_plan_of_all_lines_reads_back(language: str) -> None:
    view, lexicon = engine.view(first_turn(), 0), lexicon_for(language)
    assert read_plan(write_plan(EVERYTHING, view, lexicon), view, lexicon) == EVERYTHING


def test_a_dutch_plan_is_read_as_somebody_writes_it() -> None:
    text = """
        plan
        verbind Miami met Boston
        leg miami naar charleston met paars, anders leg dallas naar houston
        trek hiervoor, ook open locomotieven
        vraag me als miami naar charleston weg is of iemand 6 treinen heeft of na 8 beurten
    """
    plan = read_plan(text, engine.view(first_turn(), 0), lexicon_for("nl"))
    assert plan.aims[0] == ConnectCities("miami", "boston")
    assert plan.answers.stops[1:] == (FewTrains(6), AfterTurns(8))


def test_english_lines_are_read_in_dutch_too() -> None:
    plan = read_plan("plan\ncomplete my tickets", engine.view(first_turn(), 0), lexicon_for("nl"))
    assert plan.aims == (CompleteTickets(),)


def test_a_line_that_cannot_be_read_is_answered_in_dutch() -> None:
    dutch = lexicon_for("nl")
    with pytest.raises(InvalidAction) as refused:
        read_plan("plan\nzing een lied", engine.view(first_turn(), 0), dutch)
    assert "verbind" in explain(refused.value, dutch)


def test_every_line_has_its_dutch_one() -> None:
    assert PHRASES["nl"].keys() == ENGLISH.phrases.keys()
