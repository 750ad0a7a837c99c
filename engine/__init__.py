"""The rules of railway games by correspondence: pure, deterministic, standard library only.

>>> import engine
>>> board = engine.load_board("usa")
>>> chance = engine.Chance.from_seed(7)
>>> game, events = engine.deal(board, seats=2, chance=chance)
>>> engine.replay(board, events) == game
True
>>> sorted(game.pending.items())
[(0, 'setup'), (1, 'setup')]
>>> game.legal_actions(0).count()
4
"""

from __future__ import annotations

from engine.actions import Action
from engine.board import Board, board_names, load_board
from engine.chance import Chance
from engine.errors import BoardError, IllegalAction, InvalidAction, RecordError
from engine.events import Event
from engine.game import RULES_VERSION, Game, replay, standing, steps
from engine.redaction import redact
from engine.rules.automatic import automatic_action
from engine.rules.legal import LegalActions
from engine.rules.setup import deal, start
from engine.rules.taking_back import moments, take_back
from engine.text.describe import describe, describe_event
from engine.text.lexicon import Lexicon
from engine.text.parse import explain, parse, parse_command
from engine.text.write import write
from engine.view import View, view

__all__ = [
    "RULES_VERSION",
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
    "deal",
    "describe",
    "describe_event",
    "explain",
    "load_board",
    "moments",
    "parse",
    "parse_command",
    "redact",
    "replay",
    "standing",
    "start",
    "steps",
    "take_back",
    "view",
    "write",
]
