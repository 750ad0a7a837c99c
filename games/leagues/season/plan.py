"""Plan a season: checked as a whole, then stored as one row."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.clock.core.evenings import EVENING_MINUTES
from games.clock.core.terms import MAX_BANK_HOURS, MAX_DAYS, MAX_HOURS, Terms, check_terms
from games.common.errors import Refused
from games.language.boards import board_name
from games.leagues.league import check_not_archived, require_planner
from games.leagues.models import Entrance, League, Partners, Season
from games.leagues.rules.pairing import PairingObstacle, can_pair, pairing_obstacle
from games.leagues.rules.schedule import GameKind
from games.leagues.rules.standings import DEFAULT_POINTS, MAX_POINTS
from games.leagues.season.locking import lock_season
from games.lobby.options import known_board, takes_players
from games.people.models import Person
from games.tables.models import Game, PlanPace
from games.tables.plan_choice import PLAN_FIELDS, check_plans

MAX_KINDS: Final = 4
MAX_GAMES: Final = 20
LARGEST_DIVISION: Final = 500
HIGHEST_RATING: Final = 4_000
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


@dataclass(frozen=True, slots=True)
class Plan:
    """All fields of a season except its league, named as in the model Season."""

    kinds: tuple[GameKind, ...]
    division_size: int
    promote: int
    relegate: int
    registration_opens_at: datetime
    registration_closes_at: datetime
    starts_at: datetime
    ends_at: datetime
    points: Mapping[int, Sequence[int]] = field(default_factory=lambda: DEFAULT_POINTS)
    clock: Mapping[str, Any] = field(default_factory=dict)
    partners: Partners = Partners.ROTATING
    most_players: int | None = None
    least_rating: int | None = None
    most_rating: int | None = None
    least_reliability: int | None = None
    by_approval: bool = False
    bot_accounts: bool = False
    clubmates_apart: bool = False
    confirmation: bool = False

    @property
    def paired(self) -> bool:
        """Whether pairs register together and stay together."""
        return self.partners == Partners.FIXED


def game_kind(board: str, seats: Sequence[int], games: int) -> GameKind:
    """Return a kind of game with the team size of its board.

    :raises Refused: if the board is unknown.
    """
    teams = known_board(board).teams
    return GameKind(board, tuple(seats), games, teams.size if teams else 1)


def side_counts(kinds: Sequence[GameKind]) -> list[int]:
    """Return the distinct numbers of sides at tables of these kinds."""
    return sorted({size // kind.team_size for kind in kinds for size in kind.table_sizes})


def check_plan(plan: Plan, *, now: datetime) -> None:
    """Check that a season can be held as planned.

    :raises SeasonCannotBePaired: if a full division cannot be paired.
    :raises Refused: if anything else is invalid; the text says what.
    """
    _check_kinds(plan)
    check_points(plan.points, side_counts(plan.kinds))
    check_clock(plan.clock)
    _check_divisions(plan)
    _check_admission(plan)
    _check_times(plan, now)


def _check_kinds(plan: Plan) -> None:
    if not 1 <= len(plan.kinds) <= MAX_KINDS:
        raise Refused(
            _("A season can have up to %(most)d kinds of game, and needs at least one.")
            % {"most": MAX_KINDS}
        )
    if len({kind.board for kind in plan.kinds}) < len(plan.kinds):
        raise Refused(_("Name each board only once, with all the table sizes allowed."))
    for kind in plan.kinds:
        board = engine.load_board(kind.board)
        if not kind.table_sizes or set(kind.table_sizes) - set(board.seat_counts):
            raise Refused(takes_players(board))
        if not 1 <= kind.games_each <= MAX_GAMES:
            raise Refused(
                _("Everybody plays 1 to %(most)d games on %(board)s.")
                % {"most": MAX_GAMES, "board": board_name(board)}
            )
    if plan.paired and all(kind.team_size == 1 for kind in plan.kinds):
        raise Refused(_("Pairs need a board that is played in teams."))


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


def _check_divisions(plan: Plan) -> None:
    if not 2 <= plan.division_size <= LARGEST_DIVISION:
        raise Refused(_("A division has 2 to %(most)d players.") % {"most": LARGEST_DIVISION})
    check_pairing(plan.division_size, plan.kinds, paired=plan.paired)
    if plan.promote < 0 or plan.relegate < 0:
        raise Refused(_("The number of players promoted or relegated cannot be negative."))
    if plan.promote + plan.relegate > plan.division_size - 1:
        raise Refused(
            _(
                "With %(size)d players, %(promote)d cannot be promoted and "
                "%(relegate)d relegated: at least one has to stay."
            )
            % {
                "size": plan.division_size,
                "promote": plan.promote,
                "relegate": plan.relegate,
            }
        )
    if plan.most_players is not None and plan.most_players < min(
        min(kind.table_sizes) for kind in plan.kinds
    ):
        raise Refused(_("That is too few players to fill a table."))


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


def _check_admission(plan: Plan) -> None:
    for rating in (plan.least_rating, plan.most_rating):
        if rating is not None and not 0 <= rating <= HIGHEST_RATING:
            raise Refused(_("A rating must be between 0 and %(most)d.") % {"most": HIGHEST_RATING})
    least, most = plan.least_rating, plan.most_rating
    if least is not None and most is not None and least > most:
        raise Refused(_("The minimum rating is above the maximum. Swap them."))
    if plan.least_reliability is not None and not 1 <= plan.least_reliability <= 100:
        raise Refused(_("The share of turns on time must be between 1 and 100%."))


def _check_times(plan: Plan, now: datetime) -> None:
    if plan.registration_closes_at <= now:
        raise Refused(_("Registration would already be over. Choose later dates."))
    check_date_order({name: getattr(plan, name) for name in DATES})


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


def game_kinds(season: Season) -> list[GameKind]:
    """Return the kinds of game of a season."""
    return [game_kind(kind["board"], kind["seats"], kind["games"]) for kind in season.kinds]


def points_by_place(season: Season) -> Mapping[int, list[int]]:
    """Return the league points by place, for each number of sides; JSON keys are text."""
    return {int(sides): worth for sides, worth in season.points.items()}


def can_play(season: Season, players: int) -> bool:
    """Whether a division of n players can be paired."""
    return can_pair(players, game_kinds(season), paired=season.paired)


def check_players(season: Season, players: int) -> None:
    """Check that a division of n players can be paired.

    :raises SeasonCannotBePaired: if not.
    """
    check_pairing(players, game_kinds(season), paired=season.paired)


@transaction.atomic
def plan_season(*, league: League, director: Person, plan: Plan, now: datetime) -> Season:
    """Store the plan of the next season of a league, with a fresh random seed.

    :raises SeasonCannotBePaired: if its divisions cannot be paired.
    :raises Refused: if anything else is invalid, or the last season is still being planned.
    """
    require_planner(director, league)
    check_plan(plan, now=now)
    locked = League.objects.select_for_update().get(pk=league.pk)
    check_not_archived(locked)
    last = locked.seasons.order_by("-number").first()
    if last is not None and last.announced_at is None and last.cancelled_at is None:
        raise Refused(
            _("Season %(number)d is still being planned. Change or cancel that plan.")
            % {"number": last.number}
        )
    season = Season(
        league=locked,
        number=last.number + 1 if last else 1,
        seed=secrets.token_hex(32),
        planned_at=now,
    )
    _store_plan(season, plan)
    season.save()
    return season


@transaction.atomic
def change_plan(*, season: Season, director: Person, plan: Plan, now: datetime) -> Season:
    """Replace a plan that has not been announced yet.

    :raises SeasonCannotBePaired: if its divisions cannot be paired.
    :raises Refused: if anything else is invalid, or the season has been announced.
    """
    require_planner(director, season.league)
    check_plan(plan, now=now)
    locked = lock_season(season)
    if locked.announced_at is not None:
        raise Refused(_("This season has been announced, and people rely on what it says."))
    _store_plan(locked, plan)
    locked.save()
    return locked


def _store_plan(season: Season, plan: Plan) -> None:
    for one in fields(plan):
        setattr(season, one.name, getattr(plan, one.name))
    season.kinds = [
        {"board": kind.board, "seats": list(kind.table_sizes), "games": kind.games_each}
        for kind in plan.kinds
    ]
    season.points = {str(sides): list(worth) for sides, worth in plan.points.items()}
    season.clock = dict(plan.clock)
    season.by_approval = plan.by_approval or season.league.entry == Entrance.APPROVAL
