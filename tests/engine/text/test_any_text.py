"""No text whatever makes the parser fail in another way than by saying what is wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.errors import InvalidAction
from engine.text.english import COMMAND_WORDS, ERROR_SENTENCES
from engine.text.parse import explain, parse_command
from engine.text.steps import write_action
from engine.view import View
from tests.engine.positions import position

HANDS = [{"red": 3, "blue": 2, "locomotive": 2}]


@cache
def views() -> list[View]:
    """One view of each decision, and a spectator's."""
    turns = [engine.view(position(board, 2, hands=HANDS), 0) for board in ("usa", "japan")]
    chance = engine.Chance.from_seed(1)
    boards = map(engine.load_board, engine.board_names())
    dealt = [engine.new_game(board, board.seat_counts[0], chance)[0] for board in boards]
    return [*turns, *[engine.view(game, 0) for game in dealt], engine.view(dealt[0], None)]


@cache
def commands() -> list[str]:
    return [write_action(action, view) for view in views()[:-1] for action in view.legal_actions()]


def words() -> list[str]:
    known = [word for synonyms in COMMAND_WORDS.values() for word in synonyms]
    signs = [":", ";", "-", " - ", "–", "+", ",", "\n", "0", "1", "2", "3", "99", "²", "x", "."]
    cities = [city for view in views() for city in view.board.cities]
    return [*known, *signs, *cities, "hakodate", "matsumoto-nagoya-red"]


def read(text: str, view: View) -> None:
    try:
        parse_command(text, view)
    except InvalidAction as error:
        explain(error)


texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(words()), max_size=12).map(" ".join),
    st.lists(st.sampled_from(words()), max_size=8).map("".join),
    st.sampled_from(list(COMMAND_WORDS)).flatmap(
        lambda word: st.text().map(lambda rest: f"{word} {rest}")
    ),
)


@pytest.mark.slow
@given(texts, st.sampled_from(range(len(views()))))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused_with_a_sentence(text: str, which: int) -> None:
    read(text, views()[which])


@pytest.mark.slow
@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_damaged_command_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(commands()))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        graft = data.draw(st.one_of(st.characters(), st.sampled_from(words())))
        text = text[:place] + graft + text[place + cut :]
    for view in views():
        read(text, view)


def test_every_refusal_in_the_source_has_its_sentence_and_every_sentence_its_refusal() -> None:
    root = Path(engine.__file__).parent
    packages = ("text", "orders", "plans")
    sources = "".join(
        path.read_text() for package in packages for path in root.glob(f"{package}/*.py")
    )
    raised = set(re.findall(r'InvalidAction\(\s*"([a-z_.]+)"', sources))
    assert raised == set(ERROR_SENTENCES)
