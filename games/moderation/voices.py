"""The voice of each kind of person in each decision: one table, as data.

The table is printed in docs/leagues.md; a test compares the two.
:mod:`games.moderation.conflicts` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.moderation.models import ModerationAction, Role

Do = ModerationAction


class Voice(Enum):
    """How a person may decide; the values are the words of the table in docs/leagues.md."""

    ALONE = "alone"
    SECOND = "second voice"
    RATED = "second voice if rated"
    NEVER = "never"


ALONE, SECOND, RATED, NEVER = Voice


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: actions, and the voice of each standing in them."""

    name: str
    actions: tuple[ModerationAction, ...]
    director: Voice
    involved_director: Voice
    moderator: Voice
    involved_moderator: Voice

    def voice(self, role: Role, *, involved: bool) -> Voice:
        """The voice of a person in this role; administrators have that of moderators."""
        if role == Role.DIRECTOR:
            return self.involved_director if involved else self.director
        return self.involved_moderator if involved else self.moderator


_ADJUDICATE = (Do.ADJUDICATE, Do.PROPOSE_ADJUDICATION, Do.WITHDRAW_ADJUDICATION)
_VOID = (Do.VOID, Do.PROPOSE_VOID, Do.WITHDRAW_VOID)
_CLOCK = (Do.PAUSE, Do.RESUME, Do.EXTEND, Do.SHORTEN, Do.EXCUSE, Do.COUNT)
_VOTES = (Do.CONFIRM_VOTE, Do.REFUSE_VOTE)
_LEAGUE = (Do.ARCHIVE, Do.BRING_BACK, Do.CHANGE_ENTRY, Do.NEW_LINK)
DIVISIONS: Final = (Do.MOVE_PLAYER, Do.ADD_PLAYER, Do.MERGE, Do.SPLIT)
"""Decisions about divisions concern all who play in the season."""
_TEXTS = (Do.ANNOUNCE, Do.DESCRIBE, Do.WRITE, Do.CALL_OFF)

TABLE: Final = (
    Row("Nudge", (Do.NUDGE,), ALONE, ALONE, ALONE, ALONE),
    Row("Clock of a game, missed turns", _CLOCK, ALONE, SECOND, ALONE, SECOND),
    Row("Confirm or refuse a vote", _VOTES, ALONE, SECOND, ALONE, SECOND),
    Row("Replace a player, return a seat", (Do.REPLACE,), ALONE, SECOND, ALONE, SECOND),
    Row("Take a game back", (Do.TAKE_BACK,), ALONE, NEVER, ALONE, NEVER),
    Row("Adjudicate a game", _ADJUDICATE, RATED, NEVER, RATED, NEVER),
    Row("Void a game", _VOID, RATED, NEVER, RATED, NEVER),
    Row("Look at hidden cards", (Do.LOOK,), NEVER, NEVER, ALONE, NEVER),
    Row("Remove a message or a name", (Do.REMOVE, Do.REMOVE_NAME), ALONE, ALONE, ALONE, ALONE),
    Row("Warn a player", (Do.WARN,), ALONE, ALONE, ALONE, ALONE),
    Row("Mute or suspend a player", (Do.MUTE, Do.SUSPEND), NEVER, NEVER, ALONE, ALONE),
    Row("Ban a player", (Do.BAN,), NEVER, NEVER, ALONE, NEVER),
    Row("Lift a sanction", (Do.LIFT, Do.DENY_APPEAL), NEVER, NEVER, ALONE, ALONE),
    Row("Approve a registration", (Do.APPROVE,), ALONE, ALONE, ALONE, ALONE),
    Row("Decline a registration", (Do.DECLINE,), ALONE, SECOND, ALONE, SECOND),
    Row("Admit a player, let one back in", (Do.ADMIT,), ALONE, SECOND, ALONE, SECOND),
    Row("Remove a player", (Do.TAKE_OUT,), ALONE, SECOND, ALONE, SECOND),
    Row("Move the dates", (Do.MOVE_DATES,), ALONE, SECOND, ALONE, SECOND),
    Row("More time for the season", (Do.EXTEND_SEASON,), ALONE, ALONE, ALONE, ALONE),
    Row("Open a division", (Do.OPEN_DIVISION,), ALONE, ALONE, ALONE, ALONE),
    Row("Move or add a player, merge or split divisions", DIVISIONS, ALONE, SECOND, ALONE, SECOND),
    Row("Announce, describe, write, cancel", _TEXTS, ALONE, ALONE, ALONE, ALONE),
    Row("Add or remove a director", (Do.ADD_DIRECTOR, Do.DROP_DIRECTOR), *[ALONE] * 4),
    Row("Archive a league, change who may enter", _LEAGUE, *[ALONE] * 4),
    Row("Admit a league for rating", (Do.RATE_LEAGUE,), NEVER, NEVER, ALONE, ALONE),
    Row("Rename or end a club", (Do.RENAME_CLUB, Do.END_CLUB), NEVER, NEVER, ALONE, NEVER),
)
ELSEWHERE: Final = (Do.PROPOSE, Do.WITHDRAW, Do.OBJECT, Do.SETTLE, Do.APPOINT, Do.DISMISS)
"""Actions that are not in the table: parts of a decision by two, reports, and offices."""
_ROWS: Final = {action: row for row in TABLE for action in row.actions}


@dataclass(frozen=True, slots=True)
class Standing:
    """The role of a person in a game, an entry or a season, and whether they are involved.

    ``plays`` is "division", "team" (the partner does) or "season", as the audit log keeps it.
    """

    role: Role
    plays: str = ""
    involved: bool = False
    rated: bool = False

    def voice(self, action: ModerationAction) -> Voice:
        """How a person of this standing may take an action: alone, with a second voice, never."""
        if action in ELSEWHERE:
            return Voice.ALONE
        found = _ROWS[action].voice(self.role, involved=self.involved)
        if found is Voice.RATED:
            # People who propose or withdraw do only that.
            decides = action in (ModerationAction.ADJUDICATE, ModerationAction.VOID)
            return Voice.SECOND if self.rated and decides else Voice.ALONE
        return found

    @property
    def marks(self) -> dict[str, str]:
        """The conflict of interest, for the audit log, for all to read."""
        return {"plays": self.plays} if self.plays else {}
