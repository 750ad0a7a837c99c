"""Plan a season: checked as a whole, then stored as one row."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.common.errors import Refused
from games.language.boards import board_name
from games.leagues.league import check_not_archived, require_planner
from games.leagues.models import Entrance, League, Partners, Season
from games.leagues.rules.pairing import can_pair
from games.leagues.rules.schedule import GameKind
from games.leagues.rules.standings import DEFAULT_POINTS
from games.leagues.season.locking import lock_season
from games.leagues.season.plan_checks import (
    DATES,
    check_clock,
    check_date_order,
    check_pairing,
    check_points,
)
from games.lobby.options import known_board, takes_players
from games.people.models import Person

MAX_KINDS: Final = 4
MAX_GAMES: Final = 20
LARGEST_DIVISION: Final = 500
HIGHEST_RATING: Final = 4_000


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
