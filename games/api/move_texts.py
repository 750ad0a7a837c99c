"""Moves as text, in the language of the commands (docs/commands.md)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import get_language

import engine
from games import log
from games.api.problems import ApiProblem
from games.common.errors import Stale
from games.language.lexicon import lexicon_for
from games.play import Accepted
from games.play.refusals import error_sentence
from games.readers.context import GameForReader

LONGEST_MOVE: Final = 500


def read_move(
    found: GameForReader, text: str, *, decision: int, earlier: Accepted | None
) -> list[engine.Action]:
    """The actions that a text means to the reader, in English or in the active language.

    A request that comes again is read as it was the first time: ``earlier`` is its answer.

    :raises Stale: if the decision is closed.
    :raises ApiProblem: if the text cannot be read.
    """
    seat = found.seat_number
    assert seat is not None
    if earlier is not None:
        view = engine.view(log.load(found.game, at=earlier.first_seq - 1), seat)
    else:
        view = found.snapshot().view
        if view.decision_seqs.get(seat) != decision:
            raise Stale
    try:
        return list(engine.parse(text, view, lexicon_for(get_language() or "en")))
    except engine.InvalidAction as error:
        raise ApiProblem(
            "refused", 422, error_sentence(error, view.board), message=error.message
        ) from error
