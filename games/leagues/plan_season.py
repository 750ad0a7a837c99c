"""Planning a season: checked as a whole, then one row. Nothing else begins to exist."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.directing import require_director
from games.leagues.locking import lock_season
from games.leagues.models import League, Season
from games.leagues.plan import Plan, check_plan
from games.people.models import Person


@transaction.atomic
def plan_season(*, league: League, director: Person, plan: Plan, now: datetime) -> Season:
    """Stores the plan of the next season of a league, with a fresh seed for all its chance.

    :raises SeasonCannotBePaired: if its divisions cannot be paired.
    :raises Refused: if anything else about it cannot be, or the last season is still being planned.
    """
    require_director(director, league)
    check_plan(plan, now=now)
    locked = League.objects.select_for_update().get(pk=league.pk)
    last = locked.seasons.order_by("-number").first()
    if last is not None and last.announced_at is None and last.cancelled_at is None:
        raise Refused(
            _("Season %(number)d is still being planned. Change that plan, or cancel it.")
            % {"number": last.number}
        )
    season = Season(
        league=locked,
        number=last.number + 1 if last else 1,
        seed=secrets.token_hex(32),
        planned_at=now,
    )
    _take_over(season, plan)
    season.save()
    return season


@transaction.atomic
def change_plan(*, season: Season, director: Person, plan: Plan, now: datetime) -> Season:
    """Puts another plan in place of one that has not been announced yet.

    :raises SeasonCannotBePaired: if its divisions cannot be paired.
    :raises Refused: if anything else about it cannot be, or people rely on the old one.
    """
    require_director(director, season.league)
    check_plan(plan, now=now)
    locked = lock_season(season)
    if locked.announced_at is not None:
        raise Refused(_("This season has been announced: people rely on what it says."))
    _take_over(locked, plan)
    locked.save()
    return locked


def _take_over(season: Season, plan: Plan) -> None:
    season.kinds = [
        {"board": kind.board, "seats": list(kind.seats), "games": kind.games} for kind in plan.kinds
    ]
    season.points = {str(sides): list(worth) for sides, worth in plan.points.items()}
    season.clock = dict(plan.clock)
    season.partners = plan.partners
    season.division_size = plan.division_size
    season.promote = plan.promote
    season.relegate = plan.relegate
    season.most_players = plan.most_players
    season.least_rating = plan.least_rating
    season.most_rating = plan.most_rating
    season.least_reliability = plan.least_reliability
    season.by_approval = plan.by_approval
    season.registration_opens_at = plan.registration_opens_at
    season.registration_closes_at = plan.registration_closes_at
    season.starts_at = plan.starts_at
    season.ends_at = plan.ends_at
