"""The rules of railway games by correspondence: pure, deterministic, standard library only.

>>> import engine
>>> board = engine.load_board("usa")
>>> chance = engine.Chance.from_seed(7)
>>> game, events = engine.new_game(board, seats=2, chance=chance)
>>> engine.replay(board, events) == game
True
>>> sorted(game.pending.items())
[(0, 'setup'), (1, 'setup')]
>>> game.legal_actions(0).count()
4
"""

from __future__ import annotations

from engine import native

# Before all others: it decides where they come from.
ENGINE = native.RUNNING

from engine.actions import Action
from engine.board import Board, board_names, load_board
from engine.chance import Chance
from engine.errors import BoardError, IllegalAction, InvalidAction, RecordError
from engine.events import Event
from engine.game import Game, effective_seqs, replay, replay_steps
from engine.redaction import public_data, redact
from engine.rules.legal import LegalActions
from engine.rules.passing import automatic_action
from engine.rules.setup import new_game, setup_events
from engine.rules.taking_back import reshuffle, return_points, take_back, waiting_points
from engine.rules.versions import RULES, RULES_VERSION
from engine.text.lexicon import Lexicon
from engine.text.log_lines import describe, describe_event
from engine.text.parse import explain, parse, parse_command
from engine.text.steps import write_action
from engine.version import VERSION
from engine.view import View, view

__all__ = [
    "ENGINE",
    "RULES",
    "RULES_VERSION",
    "VERSION",
    "Action",
    "Board",
    "BoardError",
    "Chance",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "LegalActions",
    "Lexicon",
    "RecordError",
    "View",
    "automatic_action",
    "board_names",
    "describe",
    "describe_event",
    "effective_seqs",
    "explain",
    "load_board",
    "new_game",
    "parse",
    "parse_command",
    "public_data",
    "redact",
    "replay",
    "replay_steps",
    "reshuffle",
    "return_points",
    "setup_events",
    "take_back",
    "view",
    "waiting_points",
    "write_action",
]
