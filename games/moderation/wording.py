"""Decisions in a game or about a person, as sentences for mails, pages and the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.common.dates import DateFormat, format_datetime, parse_stamp
from games.moderation.fair_play import FairPlayLine
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.proposals import due_at, proposed_entry
from games.moderation.sentences import say
from games.people.sanctions import Sanction, SanctionKind
from games.votes.models import Vote
from games.votes.wording import describe_proposal


def game_sentence(entry: AuditEntry, names: Sequence[str]) -> str:
    """A decision in a game as a sentence for those who play it.

    :param names: those of its seats.
    """
    data = entry.data
    if entry.action == ModerationAction.PAUSE and data.get("until"):
        return _("The game is paused until %(until)s.") % {"until": day(parse_stamp(data["until"]))}
    if entry.action == ModerationAction.REPLACE:
        return _replaced(entry, names)
    if entry.action == ModerationAction.TAKE_BACK:
        return _taken_back(entry, names)
    if entry.action == ModerationAction.PROPOSE:
        return proposed(_proposed_in_game(proposed_entry(entry), names))
    if entry.action in ANSWERS_WITHOUT_REASON:
        return answer_sentence(entry)
    sentence = say("game", entry.action)
    if not sentence:
        return str(ModerationAction(entry.action).label)
    seats = [data["seat"]] if "seat" in data else data.get("seats")
    values = {"names": _names(names, seats)}
    if "minutes" in data:
        values["time"] = span(timedelta(minutes=data["minutes"]))
    if "sides" in data:
        values["result"] = _ranking(entry, names)
    if "vote" in data:
        values["proposal"] = describe_proposal(Vote.objects.get(pk=data["vote"]), names)
    return sentence % values


def person_sentence(entry: AuditEntry) -> str:
    """A decision about a person as a sentence for that person."""
    sanction = Sanction.objects.filter(pk=entry.data.get("sanction")).first()
    until = sanction.until if sanction else None
    sentence = say("person_until", entry.action) if until else ""
    sentence = sentence or say("person", entry.action)
    if not sentence or (sanction is None and entry.action in _ABOUT_SANCTIONS):
        return str(ModerationAction(entry.action).label)
    return sentence % {
        "until": day(until) if until else "",
        "kind": SanctionKind(sanction.kind).label if sanction else "",
    }


ANSWERS_WITHOUT_REASON: Final = (ModerationAction.WITHDRAW, ModerationAction.OBJECT)


def proposed(sentence: str) -> str:
    """A proposal as a sentence, from that of what would be done."""
    return _("Proposed: %(sentence)s") % {"sentence": sentence}


def next_step(entry: AuditEntry) -> str:
    """What happens next with an open proposal, as a sentence; "" for any other entry."""
    if entry.action != ModerationAction.PROPOSE:
        return ""
    due = due_at(entry)
    if due is None:
        return _("Somebody who does not play here must confirm it.")
    return _("This is done on %(day)s unless a player objects; a moderator decides then.") % {
        "day": day(due)
    }


def answer_sentence(entry: AuditEntry) -> str:
    """A withdrawn proposal, or an objection to one, as a sentence."""
    if entry.action == ModerationAction.OBJECT:
        return _("A player objected to the proposal, so a moderator will decide.")
    if entry.data.get("lapsed"):
        return _("The proposal is no longer possible, so it was withdrawn.")
    return _("The proposal was withdrawn.")


def role_sentence(entry: AuditEntry, name: str = "") -> str:
    """The sentence that says who decided: by name if players read it, or by role alone."""
    if entry.role == Role.PLAYER:
        return _("Until then nothing changes.")
    if name:
        conflict = conflict_text(entry)
        role = str(Role(entry.role).label)
        who = f"{name} ({role}), {conflict}" if conflict else f"{name} ({role})"
        return _("Decided by: %(who)s.") % {"who": who}
    if entry.role == Role.DIRECTOR:
        return _("A director of the league made this decision.")
    return _("A moderator made this decision.")


def conflict_text(entry: AuditEntry) -> str:
    """The conflict of interest of the decider, as a clause; "" for none."""
    return say("conflict", entry.data.get("plays", ""))


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
        return _("A substitute is being sought for %(names)s.") % {"names": name}
    return _("%(names)s is now playing in a seat that somebody else had.") % {"names": name}


def _proposed_in_game(entry: AuditEntry, names: Sequence[str]) -> str:
    """The proposed action as a sentence: the player to be replaced is still there."""
    by = entry.data.get("by") if entry.action == ModerationAction.REPLACE else None
    if by == "bot":
        return _("A bot takes over the seat of %(name)s.") % {"name": names[entry.data["seat"]]}
    if by == "back":
        return _("The seat of %(name)s goes back to its previous player.") % {
            "name": names[entry.data["seat"]]
        }
    return game_sentence(entry, names)


def line_sentence(entry: AuditEntry) -> str:
    """The line of fair play that a decision about a person names; "" for none."""
    line = entry.data.get("line", "")
    if line not in FairPlayLine.values:
        return ""
    return _("It is about this line of fair play: %(line)s.") % {"line": FairPlayLine(line).label}


def _taken_back(entry: AuditEntry, names: Sequence[str]) -> str:
    line = _("The game was taken back to event %(to)d, and all unseen cards were reshuffled.") % {
        "to": entry.data["to"]
    }
    learnt = entry.data.get("learnt")
    if learnt:
        return f"{line} " + _("By then, these players had seen something hidden: %(names)s.") % {
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
        return _("Everybody whose turn it was")
    return ", ".join(names[seat] for seat in seats)


_ABOUT_SANCTIONS: Final = (ModerationAction.LIFT, ModerationAction.DENY_APPEAL)
