"""People with accounts, sessions and tokens, and a season that they play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now as site_now

from games.accounts.middleware import TracingMiddleware
from games.accounts.models import ApiToken, Scope
from games.accounts.sessions import SessionStore
from games.accounts.tokens import create_token
from games.leagues.league import create_league
from games.leagues.models import Season
from games.leagues.rules.schedule import GameKind
from games.leagues.season.plan import Plan, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.seasons.announcement import announce_season
from games.people.models import Person

DAY: Final = timedelta(days=1)


def make_person(name: str, domain: str, created: datetime | None = None) -> Person:
    """Somebody with an address that is verified."""
    email = f"{name.lower().replace(' ', '-')}@{domain}"
    person = Person.objects.create_user(email, name, created=created or site_now())
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    return person


def session_of(person: Person) -> str:
    """The key of a session, for a year, of somebody who has entered a password and posted a form.

    Pages that ask for the password again open.
    """
    request = HttpRequest()
    request.method, request.user, request.session = "POST", person, SessionStore()
    request.session[SESSION_KEY] = str(person.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    request.session["account_authentication_methods"] = [
        {"method": "password", "at": site_now().timestamp(), "email": person.email}
    ]
    request.session.set_expiry(365 * DAY)
    request.session.save(must_create=True)
    TracingMiddleware(lambda request: HttpResponse())(request)
    request.session.save()
    return str(request.session.session_key)


def token_of(person: Person, name: str, now: datetime, scopes: Sequence[str] = Scope.values) -> str:
    """A new token of the API for a year, in place of the last one of this name."""
    ApiToken.objects.filter(person=person, name=name).delete()
    return create_token(person=person, name=name, scopes=[*scopes], days=365, now=now)[1]


def begin_season(
    *,
    name: str,
    director: Person,
    players: Sequence[Person],
    kind: GameKind,
    days: int,
    start: datetime,
    clock: Mapping[str, Any],
    size: int,
    moving: int = 0,
) -> Season:
    """Found a league, and begin its first season at ``start``, as all of it is done by people.

    Divisions have ``size`` players, of whom ``moving`` go up or down.
    """
    early = start - 20 * DAY
    league = create_league(name=name, directors=[director], founder=None, now=start - 40 * DAY)
    plan = Plan(
        kinds=(kind,),
        division_size=size,
        promote=moving,
        relegate=moving,
        registration_opens_at=start - 18 * DAY,
        registration_closes_at=start - DAY,
        starts_at=start,
        ends_at=start + days * DAY,
        clock=dict(clock),
    )
    season = plan_season(league=league, director=director, plan=plan, now=early)
    announce_season(actor=director, season=season, now=early)
    for number, person in enumerate(players):
        register(season=season, person=person, now=start - 15 * DAY + number * DAY / 24)
    run_season(season=season, now=start)
    return season
