"""The standings of a large season beside the bare page that every page is built on."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from django.db.models import F

from games.leagues.models import Division, SeasonGame, SeasonSeat, Verdict
from tools.bench.figure import Figure
from tools.bench.pages import beside_bare
from tools.bench.site import NOW, make_season

PLAYERS = 200


def standings_page() -> Figure:
    """Requests of the page of a season with 200 players in 20 divisions, all games counted."""
    return Figure("page of a season, 200 players", beside_bare(0.2, _season(), rows=PLAYERS))


def after_a_result() -> Figure:
    """The same where each request comes between a result and the worker that draws it."""
    first = Division.objects.filter(tier=1)
    return Figure(
        "the same, faster than the worker",
        beside_bare(
            1 / 9, _season(), rows=PLAYERS, prepare=lambda: first.update(revision=F("revision") + 1)
        ),
    )


@cache
def _season() -> str:
    """Make a season in which everybody has played, and return the address of its page."""
    season = make_season(PLAYERS, division_size=10)
    SeasonGame.objects.update(settled_at=NOW + timedelta(days=1), verdict=Verdict.PLAYED)
    for place in range(4):
        SeasonSeat.objects.filter(number=place).update(
            place=place + 1, score=100 - 9 * place, tickets=5 - place
        )
    return f"/leagues/{season.league.slug}/{season.number}/"


FIGURES = (standings_page, after_a_result)
