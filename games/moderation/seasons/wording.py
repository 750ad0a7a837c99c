"""Decisions in a league or a season, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.dates import parse_stamp
from games.leagues.models import Entrance, Entry
from games.leagues.naming import entry_name
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import proposed_entry
from games.moderation.voices import DIVISIONS
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
    if entry.action == ModerationAction.ADD_DIRECTOR:
        if you:
            return _("You are now a director of %(league)s.") % named
        return _("%(name)s is now a director of %(league)s.") % named
    if entry.action == ModerationAction.DROP_DIRECTOR:
        if you:
            return _("You are no longer a director of %(league)s.") % named
        return _("%(name)s is no longer a director of %(league)s.") % named
    if entry.action == ModerationAction.ARCHIVE and entry.subject_id is not None:
        return _("%(league)s was archived: it has no director left.") % named
    if entry.action == ModerationAction.CHANGE_ENTRY:
        named["who"] = str(Entrance(entry.data["who"]).label)
    action = ModerationAction(entry.action)
    return str(_LEAGUE_SENTENCES.get(action, action.label)) % named


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
    say = _SENTENCES.get(entry.action)
    if say is None:
        return str(ModerationAction(entry.action).label)
    return say(entry, names, reader is not None and reader.pk == entry.subject_id)


def _announced(entry: AuditEntry, names: Names, you: bool) -> str:
    return _("The season was announced.")


def _called_off(entry: AuditEntry, names: Names, you: bool) -> str:
    return _("The season was cancelled: no games will begin.")


def _admitted(entry: AuditEntry, names: Names, you: bool) -> str:
    name = _name(entry, "entry", names)
    if entry.undoes_id is not None:
        return _("You play on after all.") if you else _("%(name)s plays on.") % {"name": name}
    if "gone" not in entry.data:
        return (
            _("You were admitted from the reserve list, and now play in the season.")
            if you
            else _("%(name)s was admitted from the reserve list.") % {"name": name}
        )
    gone = _name(entry, "gone", names)
    if you:
        return _("You were admitted from the reserve list, in place of %(gone)s.") % {"gone": gone}
    return _("%(name)s was admitted from the reserve list, in place of %(gone)s.") % {
        "name": name,
        "gone": gone,
    }


def _taken_out(entry: AuditEntry, names: Names, you: bool) -> str:
    said = (
        _("You were removed from the season.")
        if you
        else _("%(name)s was removed from the season.") % {"name": _name(entry, "entry", names)}
    )
    if "substitute" not in entry.data:
        return said
    substitute = _name(entry, "substitute", names)
    goes_on = _("%(name)s takes over the unfinished games.") % {"name": substitute}
    return f"{said} {goes_on}"


def _moved(entry: AuditEntry, names: Names, you: bool) -> str:
    lines = []
    for name, (before, after) in entry.data["dates"].items():
        times = {"before": day(parse_stamp(before)), "after": day(parse_stamp(after))}
        lines.append(str(_DATES[name]) % times)
    return " ".join(lines)


def _opened(entry: AuditEntry, names: Names, you: bool) -> str:
    count = entry.data["players"]
    return ngettext(
        "Division %(tier)d was opened, below the others, for %(count)d player from the "
        "reserve list.",
        "Division %(tier)d was opened, below the others, for %(count)d players from "
        "the reserve list.",
        count,
    ) % {"tier": entry.data["tier"], "count": count}


def _rearranged(entry: AuditEntry, names: Names, you: bool) -> str:
    tier, about = entry.data["tier"], entry.data
    values = {"tier": tier, "next": tier + 1}
    values |= {key: _name(entry, key, names) for key in ("entry", "exchange") if key in about}
    said = [str(_DIVISIONS[entry.action, you]) % values]
    if "exchange" in about:
        said.append(_("%(exchange)s moved the other way.") % values)
    drawn = about.get("drawn_again")
    said.append(
        _("These divisions were drawn again: %(tiers)s.") % {"tiers": ", ".join(map(str, drawn))}
        if drawn
        else _("The draw will take this into account.")
    )
    return " ".join(said)


def _extended(entry: AuditEntry, names: Names, you: bool) -> str:
    said = _("All open turns, and the season, got %(time)s more.") % {
        "time": span(timedelta(minutes=entry.data["minutes"]))
    }
    if "ends_at" not in entry.data:
        return said
    before, after = (day(parse_stamp(at)) for at in entry.data["ends_at"])
    return f"{said} " + str(_DATES["ends_at"]) % {"before": before, "after": after}


def _approved(entry: AuditEntry, names: Names, you: bool) -> str:
    if you:
        return _("Your registration was approved.")
    return _("The registration of %(name)s was approved.") % {"name": _name(entry, "entry", names)}


def _declined(entry: AuditEntry, names: Names, you: bool) -> str:
    if you:
        return _("Your registration was declined.")
    return _("The registration of %(name)s was declined.") % {"name": _name(entry, "entry", names)}


def _written(entry: AuditEntry, names: Names, you: bool) -> str:
    return _("A message was sent to all players.")


def _described(entry: AuditEntry, names: Names, you: bool) -> str:
    return _("The title or the description of the season was changed.")


def _name(entry: AuditEntry, key: str, names: Names) -> str:
    return names.get(entry.data[key]) or _("somebody who has left")


_DATES: Final = {
    "registration_closes_at": gettext_lazy(
        "Registration closes on %(after)s instead of %(before)s."
    ),
    "starts_at": gettext_lazy("The games begin on %(after)s instead of %(before)s."),
    "ends_at": gettext_lazy("The last day is %(after)s instead of %(before)s."),
}
# By action, and whether it is about the reader.
_DIVISIONS: Final[Mapping[tuple[str, bool], Promise]] = {
    (ModerationAction.MOVE_PLAYER, False): gettext_lazy(
        "%(entry)s was moved to division %(tier)d."
    ),
    (ModerationAction.MOVE_PLAYER, True): gettext_lazy("You were moved to division %(tier)d."),
    (ModerationAction.ADD_PLAYER, False): gettext_lazy(
        "%(entry)s was added to division %(tier)d from the reserve list."
    ),
    (ModerationAction.ADD_PLAYER, True): gettext_lazy(
        "You were added to division %(tier)d from the reserve list."
    ),
    (ModerationAction.MERGE, False): gettext_lazy("Divisions %(tier)d and %(next)d were merged."),
    (ModerationAction.SPLIT, False): gettext_lazy("Division %(tier)d was split in two."),
}
_SENTENCES: Final[Mapping[str, Callable[[AuditEntry, Names, bool], str]]] = {
    ModerationAction.ANNOUNCE: _announced,
    ModerationAction.CALL_OFF: _called_off,
    ModerationAction.ADMIT: _admitted,
    ModerationAction.TAKE_OUT: _taken_out,
    ModerationAction.MOVE_DATES: _moved,
    ModerationAction.OPEN_DIVISION: _opened,
    **dict.fromkeys(DIVISIONS, _rearranged),
    ModerationAction.EXTEND_SEASON: _extended,
    ModerationAction.APPROVE: _approved,
    ModerationAction.DECLINE: _declined,
    ModerationAction.WRITE: _written,
    ModerationAction.DESCRIBE: _described,
}
