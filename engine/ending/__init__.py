"""The ending of a game, computed from its log: tickets, paths, awards, luck, and its story.

Everything here looks back on a game that is over, when nothing about it is hidden any longer. It
reads the events that still count; what a take-back removed is in nothing that it says.

Decision 128 says why.
"""

from __future__ import annotations

from engine.ending.awards import Award, AwardKind
from engine.ending.luck import Luck
from engine.ending.tally import Tally, tally_of
from engine.ending.tickets import TicketEnd
from engine.ending.walk import Ending, ending_of

__all__ = [
    "Award",
    "AwardKind",
    "Ending",
    "Luck",
    "Tally",
    "TicketEnd",
    "ending_of",
    "tally_of",
]
