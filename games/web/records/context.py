"""A record from elsewhere as pages of replays read a game; no row of a game stands behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from django.utils.translation import gettext as _

import engine
from engine import record, wire
from games import log
from games.common.dates import parse_stamp
from games.log.reading import LogLine
from games.log.timeline import milestones
from games.readers.context import Snapshot
from games.tables.models import Game, GameStatus, Seat
from games.web.parts.game_context import GameContext


class RecordContext(GameContext):
    """A checked record for whoever uploaded it, who sees everything in it.

    Its game and seats are never saved. Events of the table are left out: they are texts and numbers
    of a stranger, of which nothing has been checked.
    """

    def __init__(self, found: record.Record) -> None:
        header = found.header
        game = Game(
            code="",
            board=header.board,
            seat_count=header.seats,
            status=GameStatus.FINISHED,
            version=len(found.entries) - 1,
        )
        seats = [Seat(game=game, number=number) for number in range(header.seats)]
        super().__init__(game, seats, None)
        object.__setattr__(self, "record", found)

    record: record.Record

    @property
    def names(self) -> Mapping[int, str]:
        """The seats by number: a record names nobody."""
        return {
            seat.number: _("Seat %(number)d") % {"number": seat.number + 1} for seat in self.seats
        }

    @property
    def player_urls(self) -> Mapping[int, str]:
        return {}

    @cached_property
    def _events(self) -> list[engine.Event]:
        return self.record.events()

    @cached_property
    def _last_state(self) -> engine.Game:
        return engine.replay(self.board, self._events)

    def snapshot(self) -> Snapshot:
        return _RecordSnapshot(self.game, self._last_state, self.record, self._events)

    def views_at(self, seqs: Collection[int]) -> Iterator[engine.View]:
        for seq, (_event, state) in enumerate(engine.replay_steps(self.board, self._events)):
            if seq in seqs:
                yield engine.view(state, None, revealed=True)

    def milestones(self, *, until: int) -> Sequence[log.Milestone]:
        return milestones(self.board, self._events[: until + 1])


class _RecordSnapshot(Snapshot):
    def __init__(
        self, game: Game, state: engine.Game, found: record.Record, events: list[engine.Event]
    ) -> None:
        super().__init__(game, state, None)
        self._lines = list(zip(found.entries, events, strict=True))

    def events(self, *, after: int = -1) -> list[log.RedactedEvent]:
        lines = (
            LogLine(
                entry.seq,
                parse_stamp(entry.at),
                entry.actor,
                event,
                _action(entry.action),
                entry.action["seat"] if entry.action else None,
            )
            for entry, event in self._lines
            if not entry.type.startswith("table.") and entry.seq > after
        )
        return [log.redact_line(line, None, self._state) for line in lines]


def _action(stored: dict[str, object] | None) -> engine.Action | None:
    if stored is None:
        return None
    return wire.decode_action({key: value for key, value in stored.items() if key != "seat"})
