"""The examples of docs/plans.md can be read on a board, and are read back as they were."""

from __future__ import annotations

import re

import pytest

import engine
from engine.errors import InvalidAction
from engine.text.plan_lines import write_plan
from engine.text.plans import read_plan
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "plans.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?m)(?:^    \S.*\n)+", PAGE)
BOARDS = {"osaka": "japan", "bullet": "japan", "station": "europe"}


def first_view(text: str) -> engine.View:
    name = next((board for word, board in BOARDS.items() if word in text), "usa")
    board = engine.load_board(name)
    chance = engine.Chance.from_seed(7)
    return engine.view(engine.replay(board, engine.setup_events(board, seats=2, chance=chance)), 0)


def test_there_are_five_examples() -> None:
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_read_and_read_back(text: str) -> None:
    view = first_view(text)
    if "ticket 2" in text:
        # At the first decision no ticket is kept yet.
        view.tickets[0].extend(view.offered[0])
    try:
        plan = read_plan(text, view)
    except InvalidAction as error:
        pytest.fail(f"{error}: {text}")
    assert read_plan(write_plan(plan, view), view) == plan
