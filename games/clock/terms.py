"""The clock of a game as it is agreed upon: how long a turn takes, weekends, the bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.tables.models import Game

FEWEST_DAYS: Final = 1
MOST_DAYS: Final = 14
MOST_BANK_HOURS: Final = 24 * 30


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table can change together. A cap of 0 hours is a clock without a bank."""

    days_per_turn: int = 3
    weekends_off: bool = False
    bank_hours: int = 0
    bank_add_hours: int = 0
    bank_cap_hours: int = 0

    def as_data(self) -> dict[str, Any]:
        """Gets the terms as JSON."""
        return asdict(self)


# Hours at the start, hours that a move adds, most hours; the keys stand in forms.
BANKS: Final[Mapping[str, tuple[int, int, int]]] = {
    "none": (0, 0, 0),
    "small": (48, 4, 72),
    "large": (120, 8, 240),
    "reserve": (336, 0, 336),
}


def terms_of(game: Game) -> Terms:
    """Gets the clock that a game has."""
    return Terms(
        days_per_turn=game.days_per_turn,
        weekends_off=game.weekends_off,
        bank_hours=game.bank_hours,
        bank_add_hours=game.bank_add_hours,
        bank_cap_hours=game.bank_cap_hours,
    )


def bank_choice(terms: Terms) -> str:
    """The key under which a form offers a bank: that of a preset, or its three numbers of hours.

    >>> bank_choice(Terms(bank_hours=24, bank_add_hours=2, bank_cap_hours=48))
    '24-2-48'
    """
    bank = (terms.bank_hours, terms.bank_add_hours, terms.bank_cap_hours)
    preset = next((key for key, hours in BANKS.items() if hours == bank), "")
    return preset or "-".join(map(str, bank))


def read_bank(choice: str) -> tuple[int, int, int]:
    """The hours at the start, those that a move adds and the most, of what `bank_choice` made."""
    if choice in BANKS:
        return BANKS[choice]
    first, more, most = map(int, choice.split("-"))
    return first, more, most


def check_terms(terms: Terms) -> None:
    """Makes sure that a clock can be played by.

    :raises Refused: if a number is out of range.
    """
    if not FEWEST_DAYS <= terms.days_per_turn <= MOST_DAYS:
        raise Refused(
            _("A turn takes %(fewest)d to %(most)d days.")
            % {"fewest": FEWEST_DAYS, "most": MOST_DAYS}
        )
    if not 0 <= terms.bank_hours <= terms.bank_cap_hours <= MOST_BANK_HOURS:
        raise Refused(
            _("A bank holds at most %(most)d hours, and no more at the start than later.")
            % {"most": MOST_BANK_HOURS}
        )
    if not 0 <= terms.bank_add_hours <= terms.bank_cap_hours:
        raise Refused(_("A move cannot add more to a bank than the bank holds."))
