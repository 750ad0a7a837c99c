"""Decisions in a league or a season, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.dates import parse_stamp
from games.leagues.models import Entrance, Entry
from games.leagues.naming import entry_name
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import proposed_entry
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
    if (entry.action, you) in _DIRECTORS:
        return str(_DIRECTORS[entry.action, you]) % named
    if entry.action == ModerationAction.ARCHIVE and entry.subject_id is not None:
        return _("%(league)s was archived: it has no director left.") % named
    if entry.action == ModerationAction.CHANGE_ENTRY:
        named["who"] = str(Entrance(entry.data["who"]).label)
    action = ModerationAction(entry.action)
    return str(_LEAGUE_SENTENCES.get(action, action.label)) % named


# By action, and whether it is about the reader.
_DIRECTORS: Final[Mapping[tuple[str, bool], Promise]] = {
    (ModerationAction.ADD_DIRECTOR, False): gettext_lazy(
        "%(name)s is now a director of %(league)s."
    ),
    (ModerationAction.ADD_DIRECTOR, True): gettext_lazy("You are now a director of %(league)s."),
    (ModerationAction.DROP_DIRECTOR, False): gettext_lazy(
        "%(name)s is no longer a director of %(league)s."
    ),
    (ModerationAction.DROP_DIRECTOR, True): gettext_lazy(
        "You are no longer a director of %(league)s."
    ),
}
_LEAGUE_SENTENCES: Final = {
    ModerationAction.DESCRIBE: gettext_lazy(
        "The name or the description of %(league)s was changed."
    ),
    ModerationAction.ARCHIVE: gettext_lazy("%(league)s was archived: it plans no more seasons."),
    ModerationAction.BRING_BACK: gettext_lazy("%(league)s was brought back."),
    ModerationAction.CHANGE_ENTRY: gettext_lazy("%(league)s is now open to %(who)s."),
    ModerationAction.NEW_LINK: gettext_lazy("%(league)s has a new invitation link."),
    ModerationAction.RATE_LEAGUE: gettext_lazy(
        "Games of %(league)s that begin from now on count for ratings."
    ),
}


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
    said = _SENTENCES.get(_kind(entry), ())
    lines = [str(said[-1] if you else said[0]) % values] if said else []
    if (more := _MORE.get(entry.action)) is not None:
        lines += more(values)
    return " ".join(lines) or str(ModerationAction(entry.action).label)


def _kind(entry: AuditEntry) -> str:
    """The key of the sentence about a decision."""
    if entry.action != ModerationAction.ADMIT:
        return entry.action
    if entry.undoes_id is not None:
        return "plays on"
    return "in place of" if "gone" in entry.data else entry.action


def _taken_out(values: Values) -> list[str]:
    if "substitute" not in values:
        return []
    return [_("%(name)s takes over the unfinished games.") % {"name": values["substitute"]}]


def _moved(values: Values) -> list[str]:
    return [
        str(_DATES[name]) % {"before": day(parse_stamp(before)), "after": day(parse_stamp(after))}
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


_DATES: Final = {
    "registration_closes_at": gettext_lazy(
        "Registration closes on %(after)s instead of %(before)s."
    ),
    "starts_at": gettext_lazy("The games begin on %(after)s instead of %(before)s."),
    "ends_at": gettext_lazy("The last day is %(after)s instead of %(before)s."),
}
# For everybody, and for the one whom it is about.
_SENTENCES: Final[Mapping[str, tuple[Promise, ...]]] = {
    ModerationAction.ANNOUNCE: (gettext_lazy("The season was announced."),),
    ModerationAction.CALL_OFF: (gettext_lazy("The season was cancelled: no games will begin."),),
    ModerationAction.ADMIT: (
        gettext_lazy("%(name)s was admitted from the reserve list."),
        gettext_lazy("You were admitted from the reserve list, and now play in the season."),
    ),
    "plays on": (gettext_lazy("%(name)s plays on."), gettext_lazy("You play on after all.")),
    "in place of": (
        gettext_lazy("%(name)s was admitted from the reserve list, in place of %(gone)s."),
        gettext_lazy("You were admitted from the reserve list, in place of %(gone)s."),
    ),
    ModerationAction.TAKE_OUT: (
        gettext_lazy("%(name)s was removed from the season."),
        gettext_lazy("You were removed from the season."),
    ),
    ModerationAction.MOVE_PLAYER: (
        gettext_lazy("%(entry)s was moved to division %(tier)d."),
        gettext_lazy("You were moved to division %(tier)d."),
    ),
    ModerationAction.ADD_PLAYER: (
        gettext_lazy("%(entry)s was added to division %(tier)d from the reserve list."),
        gettext_lazy("You were added to division %(tier)d from the reserve list."),
    ),
    ModerationAction.SPLIT: (gettext_lazy("Division %(tier)d was split in two."),),
    ModerationAction.APPROVE: (
        gettext_lazy("The registration of %(name)s was approved."),
        gettext_lazy("Your registration was approved."),
    ),
    ModerationAction.DECLINE: (
        gettext_lazy("The registration of %(name)s was declined."),
        gettext_lazy("Your registration was declined."),
    ),
    ModerationAction.WRITE: (gettext_lazy("A message was sent to all players."),),
    ModerationAction.DESCRIBE: (
        gettext_lazy("The title or the description of the season was changed."),
    ),
}
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
