"""The standings of a large season beside the bare page that every page is built on."""

from __future__ import annotations

from datetime import timedelta

from tools.bench.figure import Figure, compare
from tools.bench.site import NOW, open_site

PLAYERS = 200


def standings_page() -> Figure:
    """Requests of the page of a season with 200 players in 20 divisions, all games counted."""
    open_site()

    from django.test import Client

    address = _season()
    client = Client()

    def fetch(address: str) -> int:
        assert client.get(address).status_code == 200
        return 1

    assert client.get(address).content.count(b"<tr") >= PLAYERS
    return compare(
        "page of a season, 200 players",
        ours=("pages", lambda: fetch(address)),
        theirs=("bare pages", lambda: fetch("/bare/")),
        need=0.2,
        aim=0.33,
    )


def _season() -> str:
    """Makes a season in which everybody has played, and gets the address of its page."""
    from games.leagues.announce import announce
    from games.leagues.create_league import create_league
    from games.leagues.draw_season import draw_season
    from games.leagues.models import Season, SeasonGame, SeasonSeat, Verdict
    from games.leagues.plan import Plan, kind_of
    from games.leagues.plan_season import plan_season
    from games.leagues.register import register
    from games.people.models import Person

    day = timedelta(days=1)
    people = [
        Person.objects.create_user(f"standings-{number}@example.org", f"Player {number:03}")
        for number in range(PLAYERS)
    ]
    league = create_league(name="Bench", directors=[people[0]], founder=None, now=NOW)
    plan = Plan(
        kinds=(kind_of("usa", [4], 2),),
        division_size=10,
        promote=2,
        relegate=2,
        registration_opens_at=NOW,
        registration_closes_at=NOW + day,
        starts_at=NOW + day,
        ends_at=NOW + 60 * day,
    )
    season = plan_season(league=league, director=people[0], plan=plan, now=NOW)
    announce(season=season, director=people[0], now=NOW)
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
