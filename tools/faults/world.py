"""The people and games of a run: a season of a league, and tables that are opened as others end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.utils.timezone import now as site_now

from games import log
from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.leagues.league import create_league
from games.leagues.models import Season, SeasonGame
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.seasons.announcement import announce_season
from games.people.models import Person
from games.play.bots import play_as_bot
from games.tables.models import Game

NAMES: Final = ("Alice", "Bob", "Charlie", "Dana", "Erin", "Fenna")
SILENT: Final = "Gustav"
"""Never moves: the clock does."""
DAY: Final = timedelta(days=1)
CLOCK: Final = {"days_per_turn": 14}
TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"board": "usa", "seats": 3, "bots": ["planner"], "people": ("Alice", "Bob")},
    {"board": "japan", "seats": 3, "bots": [], "people": ("Charlie", "Dana", "Erin")},
    {"board": "team-asia", "seats": 4, "bots": [], "people": ("Fenna", "Alice", "Dana", "Bob")},
    {"board": "usa", "seats": 3, "bots": ["random"], "people": ("Erin", SILENT)},
)
NEARLY_OVER: Final = (4, 9)
"""Trains of the richest player at which the first games of the season stand when the run begins."""


@dataclass(slots=True)
class World:
    """The people by name, their tokens for the API and their sessions by id, and the season."""

    people: dict[str, Person]
    tokens: dict[int, str]
    sessions: dict[int, str]
    season: Season


def make_world(now: datetime) -> World:
    """Make people and a season in play in an empty database, with two of its games nearly over.

    Outages add up: after 350 rounds three months have passed on the site. Tokens and sessions hold
    for a year, and the season for ten months.
    """
    people = {name: _person(name, now) for name in (*NAMES, SILENT, "Dorien")}
    tokens = {
        person.pk: create_token(
            person=person, name="faults", scopes=[*Scope.values], days=365, now=now
        )[1]
        for person in people.values()
    }
    season = _season([people[name] for name in NAMES[:4]], people["Dorien"], now)
    drawn = SeasonGame.objects.filter(division__season=season).order_by("number")
    for one, trains in zip(drawn.select_related("game"), NEARLY_OVER, strict=False):
        assert one.game is not None
        _advance(one.game, trains)
    sessions = {person.pk: _signed_in(person) for person in people.values()}
    return World(people, tokens, sessions, season)


def _person(name: str, now: datetime) -> Person:
    email = f"{name.lower()}@players.example"
    person = Person.objects.create_user(email, name, created=now)
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    return person


def _signed_in(person: Person) -> str:
    """The cookie of a session at the pages."""
    browser = Client()
    browser.force_login(person)
    session = browser.session
    session.set_expiry(365 * DAY)
    session.save()
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def _season(players: list[Person], director: Person, now: datetime) -> Season:
    league = create_league(
        name="Fault Finders' League", directors=[director], founder=None, now=now - 40 * DAY
    )
    start = now - timedelta(minutes=5)
    plan = Plan(
        kinds=(game_kind("japan", [2], 3),),
        division_size=4,
        promote=0,
        relegate=0,
        registration_opens_at=start - 18 * DAY,
        registration_closes_at=start - 2 * DAY,
        starts_at=start,
        ends_at=start + 300 * DAY,
        clock=CLOCK,
    )
    season = plan_season(league=league, director=director, plan=plan, now=start - 20 * DAY)
    announce_season(actor=director, season=season, now=start - 20 * DAY)
    for minute, person in enumerate(players):
        register(season=season, person=person, now=start - 15 * DAY + minute * DAY / 24)
    run_season(season=season, now=start)
    run_season(season=season, now=site_now())
    return season


def _advance(game: Game, trains: int) -> None:
    """Play until a player has so few trains left."""
    while (state := log.load(game)).outcome is None and min(state.trains) > trains:
        seat = min(state.pending)
        play_as_bot(game=game, state=state, seat=seat, bot="planner", now=site_now())
        game.refresh_from_db()
