"""The league of the demo: a season in play, and the next one that takes registrations.

Erin directs it. Besides the people of the demo, members of a club play, who cannot sign in. Bots
choose for all of them, through the usual services, on a clock that runs up to now.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import log
from games.demo.people import DOMAIN, PEOPLE
from games.leagues.league import create_league
from games.leagues.models import League, SeasonGame
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.seasons.announcement import announce_season
from games.people.models import Person
from games.play.bots import play_as_bot
from games.tables.models import Game

NAME: Final = "Lamplighters' League"
CLUB: Final = ("Fenna", "Gustav", "Hedwig", "Ivo")
DAY: Final = timedelta(days=1)
# The approximate number of decisions in a game of two.
A_GAME: Final = 105
# The number of the twelve games that are over; the others are somewhere in the middle.
OVER: Final = 4


@transaction.atomic
def make_league(now: datetime) -> str:
    """Make a league of eight people in two divisions, some of whose games are over."""
    summary = f"“{NAME}”: a season in play and one to register for, directed by Erin"
    if League.objects.filter(name=NAME).exists():
        return summary
    erin = Person.objects.get(email=f"erin@{DOMAIN}")
    league = create_league(
        name=NAME,
        directors=[erin],
        founder=None,
        about="Short games on Japan, two at a table, everybody against everybody in the division.",
        now=now - 40 * DAY,
    )
    start = now - 18 * DAY
    season = plan_season(
        league=league, director=erin, plan=_plan(start, start - 18 * DAY), now=start - 20 * DAY
    )
    announce_season(actor=erin, season=season, now=start - 20 * DAY)
    for minute, person in enumerate(_players(now)):
        register(
            season=season, person=person, now=start - 15 * DAY + minute * timedelta(minutes=50)
        )
    run_season(season=season, now=start)
    drawn = SeasonGame.objects.filter(division__season=season).select_related("game")
    for number, one in enumerate(drawn.order_by("number", "division__tier")):
        assert one.game is not None
        if number < OVER:
            _play(one.game, start, start + (8 + number * 1.5) * DAY, decisions=None)
        else:
            _play(one.game, start, now - number * DAY / 8, decisions=3 * (number + 1 - OVER))
    run_season(season=season, now=now)
    following = now + 100 * DAY
    second = plan_season(
        league=league, director=erin, plan=_plan(following, now - DAY / 24), now=now
    )
    announce_season(actor=erin, season=second, now=now)
    return summary


def _plan(start: datetime, opens: datetime) -> Plan:
    return Plan(
        kinds=(game_kind("japan", [2], 3),),
        division_size=4,
        promote=1,
        relegate=1,
        registration_opens_at=opens,
        registration_closes_at=start - 2 * DAY,
        starts_at=start,
        ends_at=start + 84 * DAY,
        clock={"days_per_turn": 3, "bank_hours": 48, "bank_add_hours": 4, "bank_cap_hours": 72},
    )


def _players(now: datetime) -> list[Person]:
    """Four people of the demo and four of the club, who are made here."""
    people = [
        Person.objects.get(email=f"{name.lower()}@{DOMAIN}") for name in PEOPLE if name != "Erin"
    ]
    for name in CLUB:
        email = f"{name.lower()}@club.{DOMAIN}"
        people.append(
            Person.objects.filter(email=email).first()
            or Person.objects.create_user(email, name, created=now)
        )
    return people


def _play(game: Game, start: datetime, until: datetime, *, decisions: int | None) -> None:
    """Play a game to its end, or n decisions, at a steady pace that takes until then."""
    at, pause = start, (until - start) / (decisions or A_GAME)
    made = 0
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        if decisions is not None and made >= decisions and state.pending[seat] == "turn":
            return
        at = min(at + pause, until)
        made += 1
        play_as_bot(game=game, state=state, seat=seat, bot="planner", now=at)
