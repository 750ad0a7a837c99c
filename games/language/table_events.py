"""Sentences of the events that the site itself logs (type table.*)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import event_types
from games.common.dates import DateFormat, format_datetime

Data = Mapping[str, Any]


def describe_table_event(
    type_: str, data: Data, *, names: Sequence[str], seat: int | None = None
) -> str | None:
    """The line of an event of the table, or None where there is nothing to tell.

    In the active language and time zone; ``seat`` is the reader's, None for a spectator.
    """
    line = DESCRIBERS.get(type_)
    return line(data, names, seat) if line else None


def _deadline_missed(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("Your time ran out, so the clock made an automatic move for you.")
    return _("Time ran out for %(name)s, so the clock made an automatic move.") % {
        "name": names[data["seat"]]
    }


def _deadlines_moved(data: Data, names: Sequence[str], seat: int | None) -> str:
    return _(
        "The clock stood still from %(since)s to %(until)s, and all deadlines moved by that time."
    ) % {"since": _short_datetime(data["since"]), "until": _short_datetime(data["until"])}


def _paused(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["until"]:
        return _("The game was paused until %(until)s.") % {"until": _short_datetime(data["until"])}
    return _("The game was paused.")


def _resumed(data: Data, names: Sequence[str], seat: int | None) -> str:
    return _("The game goes on, with everybody's remaining time as it was.")


def _clock_switched(data: Data, names: Sequence[str], seat: int | None) -> str:
    days = ngettext("%(count)d day per turn", "%(count)d days per turn", data["days_per_turn"])
    return _("From here on the game has another clock: %(pace)s. Open turns started again.") % {
        "pace": days % {"count": data["days_per_turn"]}
    }


def _extended(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seats"] == [seat]:
        return _("A director gave you more time.")
    who = [names[number] for number in data["seats"]]
    return _("A director gave %(names)s more time.") % {"names": ", ".join(who)}


def _excused(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("A director excused your missed turn.")
    return _("A director excused a missed turn of %(name)s.") % {"name": names[data["seat"]]}


def _shortened(data: Data, names: Sequence[str], seat: int | None) -> str:
    if seat in data["seats"]:
        return _(
            "A director took back time that had been given to you. Your time runs out at %(due)s."
        ) % {"due": _short_datetime(data["due"][str(seat)])}
    who = [names[number] for number in data["seats"]]
    return _("A director took back time given to %(names)s.") % {"names": ", ".join(who)}


def _counted(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("A missed turn of yours that had been excused counts again.")
    return _("A missed turn of %(name)s that had been excused counts again.") % {
        "name": names[data["seat"]]
    }


def _away(data: Data, names: Sequence[str], seat: int | None) -> str:
    until = _short_datetime(data["until"])
    if data["seat"] == seat:
        return _("Your time ran out, and a vacation began for you, until %(until)s.") % {
            "until": until
        }
    return _("Time ran out for %(name)s, and a vacation began automatically, until %(until)s.") % {
        "name": names[data["seat"]],
        "until": until,
    }


def _seat_opened(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _(
            "Your table is looking for somebody to play on for you. Make a move to keep your seat."
        )
    return _("The table is looking for somebody to play on for %(name)s.") % {
        "name": names[data["seat"]]
    }


def _seat_kept(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("You are back in your seat.")
    return _("%(name)s is back.") % {"name": names[data["seat"]]}


def _seat_replaced(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("From here on you play in this seat; before that, somebody else did.")
    if data["by"] == "bot":
        return _("From here on a bot plays in the seat of %(name)s; before that, a person did.") % {
            "name": names[data["seat"]]
        }
    return _("From here on %(name)s plays in this seat; before that, somebody else did.") % {
        "name": names[data["seat"]]
    }


def _branched(data: Data, names: Sequence[str], seat: int | None) -> str:
    return _(
        "From here on this is a practice game: it began at event %(seq)d of game %(code)s."
    ) % {
        "seq": data["seq"],
        "code": data["game"],
    }


def _adjudicated(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data.get("by") == "vote":
        return _("All players agreed to end the game, with places by the points on the board.")
    if data.get("by") == "player":
        return _("The game was ended early, with places by the points on the board.")
    return _("A director ended the game and decided its result.")


def _voided(data: Data, names: Sequence[str], seat: int | None) -> str:
    return _("The game was voided: it does not count.")


def _decision(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["deed"] == "nudge":
        return _("A director asks the players whose turn it is to move. See Decisions.")
    if data["deed"] == "propose_adj":
        return _("A result has been proposed for this game. See Decisions.")
    if data["deed"] == "withdraw_adj":
        return _("The proposed result was withdrawn. See Decisions.")
    if data["deed"] == "propose_void":
        return _("It has been proposed to void this game. See Decisions.")
    if data["deed"] == "withdraw_void":
        return _("The proposal to void this game was withdrawn. See Decisions.")
    if data["deed"] == "propose":
        return _("A decision has been proposed. See Decisions.")
    if data["deed"] == "withdraw":
        return _("A proposed decision was withdrawn. See Decisions.")
    return _("A director has explained a decision. See Decisions.")


def _short_datetime(stamp: str) -> str:
    return format_datetime(datetime.fromisoformat(stamp), DateFormat.MONTH_TIME)


DESCRIBERS: Mapping[str, Callable[[Data, Sequence[str], int | None], str]] = {
    event_types.DEADLINE_MISSED: _deadline_missed,
    event_types.DEADLINES_MOVED: _deadlines_moved,
    event_types.PAUSED: _paused,
    event_types.RESUMED: _resumed,
    event_types.CLOCK_SWITCHED: _clock_switched,
    event_types.DEADLINE_EXTENDED: _extended,
    event_types.DEADLINE_SHORTENED: _shortened,
    event_types.MISS_EXCUSED: _excused,
    event_types.MISS_COUNTED: _counted,
    event_types.AWAY: _away,
    event_types.SEAT_OPENED: _seat_opened,
    event_types.SEAT_KEPT: _seat_kept,
    event_types.SEAT_REPLACED: _seat_replaced,
    event_types.BRANCHED: _branched,
    event_types.ADJUDICATED: _adjudicated,
    event_types.VOIDED: _voided,
    event_types.DECISION: _decision,
}
