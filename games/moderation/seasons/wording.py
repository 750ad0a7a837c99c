"""Decisions in a league or a season, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.dates import parse_stamp
from games.leagues.models import Entrance, Entry
from games.leagues.naming import entry_name
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import proposed_entry
from games.moderation.sentences import say, say_to
from games.moderation.wording import (
    ANSWERS_WITHOUT_REASON,
    answer_sentence,
    day,
    proposed,
    span,
)
from games.people.models import Person


def league_sentence(entry: AuditEntry, subject: str, reader: Person | None = None) -> str:
    """A decision about a league as a sentence for ``reader``, or for everybody.

    :param subject: the name of whom it is about.
    """
    assert entry.league is not None
    named = {"name": subject, "league": entry.league.name}
    you = reader is not None and reader.pk == entry.subject_id
    action = ModerationAction(entry.action)
    if action == ModerationAction.ARCHIVE and entry.subject_id is not None:
        return say("league", "archived_alone") % named
    if action == ModerationAction.CHANGE_ENTRY:
        named["who"] = str(Entrance(entry.data["who"]).label)
    return (say_to("league", action, you=you) or str(action.label)) % named


Names = Mapping[int, str]
Values = Mapping[str, Any]
"""The data of an audit entry, with names in place of the ids of entries."""
ENTRY_KEYS: Final = ("entry", "gone", "substitute", "exchange")
"""The keys in the data of an audit entry that hold the id of an entry of a season."""


def names_of_entries(entries: Iterable[AuditEntry]) -> Names:
    """The names of the players in entries of seasons, by id: one query."""
    data = [{**entry.data, **entry.data.get("outcome", {})} for entry in entries]
    wanted = {one[key] for one in data for key in ENTRY_KEYS if key in one}
    found = Entry.objects.filter(pk__in=wanted).select_related("person")
    return {entry.pk: entry_name(entry) for entry in found}


def season_sentence(entry: AuditEntry, names: Names, reader: Person | None = None) -> str:
    """A decision in a season as a sentence for ``reader``, or for everybody."""
    if entry.action == ModerationAction.PROPOSE:
        return proposed(season_sentence(proposed_entry(entry), names))
    if entry.action in ANSWERS_WITHOUT_REASON:
        return answer_sentence(entry)
    you = reader is not None and reader.pk == entry.subject_id
    values = dict(entry.data)
    for key in ENTRY_KEYS:
        if key in entry.data:
            values[key] = names.get(entry.data[key]) or _("somebody who has left")
    values["name"] = values.get("entry")
    said = say_to("season", _kind(entry), you=you)
    lines = [said % values] if said else []
    if (more := _MORE.get(entry.action)) is not None:
        lines += more(values)
    return " ".join(lines) or str(ModerationAction(entry.action).label)


def _kind(entry: AuditEntry) -> str:
    """The key of the sentence about a decision."""
    if entry.action != ModerationAction.ADMIT:
        return entry.action
    if entry.undoes_id is not None:
        return "plays_on"
    return "in_place_of" if "gone" in entry.data else entry.action


def _taken_out(values: Values) -> list[str]:
    if "substitute" not in values:
        return []
    return [_("%(name)s takes over the unfinished games.") % {"name": values["substitute"]}]


def _moved(values: Values) -> list[str]:
    return [
        say("dates", name) % {"before": day(parse_stamp(before)), "after": day(parse_stamp(after))}
        for name, (before, after) in values["dates"].items()
    ]


def _opened(values: Values) -> list[str]:
    count = values["players"]
    said = ngettext(
        "Division %(tier)d was opened, below the others, for %(count)d player from the "
        "reserve list.",
        "Division %(tier)d was opened, below the others, for %(count)d players from "
        "the reserve list.",
        count,
    )
    return [said % {"tier": values["tier"], "count": count}]


def _rearranged(values: Values) -> list[str]:
    lines = []
    if "exchange" in values:
        lines.append(_("%(exchange)s moved the other way.") % values)
    if "drawn_again" in values:
        tiers = ", ".join(map(str, values["drawn_again"]))
        return [*lines, _("These divisions were drawn again: %(tiers)s.") % {"tiers": tiers}]
    return [*lines, _("The draw will take this into account.")]


def _merged(values: Values) -> list[str]:
    both = {"tier": values["tier"], "next": values["tier"] + 1}
    return [_("Divisions %(tier)d and %(next)d were merged.") % both, *_rearranged(values)]


def _extended(values: Values) -> list[str]:
    time = span(timedelta(minutes=values["minutes"]))
    lines = [_("All open turns, and the season, got %(time)s more.") % {"time": time}]
    if "ends_at" in values:
        lines += _moved({"dates": {"ends_at": values["ends_at"]}})
    return lines


# What is said after that.
_MORE: Final[Mapping[str, Callable[[Values], list[str]]]] = {
    ModerationAction.TAKE_OUT: _taken_out,
    ModerationAction.MOVE_DATES: _moved,
    ModerationAction.OPEN_DIVISION: _opened,
    ModerationAction.MOVE_PLAYER: _rearranged,
    ModerationAction.ADD_PLAYER: _rearranged,
    ModerationAction.MERGE: _merged,
    ModerationAction.SPLIT: _rearranged,
    ModerationAction.EXTEND_SEASON: _extended,
}
