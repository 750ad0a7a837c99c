"""``play``: a game in the terminal against bots, with the commands of the site."""

from __future__ import annotations

import random
import secrets
from argparse import Namespace
from collections.abc import Sequence

from engine.actions import Action
from engine.bots import BOTS, choose
from engine.chance import Chance
from engine.cli.table import add_table, chosen_board
from engine.cli.words import Commands, table
from engine.errors import IllegalAction, InvalidAction
from engine.events import Event
from engine.game import Game
from engine.orders.choosing import move_of
from engine.orders.order import Order
from engine.rules.setup import deal
from engine.text.describe import describe_event
from engine.text.parse import Actions, Show, explain, parse_command
from engine.text.write import write
from engine.view import view

YOU = 0
MOST_LISTED = 30


def add(commands: Commands) -> None:
    """Adds the command to the parser."""
    parser = commands.add_parser("play", help="play in the terminal against bots")
    add_table(parser)
    parser.add_argument("--bot", choices=sorted(BOTS), default="planner")
    parser.add_argument("--seed", help="play the same cards again (default: new ones)")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Plays until the game is over or the player leaves."""
    board = chosen_board(options)
    seed = options.seed or secrets.token_hex(4)
    names = ["you", *(f"{options.bot} {n}" for n in range(1, options.seats))]
    print(f"Seed {seed}. Write `help` for the commands, `show` for the table, `quit` to leave.")
    chance = Chance.from_seed(seed, options.seats)
    game, events = deal(board, options.seats, chance)
    tell(game, events, names)
    dice = [random.Random(f"{seed} seat {seat}") for seat in range(options.seats)]
    while game.pending:
        seat = max(game.pending)
        if seat == YOU:
            if not your_decision(game, chance, names):
                print(f"Goodbye. To play these cards again: --seed {seed}")
                return 0
        else:
            action = choose(options.bot, view(game, seat), dice[seat])
            tell(game, game.play(seat, action, chance), names)
    print()
    print(table(view(game, YOU), names))
    return 0


def your_decision(game: Game, chance: Chance, names: Sequence[str]) -> bool:
    """Asks until an action has been played; gets False if the player leaves."""
    print()
    print(table(view(game, YOU), names))
    number = game.opened.get(YOU)
    while game.opened.get(YOU) == number:
        try:
            text = input(f"{game.pending[YOU]}> ").strip()
        except EOFError:
            return False
        if text.lower() in ("quit", "exit"):
            return False
        try:
            command = parse_command(text, view(game, YOU))
            if isinstance(command, Order):
                command = Actions(move_of(command, view(game, YOU)))
        except InvalidAction as error:
            print(explain(error))
            continue
        if isinstance(command, Actions):
            for action in command.actions:
                if not played(game, action, chance, names):
                    break
        elif isinstance(command, Show):
            print(table(view(game, YOU), names))
        else:
            print("\n".join(legal_commands(game)))
    return True


def played(game: Game, action: Action, chance: Chance, names: Sequence[str]) -> bool:
    """Plays an action and tells what followed, or says why it is not allowed."""
    try:
        events = game.play(YOU, action, chance)
    except IllegalAction as error:
        print(f"That is not allowed ({error.ruling}). Write `help` for what is.")
        return False
    tell(game, events, names)
    return True


def legal_commands(game: Game) -> list[str]:
    """Gets the legal commands, not all of them where there are very many."""
    seen = view(game, YOU)
    listed = [write(action, seen) for action in seen.legal_actions()]
    more = len(listed) - MOST_LISTED
    return [*listed[:MOST_LISTED], *([f"… and {more} more"] if more > 0 else [])]


def tell(game: Game, events: Sequence[Event], names: Sequence[str]) -> None:
    """Prints the lines of the log for the player."""
    for event in events:
        line = describe_event(event, game, names=names, seat=YOU)
        if line:
            print(line)
