"""The steps of a season, with when each was taken or is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.leagues.models import Season
from games.web.leagues.state import moment


@dataclass(frozen=True, slots=True)
class Step:
    """A step: ``done`` says when it was taken, ``due`` when it will be; ``late`` that it waits."""

    name: str
    done: str
    due: str
    late: bool


def steps_of(season: Season, now: datetime) -> list[Step]:
    """Gets the steps of a season in order."""
    named = [
        (_("planned"), season.planned_at, None),
        (_("announced"), season.announced_at, season.registration_opens_at),
        (_("divisions drawn"), season.drawn_at, season.registration_closes_at),
        (_("games started"), season.started_at, season.starts_at),
        (_("all games counted"), season.adjudicated_at, season.ends_at),
        (_("ranks final"), season.closed_at, season.ends_at),
        (_("promoted and relegated"), season.promoted_at, season.ends_at),
    ]
    return [
        Step(
            name,
            moment(done) if done else "",
            moment(due) if due and not done else "",
            done is None and due is not None and now >= due and season.cancelled_at is None,
        )
        for name, done, due in named
    ]
