"""Decisions in a game or about a person, as sentences for mails, pages and the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.common.dates import DateFormat, format_datetime, parse_stamp
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.people.sanctions import Sanction, SanctionKind


def game_sentence(entry: AuditEntry, names: Sequence[str]) -> str:
    """A decision in a game as a sentence for those who play it.

    :param names: those of its seats.
    """
    data = entry.data
    if entry.action == ModerationAction.PAUSE and data.get("until"):
        return _("The game is paused until %(until)s.") % {"until": day(parse_stamp(data["until"]))}
    if entry.action in (ModerationAction.EXTEND, ModerationAction.EXTEND_SEASON):
        return _("%(names)s got %(time)s more time.") % {
            "names": _names(names, data.get("seats")),
            "time": span(timedelta(minutes=data["minutes"])),
        }
    if entry.action == ModerationAction.SHORTEN:
        return _("Time that %(names)s had been given was taken back.") % {
            "names": _names(names, data["seats"])
        }
    if entry.action == ModerationAction.NUDGE:
        return _("%(names)s: please move.") % {"names": _names(names, data.get("seats"))}
    if entry.action == ModerationAction.EXCUSE:
        return _("A turn that %(names)s missed is excused.") % {
            "names": _names(names, [data["seat"]])
        }
    if entry.action == ModerationAction.COUNT:
        return _("A turn that %(names)s missed, and that was excused, counts again.") % {
            "names": _names(names, [data["seat"]])
        }
    if entry.action == ModerationAction.PROPOSE_ADJUDICATION:
        return _("This result is proposed: %(result)s. Somebody else must confirm it.") % {
            "result": _ranking(entry, names)
        }
    if entry.action == ModerationAction.REPLACE:
        return _replaced(entry, names)
    if entry.action == ModerationAction.TAKE_BACK:
        return _taken_back(entry, names)
    plain = _PLAIN.get(entry.action)
    return plain() if plain else str(ModerationAction(entry.action).label)


def person_sentence(entry: AuditEntry) -> str:
    """A decision about a person as a sentence for that person."""
    sanction = Sanction.objects.filter(pk=entry.data.get("sanction")).first()
    until = sanction.until if sanction else None
    if entry.action == ModerationAction.WARN:
        return _("You have been warned.")
    if entry.action == ModerationAction.MUTE:
        if until:
            return _("You may not write to others until %(until)s.") % {"until": day(until)}
        return _("You may not write to others until further notice.")
    if entry.action == ModerationAction.SUSPEND:
        if until:
            return _("You may begin no new games until %(until)s.") % {"until": day(until)}
        return _("You may begin no new games until further notice.")
    if entry.action == ModerationAction.BAN:
        return _("Your account is closed: you cannot sign in any more.")
    if entry.action == ModerationAction.LIFT and sanction:
        return _("This was lifted: %(kind)s.") % {"kind": SanctionKind(sanction.kind).label}
    if entry.action == ModerationAction.DENY_APPEAL and sanction:
        return _("Your appeal was dismissed: this stays: %(kind)s.") % {
            "kind": SanctionKind(sanction.kind).label
        }
    if entry.action == ModerationAction.REMOVE:
        return _("A message of yours was removed.")
    if entry.action == ModerationAction.SETTLE:
        return _("Your report has been looked at.")
    if entry.action == ModerationAction.APPOINT:
        return _("You are now a moderator of this site.")
    if entry.action == ModerationAction.DISMISS:
        return _("You are no moderator of this site any more.")
    return str(ModerationAction(entry.action).label)


def role_sentence(entry: AuditEntry) -> str:
    """The role that decided, as a sentence."""
    plays = entry.data.get("plays")
    if entry.role == Role.DIRECTOR:
        if plays == "division":
            return _("A director of the league, who plays in this division, decided this.")
        if plays:
            return _("A director of the league, who plays in this season, decided this.")
        return _("A director of the league decided this.")
    if plays:
        return _("A moderator of the site, who plays in this season, decided this.")
    return _("A moderator of the site decided this.")


def day(at: datetime) -> str:
    """A time in the active zone, which is named."""
    return format_datetime(at, DateFormat.MONTH_TIME)


def span(time: timedelta) -> str:
    """A span in days, hours and minutes.

    >>> span(timedelta(days=1, hours=2))
    '1 d 2 h'
    """
    minutes = int(time / timedelta(minutes=1))
    parts = [
        (minutes // 1440, _("%(count)d d")),
        (minutes // 60 % 24, _("%(count)d h")),
        (minutes % 60, _("%(count)d min")),
    ]
    return " ".join(words % {"count": count} for count, words in parts if count)


def _replaced(entry: AuditEntry, names: Sequence[str]) -> str:
    name = _names(names, [entry.data["seat"]])
    if entry.data["by"] == "open":
        return _("The seat of %(names)s looks for a substitute.") % {"names": name}
    return _("%(names)s plays on in a seat that somebody else had.") % {"names": name}


def _taken_back(entry: AuditEntry, names: Sequence[str]) -> str:
    line = _("The game was taken back to event %(to)d, and all unseen cards shuffled anew.") % {
        "to": entry.data["to"]
    }
    learnt = entry.data.get("learnt")
    if learnt:
        return f"{line} " + _("Meanwhile something hidden was shown to: %(names)s.") % {
            "names": _names(names, learnt)
        }
    return line


def _ranking(entry: AuditEntry, names: Sequence[str]) -> str:
    """A proposed result, the first place first: "1. Ann, 2. Bob and Cid"."""
    ranked = sorted(zip(entry.data["places"], entry.data["sides"], strict=True))
    return ", ".join(
        f"{place}. {get_text_list([names[seat] for seat in side], _('and'))}"
        for place, side in ranked
    )


def _names(names: Sequence[str], seats: Sequence[int] | None) -> str:
    if seats is None:
        return _("Everybody who was to move")
    return ", ".join(names[seat] for seat in seats)


_PLAIN: Final[Mapping[str, Callable[[], str]]] = {
    ModerationAction.PAUSE: lambda: _("The game is paused until further notice."),
    ModerationAction.RESUME: lambda: _("The game goes on."),
    ModerationAction.ADJUDICATE: lambda: _("The game was ended, and its result decided."),
    ModerationAction.WITHDRAW_ADJUDICATION: lambda: _(
        "The proposed result was withdrawn: the game goes on."
    ),
    ModerationAction.PROPOSE_VOID: lambda: _(
        "It is proposed to void the game; somebody else must confirm it."
    ),
    ModerationAction.WITHDRAW_VOID: lambda: _("The game is not voided."),
    ModerationAction.VOID: lambda: _("The game is void: it counts for nothing."),
}
