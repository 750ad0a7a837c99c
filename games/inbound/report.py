"""What came of a message, in sentences for the person who sent it."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.inbound.models import InboundOutcome


@dataclass(frozen=True, slots=True)
class Report:
    """Everything an answer tells besides how the game stands now.

    ``detail`` is for the delivery log: it says what kind of thing happened and nothing of a hand.
    """

    outcome: InboundOutcome
    headline: str
    detail: str = ""
    understood: list[str] = field(default_factory=list)
    """The steps as they were understood, one after the other."""
    done: list[str] = field(default_factory=list)
    """What happened, as the log tells it."""
    left: list[str] = field(default_factory=list)
    """The steps that were not taken."""
    why: str = ""
    choices: list[str] = field(default_factory=list)
    """What can be written instead, or next."""
    news: bool = False
    """Whether the answer tells what happened since the last turn."""
