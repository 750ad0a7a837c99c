from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import engine
from engine.errors import IllegalAction, InvalidAction
from engine.events import Decision
from engine.text.english import ERROR_SENTENCES, REFUSALS
from games.play.refusals import refusal_sentence

ENGINE = Path(engine.__file__).parent


def raised() -> Iterator[tuple[str, frozenset[str]]]:
    """The message ids that the engine raises, each with the names of its params."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            place = {IllegalAction.__name__: 1, InvalidAction.__name__: 0}.get(node.func.id)
            if place is None or len(node.args) <= place:
                continue
            params = frozenset(keyword.arg or "" for keyword in node.keywords)
            for message in messages(node.args[place]):
                yield message, params


def messages(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return [*messages(node.body), *messages(node.orelse)]
    text = ast.unparse(node)
    if re.fullmatch(r"""f['"]decision\.\{.*\}['"]""", text):
        return [f"decision.{kind}" for kind in get_args(Decision)]
    raise AssertionError(f"cannot tell which message ids {text} stands for")


RAISED = sorted(set(raised()), key=lambda pair: (pair[0], sorted(pair[1])))


def test_the_engine_raises_messages() -> None:
    assert len(RAISED) > 30


@pytest.mark.parametrize("message", sorted({message for message, _ in RAISED}))
def test_every_message_of_the_engine_has_a_sentence(message: str) -> None:
    # The commands have a lexicon of their own.
    assert message in {*REFUSALS, *ERROR_SENTENCES}


@pytest.mark.parametrize("message", sorted(REFUSALS))
def test_a_sentence_has_gaps_only_for_params_that_are_given(message: str) -> None:
    gaps = {name for _, name, _, _ in string.Formatter().parse(str(REFUSALS[message])) if name}
    for given in (params for name, params in RAISED if name == message):
        assert gaps <= given | ({"route"} if "track" in given else set())


def test_routes_are_named_by_their_cities_and_cards_by_their_colour() -> None:
    board = engine.load_board("usa")
    track = next(iter(board.tracks.values()))
    text = refusal_sentence("claim.wrong_colour", {"track": track.id, "colour": "red"}, board)
    a, b = board.cities[track.a].name, board.cities[track.b].name
    assert text == f"You pay for {a} – {b} with red cards and locomotives."


def test_a_number_decides_the_plural() -> None:
    board = engine.load_board("usa")
    assert refusal_sentence("keep.too_few", {"least": 1}, board) == "Keep at least 1 ticket."
    assert refusal_sentence("keep.too_few", {"least": 2}, board) == "Keep at least 2 tickets."
