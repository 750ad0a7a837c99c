"""Leagues to test at: a director, people who play, and a clock that a test sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress

import engine
from engine.bots import choose_action
from games import log
from games.leagues.league import create_league
from games.leagues.models import Entry, EntryStatus, League, Season, SeasonGame, SeasonSeat
from games.leagues.rules.schedule import GameKind
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.start import announce
from games.moderation.offices import moderators_group
from games.people.models import Person
from games.people.names import name_keys
from games.play import submit_action
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.games import NOW as NOW
from tests.fixtures.recalled import recall

DAY = timedelta(days=1)
OPENS, CLOSES, STARTS, ENDS = (NOW + n * DAY for n in (1, 8, 10, 70))

Crowd = Callable[[int], list[Person]]


@pytest.fixture
def director(people: Callable[..., Person]) -> Person:
    return Person.objects.get(pk=recall("Erin", lambda: people("Erin").pk))


@pytest.fixture
def crowd(db: None) -> Crowd:
    """Make n players, quickly: `crowd(8)`."""

    def make(count: int) -> list[Person]:
        before = Person.objects.count()
        people = [
            Person.objects.create(
                email=f"player{number}@example.org",
                name=f"Player {number}",
                **name_keys(f"Player {number}"),
            )
            for number in range(before + 1, before + count + 1)
        ]
        return people

    return make


def verify_everybody() -> None:
    """Let mails reach those whom `crowd` made."""
    unreached = Person.objects.filter(emailaddress=None)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=person, email=person.email, primary=True, verified=True)
        for person in unreached
    )


@pytest.fixture
def league(director: Person) -> League:
    def found() -> int:
        return create_league(name="Night Club", directors=[director], founder=None, now=NOW).pk

    return League.objects.get(pk=recall("Night Club", found))


def a_plan(kinds: Sequence[GameKind] | None = None, **changes: object) -> Plan:
    """A plan that can be held: one game on USA at tables of two, divisions of four."""
    plan = Plan(
        kinds=(game_kind("usa", [2], 1),) if kinds is None else tuple(kinds),
        division_size=4,
        promote=1,
        relegate=1,
        registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
        starts_at=STARTS,
        ends_at=ENDS,
    )
    return replace(plan, **changes)


@pytest.fixture
def announced(league: League, director: Person) -> Callable[..., Season]:
    """Plan and announces a season; `announced(a_plan(promote=0))`."""

    def make(plan: Plan | None = None, now: datetime = NOW) -> Season:
        season = plan_season(league=league, director=director, plan=plan or a_plan(), now=now)
        announce(season=season, now=now)
        season.refresh_from_db()
        return season

    return make


@pytest.fixture
def registered(announced: Callable[..., Season], crowd: Crowd) -> Callable[..., Season]:
    """A season for which n people have registered: `registered(8)`."""

    def make(count: int, plan: Plan | None = None) -> Season:
        def register_them() -> int:
            season = announced(plan)
            for minute, person in enumerate(crowd(count)):
                register(season=season, person=person, now=OPENS + timedelta(minutes=minute))
            return season.pk

        return Season.objects.get(pk=recall(("registered", count, repr(plan)), register_them))

    return make


@pytest.fixture
def running(registered: Callable[..., Season], crowd: Crowd) -> Season:
    """A season of four in two games, and two who wait."""

    def run() -> int:
        season = registered(4)
        run_season(season=season, now=STARTS)
        for person in crowd(2):
            register(season=season, person=person, now=STARTS)
        return season.pk

    return Season.objects.get(pk=recall("running season", run))


@pytest.fixture
def mona(people: Callable[..., Person]) -> Person:
    def appoint() -> int:
        person = people("Mona")
        person.groups.add(moderators_group())
        return person.pk

    return Person.objects.get(pk=recall("Mona", appoint))


def play_out(game: Game, now: datetime, *, bot: str = "random") -> None:
    """Play a running game to its end, at one moment."""
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[choose_action(bot, engine.view(state, seat))],
            actor=str(seat),
            now=now,
        )


def finish(drawn: SeasonGame, scores: Sequence[int], now: datetime) -> None:
    """Let a game of a season be over with these scores, without playing it."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    Game.objects.filter(pk=drawn.game_id).update(
        status=GameStatus.FINISHED,
        ended_at=now,
        result={
            "reason": "final round",
            "scores": [
                {"seats": [seat], "place": place, "total": score, "completed": seat}
                for seat, (place, score) in enumerate(zip(places, scores, strict=True))
            ],
        },
    )
    Seat.objects.filter(game=drawn.game_id).update(over_at=now)


def play_on(drawn: SeasonGame, now: datetime) -> str:
    """Play a game of a season until somebody leads on the board; return the name of that one."""
    game = drawn.game
    assert game is not None
    while len(set((state := log.load(game)).points)) == 1:
        seat = min(state.pending)
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[choose_action("planner", engine.view(state, seat))],
            actor=str(seat),
            now=now,
        )
    best = max(range(len(state.points)), key=lambda seat: state.points[seat])
    return str(drawn.seats.get(number=best).entry.person)


def playing(season: Season) -> Entry:
    return season.entries.filter(status=EntryStatus.PLAYING).earliest("pk")


def beside(entry: Entry, *, table: bool) -> Entry:
    """Somebody of the same division, at the same table or at another one."""
    tables = SeasonSeat.objects.filter(entry=entry).values("season_game")
    seats = SeasonSeat.objects.exclude(entry=entry)
    found = seats.filter(season_game__in=tables) if table else seats.exclude(season_game__in=tables)
    return found.earliest("pk").entry
