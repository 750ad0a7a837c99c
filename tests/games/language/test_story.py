"""The story of a game in sentences, in both languages, from the facts of golden records."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from django.utils.translation import override

import engine
from engine.board.model import TieBreak
from engine.ending import AwardKind, ending_of, facts
from engine.ending.story import Story
from games.language.awards import award_text, luck_text, surplus_text
from games.language.story import StoryTeller
from tests.engine.ending.facts_again import read
from tests.paths import GOLDEN
from tests.thinning import one_in

RECORDS = one_in(3, sorted(path.stem for path in GOLDEN.glob("*.jsonl")), 1)
NAMES = ["Ann", "Ben", "Cas", "Dot", "Eve", "Fay"]
USA, JAPAN = engine.load_board("usa"), engine.load_board("japan")
TRACK, TICKET = "atlanta-charleston-gray", "seattle-new-york"
ONE_OF_EACH = [
    facts.FirstTracks(0, TRACK, 3, bullet=False),
    facts.FirstTracks(0, TRACK, 3, bullet=True),
    facts.KeptTickets((0, 1), 3, all_alike=False),
    facts.KeptTickets((0, 1), 3, all_alike=True),
    facts.FirstCompleted((1,), TICKET, 17),
    facts.DearestClaim(1, TRACK, 15, 6, 41),
    facts.Blocked(0, TRACK, (1,), TICKET, 2, None, completed=False, turn=31),
    facts.Blocked(0, TRACK, (1,), TICKET, 2, None, completed=True, turn=31),
    facts.Blocked(0, TRACK, (1,), TICKET, 2, 7, completed=False, turn=31),
    facts.Blocked(0, TRACK, (1,), TICKET, 2, 7, completed=True, turn=31),
    facts.TunnelDecided(0, TRACK, 2, built=True, turn=9),
    facts.TunnelDecided(0, TRACK, 1, built=False, turn=9),
    facts.LongWait(0, 7, 30),
    facts.FullHand(0, 23, 30),
    facts.RowCleared(1),
    facts.RowCleared(4),
    facts.LeadChanged(1, (0,), 12),
    facts.LeadChanged(5, (0,), 12),
    facts.NeverCaught((0,), 2),
    facts.BulletsGone(1, 56),
    facts.TookBack(1),
    facts.TookBack(2),
    facts.HandedOver(1),
    facts.FinalRound(1, 80),
    facts.RanDry(80),
    facts.LongestPath(((0,),), 20, 10),
    facts.LongestPath(((0,), (1,)), 20, 10),
    facts.MostConnected(((0,),), 17, 10),
    facts.MostConnected(((0,), (1,)), 17, 10),
    facts.MostCompleted(((0,),), 6, 10),
    facts.MostCompleted(((0,), (1,)), 6, 10),
    facts.MostTours(((0,),), 3, 20),
    facts.MostTours(((0,), (1,)), 3, 20),
    facts.MostProgress(((0,),), 12, 25),
    facts.MostProgress(((0,), (1,)), 12, 25),
    facts.AllCompleted((0,), 4),
    facts.DearestFailed((1,), TICKET, 22, 3),
    facts.DearestFailed((1,), TICKET, 22, None),
    *(
        facts.Decided(by, (0,), (1,), (50, 60), (30, -11))
        for by in ("routes", "tickets", "bonuses", "completed", *get_args(TieBreak))
    ),
    facts.Won(((0,),), 101, ((1,),), 7),
    facts.Won(((0,),), 101, ((1,),), 0),
    facts.Won(((0,), (1,)), 101, (), 0),
    facts.EndedEarly(44),
]


def numbers_of(fact: facts.Fact) -> set[str]:
    """The numbers that a sentence about this fact may hold."""
    values: list[object] = [getattr(fact, name) for name in fact.__slots__]
    flat = [
        number
        for value in values
        for number in (value if isinstance(value, tuple) else (value,))
        if isinstance(number, int)
    ]
    return {str(abs(number)) for number in flat}


def test_there_is_a_sample_of_every_kind_of_fact() -> None:
    assert {type(fact) for fact in ONE_OF_EACH} == set(get_args(facts.Fact))


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("fact", ONE_OF_EACH, ids=repr)
def test_every_fact_is_one_sentence_with_its_own_numbers(fact: facts.Fact, language: str) -> None:
    with override(language):
        text = StoryTeller(USA, NAMES).sentence(fact)
    assert text[0].isupper()
    assert text.endswith(".")
    assert "%" not in text
    assert set(re.findall(r"\d+", text)) <= numbers_of(fact)


def test_names_in_a_sentence_are_those_of_the_fact() -> None:
    blocked = facts.Blocked(0, TRACK, (1,), TICKET, 2, 7, completed=False, turn=31)
    assert StoryTeller(USA, NAMES).sentence(blocked) == (
        "When Ann claimed Atlanta – Charleston in turn 31, Ben needed 7 spaces instead of 2 for "
        "Seattle – New York, and never completed it."
    )
    with override("nl"):
        assert StoryTeller(USA, NAMES).sentence(facts.LeadChanged(5, (2,), 12)) == (
            "De leiding op het bord wisselde 5 keer, de laatste keer in beurt 12, naar Cas."
        )


def test_a_ticket_without_a_way_that_was_completed_owes_it_to_a_station() -> None:
    """M-4"""
    cut_off = facts.Blocked(0, TRACK, (1,), TICKET, 2, None, completed=True, turn=31)
    assert StoryTeller(USA, NAMES).sentence(cut_off) == (
        "In turn 31 Ann claimed Atlanta – Charleston, and no way was left for Seattle – New York, "
        "a ticket of Ben: a station completed it in the end."
    )


def test_a_team_is_one_thing_and_begins_with_a_capital() -> None:
    asia = StoryTeller(engine.load_board("team-asia"), NAMES)
    won = facts.Won(((2, 1),), 65, ((0, 3),), 9)
    assert asia.sentence(won) == (
        "The team of Cas and Ben won with 65 points, 9 more than the team of Ann and Dot."
    )
    with override("nl"):
        assert asia.sentence(won).startswith("Het team van Cas en Ben won met 65 punten")


def test_a_name_stays_as_its_holder_writes_it() -> None:
    teller = StoryTeller(USA, ["ann", "ben"])
    assert teller.sentence(facts.BulletsGone(0, 5)).startswith("ann placed")


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_record_has_a_story_of_about_ten_sentences(name: str, language: str) -> None:
    board, log, _ = read(name)
    ending = ending_of(board, log)
    with override(language):
        first, second = StoryTeller(board, NAMES).paragraphs(ending.story)
        assert StoryTeller(board, NAMES).paragraphs(ending.story) == [first, second]
        awards = [award_text(award, board, NAMES) for award in ending.awards]
    sentences = re.findall(r"\.(?= |$)", re.sub(r"\bSt\. ", "", f"{first} {second}"))
    assert 9 <= len(sentences) <= 13
    assert "%" not in first + second
    assert all(str(award).endswith(".") and "%" not in str(award) for award in awards)


def test_stories_have_more_than_one_wording() -> None:
    teller = StoryTeller(USA, NAMES)
    assert len({teller.sentence(facts.FirstTracks(0, TRACK, 1, False))[:9]}) == 1
    kinds = {
        teller.sentence(facts.FirstTracks(seat, TRACK, turn, False))[:9].replace(name, "")
        for seat, name in enumerate(NAMES)
        for turn in range(1, 5)
    }
    assert len(kinds) > 1


def test_a_seat_that_changed_hands_is_told_before_the_end() -> None:
    story = Story((), (), (facts.Won(((0,),), 9, ((1,),), 2),), ())
    assert StoryTeller(USA, NAMES).paragraphs(story, handed_over=[1]) == [
        "Ben took the seat over during the game. Ann won with 9 points, 2 more than Ben."
    ]


def test_luck_is_told_in_numbers_of_the_language() -> None:
    board, log, _ = read("team-asia-4-final-round")
    ending = ending_of(board, log)
    (lucky,) = [award for award in ending.awards if award.kind == AwardKind.LUCK]
    assert lucky.luck is not None
    assert luck_text(lucky.luck) == (
        "4 useful of 7 cards drawn blind, 3.8 expected; tunnels asked for 3 extra cards, 6.0 "
        "expected."
    )
    assert surplus_text(lucky.luck) == "+3.2"
    with override("nl"):
        assert surplus_text(lucky.luck) == "+3,2"
