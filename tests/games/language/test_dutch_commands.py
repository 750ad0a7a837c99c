"""Commands in Dutch: the same grammar in other words, English beside them."""

from __future__ import annotations

import random

import pytest

import engine
from engine.errors import InvalidAction
from engine.orders.model import Order
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.parse import Actions, explain, parse, parse_command
from engine.text.plans import after_plan_word, asked_of_plan, read_plan
from engine.text.steps import write_action
from engine.text.vocabulary import COMMAND_KEYWORDS, FILLERS, PLACES, SELECTORS, SOURCES
from games.language.lexicon import WORDS, lexicon_for
from tests.engine.positions import position
from tests.engine.text.test_commands_page import DUTCH, examples, view_for

CONTEXTS = (
    COMMAND_KEYWORDS,
    SELECTORS,
    (*SOURCES, *PLACES, *FILLERS, "one", "all"),
    ("to", "with", "then", "else"),
)


@pytest.mark.parametrize("command", [text for heading, text in examples() if heading == DUTCH])
def test_every_dutch_example_of_the_page_is_understood(command: str) -> None:
    dutch = lexicon_for("nl")
    if (text := after_plan_word(command, dutch)) is not None:
        assert asked_of_plan(text, dutch) or read_plan(command, view_for(command), dutch).aims
        return
    read = parse_command(command, view_for(command), dutch)
    assert isinstance(read, Order) == command.startswith("als")
    assert isinstance(read, Actions | Order) == (command not in ("toon", "annuleer"))


def test_dutch_words_are_no_english_commands() -> None:
    with pytest.raises(InvalidAction):
        parse("trek rood", view_for("trek rood"))


@pytest.mark.parametrize("board", engine.board_names())
def test_what_is_written_in_dutch_reads_back_in_dutch(board: str) -> None:
    dutch, chance, dice = lexicon_for("nl"), engine.Chance.from_seed(4), random.Random(4)
    loaded = engine.load_board(board)
    game, _ = engine.new_game(loaded, loaded.seat_counts[-1], chance)
    for _ in range(120):
        seat = dice.choice(sorted(game.pending))
        view = engine.view(game, seat)
        legal = list(view.legal_actions())
        for action in dice.sample(legal, min(4, len(legal))):
            assert parse(write_action(action, view, dutch), view, dutch) == (action,)
            assert parse(write_action(action, view), view, dutch) == (action,)
        game.play(seat, dice.choice(legal), chance)


@pytest.mark.parametrize("lexicon", [ENGLISH, lexicon_for("nl")], ids=["en", "nl"])
def test_no_word_means_two_things_in_the_same_place(lexicon: Lexicon) -> None:
    for keywords in CONTEXTS:
        words = [word for keyword in keywords for word in lexicon.words.get(keyword, ())]
        assert len(words) == len(set(words))


def test_every_keyword_has_its_dutch_word() -> None:
    assert set(WORDS["nl"]) == set(ENGLISH.words)


def test_a_refusal_in_dutch_offers_commands_in_dutch() -> None:
    dutch = lexicon_for("nl")
    view = engine.view(position("japan", 3), 0)
    with pytest.raises(InvalidAction) as caught:
        parse("claim matsumoto naar nagoya", view, dutch)
    assert explain(caught.value, dutch) == (
        "Meerdere routes komen in aanmerking. Schrijf een van deze:"
        " matsumoto naar nagoya rood · matsumoto naar nagoya blauw."
    )
