"""The standings of a large season beside the bare page that every page is built on."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from django.db.models import F

from games.leagues.league import create_league
from games.leagues.models import Division, Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.season.draw import draw_season
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.start import announce
from games.people.models import Person
from tools.bench.figure import Figure
from tools.bench.pages import beside_bare
from tools.bench.site import NOW

PLAYERS = 200


def standings_page() -> Figure:
    """Requests of the page of a season with 200 players in 20 divisions, all games counted."""
    return beside_bare("page of a season, 200 players", _season(), 0.2, rows=PLAYERS)


def after_a_result() -> Figure:
    """The same where each request comes between a result and the worker that draws it."""
    first = Division.objects.filter(tier=1)
    return beside_bare(
        "the same, faster than the worker",
        _season(),
        1 / 9,
        rows=PLAYERS,
        prepare=lambda: first.update(revision=F("revision") + 1),
    )


@cache
def _season() -> str:
    """Make a season in which everybody has played, and return the address of its page."""
    day = timedelta(days=1)
    people = [
        Person.objects.create_user(f"standings-{number}@example.org", f"Player {number:03}")
        for number in range(PLAYERS)
    ]
    league = create_league(name="Bench", directors=[people[0]], founder=None, now=NOW)
    plan = Plan(
        kinds=(game_kind("usa", [4], 6),),
        division_size=10,
        promote=2,
        relegate=2,
        registration_opens_at=NOW,
        registration_closes_at=NOW + day,
        starts_at=NOW + day,
        ends_at=NOW + 60 * day,
    )
    season = plan_season(league=league, director=people[0], plan=plan, now=NOW)
    announce(season=season, now=NOW)
    for person in people:
        register(season=season, person=person, now=NOW)
    draw_season(season=season, now=NOW + day)
    SeasonGame.objects.update(settled_at=NOW + 2 * day, verdict=Verdict.PLAYED)
    for place in range(4):
        SeasonSeat.objects.filter(number=place).update(
            place=place + 1, score=100 - 9 * place, tickets=5 - place
        )
    Season.objects.filter(pk=season.pk).update(started_at=NOW + day)
    return f"/leagues/{league.slug}/{season.number}/"


FIGURES = (standings_page, after_a_result)
