"""The sentences of the game in the languages of the site."""

from __future__ import annotations

from string import Formatter

import pytest

from engine.text.log_lines import describe
from games.language.lexicon import OUR_ENGLISH, lexicon_for
from tests.engine.positions import position

NAMES = ["Alice", "Bob"]
SAME = {
    *("cards", "route", "ticket", "ticket.country", "ticket.end", "choices_revealed.count"),
    *("lesson.teaches.tunnels", "lesson.teaches.stations"),
}
"""Sentences of nothing but gaps, and words that both languages have."""


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("message", sorted(OUR_ENGLISH.sentences))
def test_a_dutch_sentence_has_the_gaps_of_the_english_one(message: str) -> None:
    lexicon, english = lexicon_for("nl"), OUR_ENGLISH.sentences[message]
    dutch = lexicon.sentences[message]
    for number in (1, 2) if isinstance(english, tuple) else (None,):
        known, told = english, dutch
        if number and not isinstance(english, str) and not isinstance(dutch, str):
            known, told = english[OUR_ENGLISH.plural(number)], dutch[lexicon.plural(number)]
        assert isinstance(known, str)
        assert isinstance(told, str)
        assert gaps(told) - {"n"} == gaps(known) - {"n"}


def test_every_sentence_is_told_in_dutch() -> None:
    dutch = lexicon_for("nl").sentences
    same = {message for message, text in OUR_ENGLISH.sentences.items() if dutch[message] == text}
    assert same == SAME


def test_a_language_with_a_country_is_the_language_and_an_unknown_one_is_english() -> None:
    assert lexicon_for("nl-BE") is lexicon_for("nl")
    assert lexicon_for("fr") is OUR_ENGLISH
    assert lexicon_for("en-gb") is OUR_ENGLISH


def test_a_line_of_the_log_is_told_in_the_readers_language() -> None:
    board = position("japan").board
    claim = {
        "seat": 1,
        "track": "matsumoto-nagoya-red",
        "colour": "red",
        "locomotives": 1,
        "points": 4,
        "closes": ["matsumoto-nagoya-blue"],
        "rack_colour": 0,
        "rack_locomotives": 0,
    }
    told = [
        describe(
            "game.route_claimed",
            claim,
            board=board,
            names=NAMES,
            seat=seat,
            lexicon=lexicon_for(code),
        )
        for seat, code in ((0, "en"), (1, "en"), (0, "nl"), (1, "nl"))
    ]
    assert told == [
        "Bob claimed Matsumoto – Nagoya with 2 red and 1 locomotive: 4 points."
        " The parallel route is now closed.",
        "You claimed Matsumoto – Nagoya with 2 red and 1 locomotive: 4 points."
        " The parallel route is now closed.",
        "Bob claimde Matsumoto – Nagoya met 2 rood en 1 locomotief: 4 punten."
        " De parallelle route is nu gesloten.",
        "Je claimde Matsumoto – Nagoya met 2 rood en 1 locomotief: 4 punten."
        " De parallelle route is nu gesloten.",
    ]
