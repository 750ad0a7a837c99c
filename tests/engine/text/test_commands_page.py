"""Every example of docs/commands.md does what the page says."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

import engine
from engine.orders.model import Order
from engine.state import OpenTunnel
from engine.text.parse import Actions, parse_command
from engine.text.plans import after_plan_word, asked_of_plan, read_plan
from engine.text.vocabulary import COMMAND_KEYWORDS
from engine.view import View
from tests.engine.positions import position
from tests.paths import ROOT

DUTCH = "In Dutch"
PAGE = ROOT / "docs" / "commands.md"
HAND = {"red": 3, "blue": 2, "white": 3, "orange": 2, "locomotive": 1}


def examples() -> list[tuple[str, str]]:
    """Heading and command of each line of the tables."""
    found, heading = [], ""
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("| "):
            found += [(heading, command) for command in re.findall("`(.+?)`", line)]
    return found


def view_for(command: str) -> View:
    """A seat that is asked what the command answers."""
    board = engine.load_board("japan")
    if command.startswith(("keep", "houd", "1 3")):
        return engine.view(engine.new_game(board, 2, engine.Chance.from_seed(1))[0], 0)
    if any(city in command for city in ("turku", "umea", "lieksa", "stavanger")):
        return engine.view(position("nordic", 2, hands=[HAND]), 0)
    hands = [{**HAND, "locomotive": 0}] if command == "claim kochi to takamatsu" else [HAND]
    view = engine.view(position("japan", 3, hands=hands, tickets=[list(board.tickets)[:4]]), 0)
    if command.startswith(("pay", "betaal")):
        held = {**view.hands[0], "locomotive": 0 if command == "pay" else 1}
        tunnel = OpenTunnel(0, "matsumoto-nagoya-red", "red", 3, 0, asks=1)
        return replace(view, tunnel=tunnel, hands=[held, *view.hands[1:]])
    if "station" in command:
        return engine.view(position("europe", 2, hands=[{"red": 1, "blue": 1, "locomotive": 1}]), 0)
    if "kabul" in command or "rawalpindi" in command:
        return engine.view(position("team-asia", 4), 0)
    return view


@pytest.mark.parametrize(("heading", "command"), examples())
def test_every_example_of_the_page_is_understood(heading: str, command: str) -> None:
    if (text := after_plan_word(command)) is not None:
        if text and not asked_of_plan(text) and heading != DUTCH:
            assert read_plan(command, view_for(command)).aims
    elif heading != DUTCH:
        read = parse_command(command, view_for(command))
        assert isinstance(read, Order) == command.startswith(("when", "if"))
        question = heading == "Questions" or command == "cancel"
        assert isinstance(read, Actions | Order) != question


def test_the_page_has_examples_of_everything() -> None:
    heads = {command.lower().removeprefix("my move: ").split()[0] for _, command in examples()}
    assert heads >= {*COMMAND_KEYWORDS} - {"hand"}


def lines_that_do_the_same() -> list[tuple[str, str]]:
    """Pairs of neighbouring lines of which the second "does the same"."""
    lines = re.findall(r"^\| `(.+?)` \| (.+?) \|$", PAGE.read_text(), re.MULTILINE)
    return [
        (first[0], second[0])
        for first, second in pairwise(lines)
        if second[1].startswith("do the same")
    ]


@pytest.mark.parametrize(("first", "second"), lines_that_do_the_same())
def test_lines_that_do_the_same_do_the_same(first: str, second: str) -> None:
    assert parse_command(first, view_for(first)) == parse_command(second, view_for(second))
