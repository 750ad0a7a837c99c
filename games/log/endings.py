"""The ending of a game, computed from its log once and kept in this process (decision 128)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from engine.ending import Ending, ending_of
from engine.events import TableEvent
from games.common import event_types
from games.log import reading
from games.log.timeline import Milestone, milestones
from games.tables.models import Game

SIZE: Final = 100

_endings: OrderedDict[str, LoggedEnding] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class LoggedEnding:
    """The ending of a finished game, with what its log adds to the rules.

    ``handed_over`` are the seats whose holders took them over during the game.
    """

    ending: Ending
    handed_over: tuple[int, ...]
    milestones: tuple[Milestone, ...]


def logged_ending(game: Game) -> LoggedEnding:
    """The ending of a finished game. All of it is public; do not call it before the end.

    It is cached under the hash of the last event, which covers all earlier hashes.

    :raises LogError: if the log cannot be read.
    """
    with _lock:
        kept = _endings.get(game.head)
        if kept is not None:
            _endings.move_to_end(game.head)
            return kept
    board = reading.board_of(game)
    log = [line.event for line in reading.events(game)]
    replaced = {
        int(event.data["seat"]): None
        for event in log
        if isinstance(event, TableEvent)
        and event.type == event_types.SEAT_REPLACED
        and isinstance(event.data, dict)
    }
    found = LoggedEnding(ending_of(board, log), tuple(replaced), tuple(milestones(board, log)))
    with _lock:
        _endings[game.head] = found
        while len(_endings) > SIZE:
            _endings.popitem(last=False)
    return found
