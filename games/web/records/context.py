"""A record from elsewhere as the page of a replay reads a game; it has no row of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine import record, wire
from games import log
from games.common.dates import parse_stamp
from games.log.reading import LogLine
from games.log.timeline import milestones
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import formatter_of


class RecordContext:
    """A checked record for the person who uploaded it, who sees everything in it.

    Events of the table are left out: they are unchecked texts and numbers.
    """

    is_over: Final = True
    bots: Final[Mapping[int, str]] = {}
    player_urls: Final[Mapping[int, str]] = {}

    def __init__(self, found: record.Record) -> None:
        self._record = found
        self._board = engine.load_board(found.header.board)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The seats by number: a record names nobody."""
        return {
            number: _("Seat %(number)d") % {"number": number + 1}
            for number in range(self._record.header.seats)
        }

    @cached_property
    def _events(self) -> list[engine.Event]:
        return self._record.events()

    @cached_property
    def _last_state(self) -> engine.Game:
        return engine.replay(self._board, self._events)

    def formatter(self, view: engine.View) -> EventFormatter:
        """A formatter that words events for the reader of this view."""
        return formatter_of(self.names, view)

    def snapshot(self) -> RecordSnapshot:
        """The record after its last event."""
        return RecordSnapshot(self._last_state, self._record, self._events)

    def views_at(self, seqs: Collection[int]) -> Iterator[engine.View]:
        """The game as it stood after each of these events."""
        for seq, (_event, state) in enumerate(engine.replay_steps(self._board, self._events)):
            if seq in seqs:
                yield engine.view(state, None, revealed=True)

    def milestones(self, *, until: int) -> Sequence[log.Milestone]:
        """The public numbers at the start of every turn up to event ``until``, and after it."""
        return milestones(self._board, self._events[: until + 1])


class RecordSnapshot:
    """A record at its end, as a spectator sees it."""

    def __init__(
        self, state: engine.Game, found: record.Record, events: list[engine.Event]
    ) -> None:
        self._state = state
        self._lines = list(zip(found.entries, events, strict=True))
        self.view = engine.view(state, None)

    def events(self, *, after: int = -1) -> list[log.RedactedEvent]:
        """The events after ``after``, without those of the table."""
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
