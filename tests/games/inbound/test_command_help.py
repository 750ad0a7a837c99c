"""Every example that is shown works on the board as it is when the first turn begins."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

import engine
from engine.cards import CARDS
from engine.errors import IllegalAction
from engine.game import Game
from engine.orders.model import Order
from engine.orders.validation import check_order
from engine.state import OpenTunnel
from engine.text.lexicon import Lexicon
from engine.text.parse import Actions, begins_like_command, parse_command
from engine.text.plans import after_plan_word, asked_of_plan, read_plan
from games.language.command_help import board_commands, example_command, order_branches
from games.language.lexicon import lexicon_for
from tests.engine.positions import UnshuffledChance, first_turn, position
from tests.engine.text.test_commands_page import DUTCH, examples
from tests.paths import ROOT

ROW = ("red", "locomotive", "white", "blue", "orange")
HAND = {"red": 3, "blue": 3, "white": 3, "orange": 2, "yellow": 3, "locomotive": 1}
ASIA = "team-asia"
NORDIC = "nordic"
ASIAN = {
    "rack", "rek", "share", "deel", "place", "plaats", "pay", "betaal", "withdraw", "terug",
    "kabul", "rawalpindi",
}  # fmt: skip


def start(board: str, command: str) -> Game:
    """A game in which all have kept their first tickets, and what the command speaks of is held."""
    hands = [dict(HAND)]
    if command == "claim kochi to takamatsu":
        hands = [{"orange": 2}]
    if board == NORDIC:
        hands = [dict.fromkeys(CARDS, 12)]
    team = {"racks": [{"red": 1, "yellow": 1, "locomotive": 1}]} if board == ASIA else {}
    seats = 4 if board == ASIA else 3
    held = [list(engine.load_board(board).tickets)[:4]]
    return position(board, seats, hands=hands, row=ROW, tickets=held, **team)  # type: ignore[arg-type]


def asked(board: str, command: str) -> Game:
    """The game in which a command is due: at the first turn, or where something is asked."""
    words_of = command.lower().split()
    game = start(board, command)
    if words_of[0] in ("keep", "houd", "1") and "rack" not in words_of and "rek" not in words_of:
        loaded = engine.load_board(board)
        return engine.new_game(loaded, loaded.seat_counts[0], engine.Chance.from_seed(1))[0]
    if words_of[0] in ("keep", "houd"):
        game.play(0, engine.actions.DrawTickets(), UnshuffledChance())
    elif (
        words_of[0] in ("pay", "betaal", "withdraw", "terug", "trek terug")
        or command == "trek terug"
    ):
        game.hands[0]["locomotive"] = 0 if command == "pay" else 1
        game.tunnel = OpenTunnel(0, "kabul-kashgar-yellow", "red", 3, 0, asks=1)
        game.pending = {0: "tunnel"}
        if command == "pay":
            game.racks[0]["locomotive"] = 0
    elif words_of[0] in ("place", "plaats") or command in ("rack", "hand"):
        game.play(0, engine.actions.Draw("blind"), UnshuffledChance())
    elif words_of[0] == "rack":
        game.pending = {0: "rack"}
    return game


def carry_out(command: str, board: str, lexicon: Lexicon) -> None:
    """Do what a command says, or leave it as an order.

    :raises InvalidAction: if it cannot be read.
    :raises IllegalAction: if it is against a rule.
    """
    game = asked(board, command)
    view = engine.view(game, 0)
    if (plan := after_plan_word(command, lexicon)) is not None:
        assert not plan or asked_of_plan(plan, lexicon) or read_plan(command, view, lexicon)
        return
    read = parse_command(command, view, lexicon)
    if isinstance(read, Order):
        check_order(read, view)
    elif isinstance(read, Actions):
        for action in read.actions:
            game.play(0, action, UnshuffledChance())


def board_of(command: str) -> str:
    if "station" in command:
        return "europe"
    if any(city in command for city in ("turku", "umea", "lieksa", "stavanger")):
        return NORDIC
    return ASIA if ASIAN & {*command.lower().replace(":", " ").split()} else "japan"


@pytest.mark.parametrize(("heading", "command"), examples())
def test_the_examples_of_the_page_of_commands_work(heading: str, command: str) -> None:
    lexicon = lexicon_for("nl" if heading == DUTCH else "en")
    if command in ("pass", "pas"):
        with pytest.raises(IllegalAction, match="B-14"):
            carry_out(command, "japan", lexicon)
    else:
        carry_out(command, board_of(command), lexicon)


def quoted(text: str) -> list[str]:
    """The commands among what a text quotes."""
    view = engine.view(first_turn("japan", 3), 0)
    return [
        said
        for said in re.findall(r"[`\"“]([^`\"”\n]+)[`\"”]", text)
        if begins_like_command(said, view)
    ]


def test_the_examples_of_the_readme_work() -> None:
    found = quoted((ROOT / "README.md").read_text().partition("## A project of fans")[0])
    assert "draw red blind" in found
    assert "when matsumoto to nagoya is free: claim it with 3 red" in found
    for command in found:
        carry_out(command, "japan", lexicon_for("en"))


@pytest.mark.django_db
@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_example_of_the_first_page_works(client: Client, lang: str) -> None:
    page = client.get("/", headers={"accept-language": lang}).content.decode()
    shown = [html.unescape(text) for text in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    assert shown
    for command in shown:
        carry_out(command, "japan", lexicon_for(lang))


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("board", engine.board_names())
def test_the_examples_of_mails_and_forms_work(board: str, lang: str) -> None:
    lexicon = lexicon_for(lang)
    loaded = engine.load_board(board)
    shown = [command for line in board_commands(loaded, lexicon) for command in line.split(" · ")]
    shown += [" ".join(order_branches(loaded, lexicon)), example_command("turn", loaded, lexicon)]
    for command in shown:
        if command.split()[0] in ("claim", "pass", "pas"):
            # The hand is another one, and there is something to do.
            assert parse_command(command, engine.view(start(board, command), 0), lexicon)
        else:
            carry_out(command, board, lexicon)
