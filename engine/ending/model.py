"""The ending of a game as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ending.awards import Award
from engine.ending.luck import Luck
from engine.ending.paths import Path
from engine.ending.story import Story
from engine.ending.tickets import TicketEnd


@dataclass(frozen=True, slots=True)
class Ending:
    """All that the page of a finished game tells beside its scores.

    A game that was ended early has no outcome: its hidden cards count neither way, so it has
    neither tickets nor luck nor awards, and its story tells what everybody saw.
    """

    paths: tuple[Path, ...]
    tickets: tuple[TicketEnd, ...]
    lucks: tuple[Luck, ...]
    """By seat."""
    awards: tuple[Award, ...]
    story: Story
