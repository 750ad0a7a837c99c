"""Each game as its log tells it, read from the stored events and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import engine
from engine.events import GameEnded, TableEvent
from engine.hash_chain import GENESIS
from games import log
from games.common import event_types
from games.log.models import Event
from games.log.reading import LogLine
from games.tables.models import Game


@dataclass(slots=True)
class GameLog:
    """What is known of one game: its state, its answers, its turns, and what is wrong with it."""

    state: engine.Game | None = None
    version: int = -1
    head: str = GENESIS
    decided: dict[tuple[int, int], LogLine] = field(default_factory=dict)
    """Answers, by seat and decision."""
    unexplained: list[tuple[int, int]] = field(default_factory=list)
    """Seat and decision of each answer that nobody has compared with what was asked for."""
    turns: set[tuple[int, int]] = field(default_factory=set)
    """Seat and decision of each turn that was opened."""
    missed: list[tuple[int, int, datetime]] = field(default_factory=list)
    """Seat, decision and time of each deadline that was missed, and that nobody has judged."""
    ended: bool = False
    """Whether it was played to its end."""

    def is_open(self, seat: int, decision: int) -> bool:
        """Whether a seat has not answered a decision."""
        return self.state is not None and self.state.decision_seqs.get(seat) == decision

    def turn_after(self, seat: int, event: int) -> int | None:
        """The first turn of a seat that was opened after an event, None while there is none."""
        return min((turn for one, turn in self.turns if one == seat and turn > event), default=None)


def read_new(game: Game, known: GameLog) -> list[str]:
    """Read the events that are new; return what cannot be, among them what was there and is not."""
    if known.version >= 0 and _hash(game, known.version) != known.head:
        return [f"game {game}: event {known.version} was there, and is not any more"]
    wrong = []
    state = known.state
    for line in log.events(game, after=known.version):
        if state is None:
            state = known.state = engine.replay(engine.load_board(game.board), [line.event])
            known.version = line.seq
            continue
        if line.action is not None and line.seat is not None:
            decision = state.decision_seqs.get(line.seat)
            if decision is None:
                wrong.append(f"game {game}: event {line.seq} answers no open decision")
            elif (line.seat, decision) in known.decided:
                wrong.append(f"game {game}: decision {decision} was answered twice")
            else:
                known.decided[line.seat, decision] = line
                known.unexplained.append((line.seat, decision))
        before = dict(state.decision_seqs)
        state.apply(line.event)
        for seat, decision in state.decision_seqs.items():
            if before.get(seat) != decision and state.pending[seat] == "turn":
                known.turns.add((seat, decision))
        event = line.event
        known.ended = known.ended or isinstance(event, GameEnded)
        if isinstance(event, TableEvent) and event.type == event_types.DEADLINE_MISSED:
            seat = event.data["seat"]
            known.missed.append((seat, state.decision_seqs[seat], line.at))
        known.version = line.seq
    known.head = _hash(game, known.version)
    if known.version != game.version:
        wrong.append(f"game {game}: its row is at {game.version}, its log at {known.version}")
    return wrong


def _hash(game: Game, seq: int) -> str:
    """The hash of an event, that before all events where there is none."""
    event = Event.objects.filter(game=game, seq=seq).values_list("hash", flat=True).first()
    return event or GENESIS
