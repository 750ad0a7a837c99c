"""Why a move cannot be prepared, as a sentence for the person who asked."""

from __future__ import annotations

from engine import Board, IllegalAction, InvalidAction
from engine.text.english import ERRORS
from engine.text.parse import explain
from games.play.sentences import sentence
from games.web.parts.words import lexicon


def refusal(error: InvalidAction | IllegalAction, board: Board) -> str:
    """Gets the sentence of an error of the engine, in the active language."""
    if isinstance(error, InvalidAction) and error.message in ERRORS:
        return explain(error, lexicon())
    return sentence(error.message, error.params, board)
