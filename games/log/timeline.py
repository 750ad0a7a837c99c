"""State after any event, public numbers turn by turn, the ending of a game (decision 128)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import engine
from engine.ending import Ending, ending_of
from engine.events import TableEvent
from games.common import event_types
from games.common.errors import LogError
from games.log import reading
from games.log.cache import LogCache
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class Milestone:
    """The public numbers of all seats at the start of a turn, by seat; the last is the present."""

    seq: int
    turn: int
    points: tuple[int, ...]
    trains: tuple[int, ...]


def state_at(game: Game, *, at: int) -> engine.Game:
    """The state of a game after its event ``at``: complete, so show people a view of it.

    Unlike :func:`games.log.load` it caches nothing: there are too many moments.

    :raises LogError: if the game has no such event.
    """
    events = [line.event for line in reading.events(game, until=at)]
    if not 0 <= at < len(events):
        raise LogError(f"Game {game} has no event {at}: it never came so far.")
    return engine.replay(reading.board_of(game), events)


def states(game: Game, *, until: int) -> Iterator[tuple[int, engine.Game]]:
    """Yield the number of each event up to ``until``, with the complete state after it.

    Use a state before asking for the next one, and do not change it.
    """
    events = [line.event for line in reading.events(game, until=until)]
    for seq, (_event, state) in enumerate(engine.replay_steps(reading.board_of(game), events)):
        yield seq, state


def milestones_of(game: Game, *, until: int | None = None) -> list[Milestone]:
    """The public numbers at the start of every turn up to event ``until``, and those after it.

    A turn that was taken back is no part of the course (P-1).
    """
    lines = reading.events(game, until=until)
    return milestones(reading.board_of(game), [line.event for line in lines])


def milestones(board: engine.Board, events: Sequence[engine.Event]) -> list[Milestone]:
    """The milestones of a log, up to its last event."""
    lasting = set(engine.effective_seqs(events))
    found: list[Milestone] = []
    for seq, (_event, state) in enumerate(engine.replay_steps(board, events)):
        if seq not in lasting:
            continue
        if not found or found[-1].turn != state.turn or seq + 1 == len(events):
            found.append(Milestone(seq, state.turn, tuple(state.points), tuple(state.trains)))
    return found


@dataclass(frozen=True, slots=True)
class LoggedEnding:
    """The ending of a finished game, with what its log adds to the rules.

    ``handed_over`` are the seats whose holders took them over during the game.
    """

    ending: Ending
    handed_over: tuple[int, ...]
    milestones: tuple[Milestone, ...]


_endings: Final = LogCache[LoggedEnding](100)


def logged_ending(game: Game) -> LoggedEnding:
    """The ending of a finished game. All of it is public; do not call it before the end.

    It is cached under the hash of the last event, which covers all earlier hashes.

    :raises LogError: if the log cannot be read.
    """
    if (kept := _endings.get(game.head)) is not None:
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
    _endings.put(game.head, found)
    return found
