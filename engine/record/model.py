"""A record in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from engine import wire
from engine.events import Event
from engine.hash_chain import LogEntry
from engine.rules.versions import RULES_VERSION

FORMAT: Final = "night-mail-record/1"
DIRECTOR_ACTOR: Final = "director"
"""The actor of a take-back (P-1)."""
VOTE_ACTOR: Final = "vote"
"""The actor of what all players agreed upon."""
CLOCK_ACTOR: Final = "clock"
"""The actor of the automatic moves; only it may skip a turn."""
SETUP_ACTOR: Final = "table"
"""The actor of the setup."""
BRANCHED_TYPE: Final = "table.branched"
"""The type of the event that ends the past which a branch has from another game."""


@dataclass(slots=True)
class Header:
    """The facts of a record that precede the first event.

    ``teams`` lists the seats of each team that the players chose; None where chance paired them, or
    where the board has no teams (A-1, A-16).
    """

    board: str
    board_digest: str
    seats: int
    commitment: str
    contributions: list[str]
    order_fixed: bool = False
    teams: list[list[int]] | None = None
    rules_version: str = RULES_VERSION
    options: dict[str, Any] = field(default_factory=dict)
    format: str = FORMAT


@dataclass(slots=True)
class Record:
    """A complete record: header, entries in order of seq, the secret (hexadecimal), the result.

    ``result`` is the data of the ``game.ended`` event, or None for a game that a director voided
    or adjudicated before its end.
    """

    header: Header
    entries: list[LogEntry]
    secret: str
    result: dict[str, Any] | None

    def events(self) -> list[Event]:
        """Decode the events.

        :raises RecordError: if one cannot be read.
        """
        return [wire.decode(entry.type, entry.version, entry.data) for entry in self.entries]
