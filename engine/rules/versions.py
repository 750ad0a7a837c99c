"""Versions of the rules: a game goes on by those that it began with (decision 171).

An old version is no copy of the rules. It is a row of switches here, each asked where its ruling
is in the code, and its defaults are what the newest version says. The first event of a game
names its version; that of games of the first version names none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import RecordError

FIRST_VERSION: Final = "1"
"""The version of the games whose first event names none."""
RULES_VERSION = "1"
"""The version of the rules that new games are played by."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, with what it says otherwise than the newest."""

    version: str
    second_locomotive: bool = False
    """Whether a face-up locomotive may be the second card of a turn, on any board (B-4)."""


RULES: Final[dict[str, Rules]] = {"1": Rules("1")}
"""The versions that games can go on by. None is ever taken out, and none changed."""


def rules_of(version: str | None) -> Rules:
    """The rules of a version; of the first one for None.

    :raises RecordError: if this program does not have them.
    """
    found = RULES.get(version or FIRST_VERSION)
    if found is None:
        raise RecordError(f"This program has no rules version {str(version)[:20]}.")
    return found
