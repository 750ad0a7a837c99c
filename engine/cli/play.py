"""``play``: a game in the terminal against bots, with the commands of the site."""

from __future__ import annotations

import random
import secrets
from argparse import Namespace
from collections.abc import Sequence

from engine.actions import Action
from engine.bots import BOTS, choose_action
from engine.chance import Chance
from engine.cli.common import Commands, add_board_options, board_from_options, game_as_text
from engine.errors import IllegalAction, InvalidAction
from engine.events import Event
from engine.game import Game
from engine.orders.evaluation import actions_of_order
from engine.orders.model import Order
from engine.rules.setup import new_game
from engine.text.log_lines import describe_event
from engine.text.parse import Actions, Show, explain, parse_command
from engine.text.steps import write_action
from engine.view import view

PLAYER_SEAT = 0
MAX_LISTED = 30


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("play", help="play in the terminal against bots")
    add_board_options(parser)
    parser.add_argument("--bot", choices=sorted(BOTS), default="planner")
    parser.add_argument("--seed", help="play the same cards again (default: new ones)")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Play until the game is over or the player leaves."""
    board = board_from_options(options)
    seed = options.seed or secrets.token_hex(4)
    names = ["you", *(f"{options.bot} {n}" for n in range(1, options.seats))]
    print(f"Seed {seed}. Write `help` for the commands, `show` for the table, `quit` to leave.")
    chance = Chance.from_seed(seed, options.seats)
    game, events = new_game(board, options.seats, chance)
    print_log(game, events, names)
    dice = [random.Random(f"{seed} seat {seat}") for seat in range(options.seats)]
    while game.pending:
        seat = max(game.pending)
        if seat == PLAYER_SEAT:
            if not ask_player(game, chance, names):
                print(f"Goodbye. To play these cards again: --seed {seed}")
                return 0
        else:
            action = choose_action(options.bot, view(game, seat), dice[seat])
            print_log(game, game.play(seat, action, chance), names)
    print()
    print(game_as_text(view(game, PLAYER_SEAT), names))
    return 0


def ask_player(game: Game, chance: Chance, names: Sequence[str]) -> bool:
    """Ask until an action has been played; return False if the player leaves."""
    print()
    print(game_as_text(view(game, PLAYER_SEAT), names))
    number = game.decision_seqs.get(PLAYER_SEAT)
    while game.decision_seqs.get(PLAYER_SEAT) == number:
        try:
            text = input(f"{game.pending[PLAYER_SEAT]}> ").strip()
        except EOFError:
            return False
        if text.lower() in ("quit", "exit"):
            return False
        try:
            command = parse_command(text, view(game, PLAYER_SEAT))
            if isinstance(command, Order):
                command = Actions(actions_of_order(command, view(game, PLAYER_SEAT)))
        except InvalidAction as error:
            print(explain(error))
            continue
        if isinstance(command, Actions):
            for action in command.actions:
                if not play_action(game, action, chance, names):
                    break
        elif isinstance(command, Show):
            print(game_as_text(view(game, PLAYER_SEAT), names))
        else:
            print("\n".join(legal_commands(game)))
    return True


def play_action(game: Game, action: Action, chance: Chance, names: Sequence[str]) -> bool:
    """Play an action and tell what followed, or say why it is not allowed."""
    try:
        events = game.play(PLAYER_SEAT, action, chance)
    except IllegalAction as error:
        print(f"That is not allowed ({error.ruling}). Write `help` for what is.")
        return False
    print_log(game, events, names)
    return True


def legal_commands(game: Game) -> list[str]:
    """The legal commands, not all of them where there are very many."""
    seen = view(game, PLAYER_SEAT)
    listed = [write_action(action, seen) for action in seen.legal_actions()]
    more = len(listed) - MAX_LISTED
    return [*listed[:MAX_LISTED], *([f"… and {more} more"] if more > 0 else [])]


def print_log(game: Game, events: Sequence[Event], names: Sequence[str]) -> None:
    """Print the lines of the log for the player."""
    for event in events:
        line = describe_event(event, game, names=names, seat=PLAYER_SEAT)
        if line:
            print(line)
