"""Checks of the parts of a plan; each fault is a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

import engine
from games.clock.core.evenings import EVENING_MINUTES
from games.clock.core.terms import MAX_BANK_HOURS, MAX_DAYS, MAX_HOURS, Terms, check_terms
from games.common.errors import Refused
from games.language.boards import board_name
from games.leagues.rules.pairing import PairingObstacle, pairing_obstacle
from games.leagues.rules.schedule import GameKind
from games.leagues.rules.standings import DEFAULT_POINTS, MAX_POINTS
from games.tables.models import Game, PlanPace
from games.tables.plan_choice import PLAN_FIELDS, check_plans

DATES: Final = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
LONGEST_SEASON: Final = timedelta(days=2 * 365)
SHORTEST_SEASON: Final = timedelta(days=7)
# The fields of Game that make its clock and its absence policy, with their allowed values.
CLOCK_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "days_per_turn": (0, MAX_DAYS),
    "hours_per_turn": (0, MAX_HOURS),
    "evening_minutes": (0, EVENING_MINUTES[-1]),
    "weekends_off": (0, 1),
    "bank_hours": (0, MAX_BANK_HOURS),
    "bank_add_hours": (0, MAX_BANK_HOURS),
    "bank_cap_hours": (0, MAX_BANK_HOURS),
    "vacation_allowed": (0, 1),
    "auto_vacation_days": (0, 14),
    "replace_after": (0, 10),
}


class SeasonCannotBePaired(Refused):
    """These players cannot be seated at such tables; the text says why and suggests numbers."""


def check_pairing(players: int, kinds: Sequence[GameKind], *, paired: bool = False) -> None:
    """Check that n players can be paired.

    :raises SeasonCannotBePaired: if not.
    """
    if obstacle := pairing_obstacle(players, kinds, paired=paired):
        raise SeasonCannotBePaired(_obstacle_text(obstacle))


def _obstacle_text(obstacle: PairingObstacle) -> str:
    kind = obstacle.kind
    values = {
        "players": obstacle.players,
        "games": kind.games_each,
        "board": board_name(engine.load_board(kind.board)),
        "sizes": ", ".join(map(str, kind.table_sizes)),
    }
    if obstacle.splits_units:
        return _("%(players)d players cannot be split into pairs.") % values
    if obstacle.too_few:
        return (
            _(
                "A table on %(board)s has %(sizes)s seats, more than there are "
                "players: %(players)d. Find more players, or choose smaller tables."
            )
            % values
        )
    values["near"] = ", ".join(map(str, obstacle.nearest_counts())) or "–"
    return (
        _(
            "%(players)d players cannot each play %(games)d games on %(board)s at "
            "tables of %(sizes)s: the seats do not work out. Allow another table size, "
            "change the number of games, or choose another number of players: %(near)s."
        )
        % values
    )


def check_points(points: Mapping[int, Sequence[int]], sides: Sequence[int]) -> None:
    """Check that the points fit tables of n sides.

    :raises Refused: if a table has none or too few of them, or a better place is worth less.
    """
    for count in sides:
        worth = points.get(count, ())
        if len(worth) != count:
            raise Refused(
                _(
                    "A table with %(count)d sides needs %(count)d numbers of points, "
                    "first place first, such as: %(usual)s."
                )
                % {"count": count, "usual": " ".join(map(str, DEFAULT_POINTS[count]))}
            )
        if any(not 0 <= number <= MAX_POINTS for number in worth):
            raise Refused(_("Points must be between 0 and %(most)d.") % {"most": MAX_POINTS})
        if list(worth) != sorted(worth, reverse=True) or worth[0] == worth[-1]:
            raise Refused(
                _("A better place must be worth more than a worse one, unlike %(points)s.")
                % {"points": " ".join(map(str, worth))}
            )


def check_clock(clock: Mapping[str, Any]) -> None:
    """Check that games can be played with this clock, absence policy and choice of plans.

    :raises Refused: if not.
    """
    check_plans(clock.get("plans"), clock.get("plan_pace", PlanPace.MINUTES))
    for name, value in clock.items():
        if name in PLAN_FIELDS:
            continue
        if name not in CLOCK_BOUNDS:
            raise Refused(_("The clock has no setting “%(name)s”.") % {"name": name[:30]})
        least, most = CLOCK_BOUNDS[name]
        if not least <= value <= most:
            raise Refused(
                _("%(name)s must be between %(least)d and %(most)d.")
                % {
                    "name": getattr(Game._meta.get_field(name), "verbose_name", name),
                    "least": least,
                    "most": most,
                }
            )
    check_terms(Terms.from_data(clock))


def check_date_order(dates: Mapping[str, datetime]) -> None:
    """Check the order of the `DATES` of a season, and its length.

    :raises Refused: if not.
    """
    opens, closes, starts, ends = (dates[name] for name in DATES)
    if not opens < closes <= starts:
        raise Refused(
            _("Registration must open, then close, and then the season starts: check the dates.")
        )
    if not SHORTEST_SEASON <= ends - starts <= LONGEST_SEASON:
        raise Refused(
            _("A season lasts at least %(days)d days and at most two years.")
            % {"days": SHORTEST_SEASON.days}
        )
