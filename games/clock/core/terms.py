"""Clock terms of a game (time per turn, weekends, bank): limits, presets, and wording."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.core.calendar import NIGHT
from games.clock.core.evenings import EVENING_MINUTES
from games.common.durations import count_minutes, describe_duration, describe_turn
from games.common.errors import Refused
from games.language.bots import bot_label
from games.tables.models import Game

FEWEST_DAYS: Final = 1
MAX_DAYS: Final = 14
MAX_HOURS: Final = 23
MAX_BANK_HOURS: Final = 24 * 30


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a table can change together.

    A turn has days, or hours and then no days, and minutes while everybody is at the page, if these
    are not 0. A cap of 0 hours is a clock without a bank.
    """

    days_per_turn: int = 3
    weekends_off: bool = False
    bank_hours: int = 0
    bank_add_hours: int = 0
    bank_cap_hours: int = 0
    hours_per_turn: int = 0
    evening_minutes: int = 0

    def as_data(self) -> dict[str, Any]:
        """The terms as JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Terms:
        """Return the terms among stored data, with defaults for missing parts."""
        return cls(**{name: data[name] for name in TERMS_FIELDS if name in data})


# Hours at the start, hours that a move adds, most hours; forms use the keys.
BANK_PRESETS: Final[Mapping[str, tuple[int, int, int]]] = {
    "none": (0, 0, 0),
    "small": (48, 4, 72),
    "large": (120, 8, 240),
    "reserve": (336, 0, 336),
}


NIGHT_HOURS: Final = dict(zip(("from", "to"), NIGHT, strict=True))
TERMS_FIELDS: Final = tuple(field.name for field in fields(Terms))


def terms_of(source: object) -> Terms:
    """Return the clock of a game, or of the options of a new one."""
    return Terms(**{name: getattr(source, name) for name in TERMS_FIELDS})


def turn_choice(terms: Terms) -> str:
    """Return the key of a time for a turn in a form: days, or hours with an h.

    >>> turn_choice(Terms(3)), turn_choice(Terms(0, hours_per_turn=4))
    ('3', '4h')
    """
    return f"{terms.hours_per_turn}h" if terms.hours_per_turn else str(terms.days_per_turn)


def parse_turn_choice(choice: str) -> tuple[int, int]:
    """Return the days and the hours per turn, from what `turn_choice` returned."""
    hours = choice.endswith("h")
    number = int(choice.rstrip("h"))
    return (0, number) if hours else (number, 0)


def bank_choice(terms: Terms) -> str:
    """Return the key of a bank in a form: that of a preset, or its three numbers of hours.

    >>> bank_choice(Terms(bank_hours=24, bank_add_hours=2, bank_cap_hours=48))
    '24-2-48'
    """
    bank = (terms.bank_hours, terms.bank_add_hours, terms.bank_cap_hours)
    preset = next((key for key, hours in BANK_PRESETS.items() if hours == bank), "")
    return preset or "-".join(map(str, bank))


def parse_bank_choice(choice: str) -> tuple[int, int, int]:
    """Return the hours at the start, per move and at most, from what `bank_choice` returned."""
    if choice in BANK_PRESETS:
        return BANK_PRESETS[choice]
    first, more, most = map(int, choice.split("-"))
    return first, more, most


def check_terms(terms: Terms) -> None:
    """Check that a clock is playable.

    :raises Refused: if a number is out of range.
    """
    days, hours = terms.days_per_turn, terms.hours_per_turn
    if not (FEWEST_DAYS <= days <= MAX_DAYS if hours == 0 else days == 0 < hours <= MAX_HOURS):
        raise Refused(
            _("The time for a turn is %(fewest)d to %(most)d days, or 1 to %(hours)d hours.")
            % {"fewest": FEWEST_DAYS, "most": MAX_DAYS, "hours": MAX_HOURS}
        )
    if terms.evening_minutes not in EVENING_MINUTES:
        raise Refused(
            _("Choose one of these numbers of minutes for an evening table: %(minutes)s.")
            % {"minutes": ", ".join(map(str, EVENING_MINUTES[1:]))}
        )
    if not 0 <= terms.bank_hours <= terms.bank_cap_hours <= MAX_BANK_HOURS:
        raise Refused(
            _("A time bank holds at most %(most)d hours, and cannot start above its maximum.")
            % {"most": MAX_BANK_HOURS}
        )
    if not 0 <= terms.bank_add_hours <= terms.bank_cap_hours:
        raise Refused(_("A move cannot add more to the time bank than the bank holds."))


def describe_terms(terms: Terms) -> str:
    """Return the terms in words: "3 days per turn, weekends do not count, a bank of …"."""
    parts = [describe_turn(terms.days_per_turn, terms.hours_per_turn)]
    if terms.hours_per_turn:
        parts.append(_("nights (%(from)d:00 to %(to)d:00) do not count") % NIGHT_HOURS)
    if terms.weekends_off:
        parts.append(_("weekends do not count"))
    if terms.evening_minutes:
        parts.append(
            _("%(time)s while everybody is at the page")
            % {"time": count_minutes(terms.evening_minutes)}
        )
    if terms.bank_cap_hours:
        parts.append(describe_bank(terms))
    return ", ".join(parts)


def describe_bank(terms: Terms) -> str:
    """Return the bank of a clock in words."""
    first = describe_duration(timedelta(hours=terms.bank_hours))
    if not terms.bank_add_hours:
        return _("a reserve of %(first)s for the whole game") % {"first": first}
    return _("a time bank of %(first)s; each move adds %(more)s, up to %(most)s") % {
        "first": first,
        "more": describe_duration(timedelta(hours=terms.bank_add_hours)),
        "most": describe_duration(timedelta(hours=terms.bank_cap_hours)),
    }


def absence_rules(game: Game) -> list[str]:
    """Return the absence rules of a table: one sentence for each step."""
    steps = []
    if game.evening_minutes:
        steps.append(
            _(
                "While everybody has the page of the game open, a turn takes up to %(time)s. When "
                "somebody leaves or needs longer, everybody sees it, and the usual time counts "
                "again."
            )
            % {"time": count_minutes(game.evening_minutes)}
        )
    if game.hours_per_turn:
        steps.append(
            _("Your clock stands still at night, from %(from)d:00 to %(to)d:00 in your time zone.")
            % NIGHT_HOURS
        )
    if game.vacation_allowed:
        steps.append(_("Your clock stands still while you are on vacation."))
    else:
        steps.append(_("Vacations do not stop the clock in this game."))
    if terms_of(game).bank_cap_hours:
        steps.append(_("When the time for a turn has run out, your time bank starts to run."))
    if game.vacation_allowed and game.auto_vacation_days:
        steps.append(
            ngettext(
                "Then a vacation of up to %(count)d day begins for you, if you have any left.",
                "Then a vacation of up to %(count)d days begins for you, if you have any left.",
                game.auto_vacation_days,
            )
            % {"count": game.auto_vacation_days}
        )
    steps.append(
        _("Then the clock makes an automatic move for you: usually two cards from the deck.")
    )
    if game.replace_after:
        steps.append(
            ngettext(
                "After %(count)d automatic move the others may vote for a substitute or this bot:"
                " %(bot)s.",
                "After %(count)d automatic moves in a row the others may vote for a "
                "substitute or this bot: %(bot)s.",
                game.replace_after,
            )
            % {"count": game.replace_after, "bot": bot_label(game.replacement_bot)}
        )
    else:
        steps.append(_("Only a director can give your seat to somebody else."))
    return steps
