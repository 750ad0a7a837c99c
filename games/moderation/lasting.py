"""What cannot be undone, and why: in a sentence for those who would like to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.moderation.models import AuditEntry, Deed
from games.tables.models import GameStatus

RUNNING: Final = (GameStatus.RUNNING,)
# What can be undone in a game, and while it is what.
IN_A_GAME: Final[Mapping[str, tuple[GameStatus, ...]]] = {
    Deed.PAUSE: RUNNING,
    Deed.EXTEND: RUNNING,
    Deed.EXCUSE: RUNNING,
    Deed.REPLACE: RUNNING,
    Deed.TAKE_BACK: RUNNING,
    Deed.PROPOSE_ADJUDICATION: RUNNING,
    Deed.PROPOSE_VOID: (GameStatus.RUNNING, GameStatus.FINISHED),
}


def why_lasting(entry: AuditEntry) -> str:
    """Gets why something cannot be undone; "" where it can, as far as its entry tells.

    Whether all that it did is still there is known to who undoes it. One that was loaded by
    :mod:`games.moderation.audit` costs no query.
    """
    if hasattr(entry, "undone_by"):
        return _("This has been undone already.")
    if entry.deed == Deed.TAKE_OUT and "substitute" in entry.data:
        return _("Somebody else has taken over the games.")
    why = _LASTING.get(entry.deed)
    if why is not None:
        return why()
    allowed = IN_A_GAME.get(entry.deed)
    if allowed is not None and (entry.game is None or entry.game.status not in allowed):
        return _("This game is over. Its cards have been shown, so it cannot be played on.")
    return ""


def _shown() -> str:
    return _("The game is over, and its cards have been shown: nobody could play on in it.")


_LASTING: Final[Mapping[str, Callable[[], str]]] = {
    Deed.ADJUDICATE: _shown,
    Deed.VOID: _shown,
    Deed.LOOK: lambda: _("What was seen cannot be forgotten."),
    Deed.NUDGE: lambda: _("Everybody has been asked."),
    Deed.RESUME: lambda: _("Pause the game again, if it is to stand still."),
    Deed.SHORTEN: lambda: _("Give more time anew, if it is needed."),
    Deed.COUNT: lambda: _("Excuse the turn anew, if it is to be excused."),
    Deed.WITHDRAW_ADJUDICATION: lambda: _("Propose it anew, if the game is to be adjudicated."),
    Deed.WITHDRAW_VOID: lambda: _("Propose it anew, if the game is to be voided."),
    Deed.EXTEND_SEASON: lambda: _("What a whole season was given is not taken from anybody."),
    Deed.ANNOUNCE: lambda: _("People rely on what was announced. The season can be called off."),
    Deed.CALL_OFF: lambda: _("Everybody was told that no games begin. Plan another season."),
    Deed.ADMIT: lambda: _("Take the player out, if they are not to play."),
    Deed.OPEN_DIVISION: lambda: _("Those who play there rely on it."),
    Deed.REMOVE: lambda: _("The words are gone from the table."),
    Deed.SETTLE: lambda: _("A report is settled once."),
    Deed.DENY_APPEAL: lambda: _("Lift the sanction instead, if there is reason to."),
    Deed.LIFT: lambda: _("Put a new sanction on the person, if there is reason to."),
    Deed.DESCRIBE: lambda: _("Change it again, if it is to be called otherwise."),
    Deed.WRITE: lambda: _("Everybody has read it."),
    Deed.APPROVE: lambda: _("Take the player out, if they are not to play."),
    Deed.DECLINE: lambda: _("The person was told."),
    Deed.ADD_DIRECTOR: lambda: _("Remove the director, if they are not to be one."),
    Deed.DROP_DIRECTOR: lambda: _("Add the director again, if they are to be one."),
    Deed.APPOINT: lambda: _("End that the person is a moderator instead."),
    Deed.DISMISS: lambda: _("Make the person a moderator again instead."),
}
