"""Offices to act in, and a game of a league to act on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.leagues.models import Division, Entry, EntryStatus, League, Season, SeasonGame
from games.moderation.games.result import adjudicate
from games.moderation.models import AuditEntry
from games.moderation.offices import moderators_group
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.recalled import recall

DAY = timedelta(days=1)
WHY = "The site was away for a day."
InLeague = Callable[..., League]


@pytest.fixture
def erin(people: PeopleFactory) -> Person:
    """Direct the league of `league_game`."""
    return people("Erin")


@pytest.fixture
def frank(people: PeopleFactory) -> Person:
    """Direct another league."""
    person = people("Frank")
    League.objects.create(slug="other", name="Other", created_at=NOW).directors.add(person)
    return person


@pytest.fixture
def mona(people: PeopleFactory) -> Person:
    """Moderate the site."""
    person = people("Mona")
    person.groups.add(moderators_group())
    return person


@pytest.fixture
def nora(people: PeopleFactory) -> Person:
    """Moderate the site, too."""
    person = people("Nora")
    person.groups.add(moderators_group())
    return person


@pytest.fixture
def adam(people: PeopleFactory) -> Person:
    """Administer the site."""
    return people("Adam", is_staff=True, is_superuser=True)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A rated game of Alice and Bob, at Alice's turn."""

    def play() -> int:
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        return game.pk

    return Game.objects.get(pk=recall("a turn", play))


@pytest.fixture
def division(erin: Person) -> Division:
    return make_division(erin)


def make_division(*directors: Person) -> Division:
    """The only division of a season that is running."""
    league = League.objects.create(slug="club", name="Club", created_at=NOW)
    league.directors.add(*directors)
    season = Season.objects.create(
        league=league,
        number=1,
        kinds=[{"board": "usa", "seats": [2], "games": 1}],
        points={"2": [3, 1]},
        division_size=4,
        promote=0,
        relegate=0,
        seed="seed",
        registration_opens_at=NOW - 9 * DAY,
        registration_closes_at=NOW - 5 * DAY,
        starts_at=NOW,
        ends_at=NOW + 60 * DAY,
        planned_at=NOW - 10 * DAY,
        announced_at=NOW - 9 * DAY,
        drawn_at=NOW - 5 * DAY,
        started_at=NOW,
    )
    return Division.objects.create(season=season, tier=1)


@pytest.fixture
def league_game(game: Game, division: Division, alice: Person, bob: Person) -> Game:
    """The same as a game of a league that Erin directs."""
    enter(division, alice, bob)
    SeasonGame.objects.create(division=division, number=1, board="usa", game=game, started_at=NOW)
    return game


def adjudicated(game: Game, one: Person, other: Person, places: list[int]) -> AuditEntry:
    """Let two people in office end a rated game."""
    adjudicate(actor=one, game=game, places=places, reason=WHY, now=NOW)
    return adjudicate(actor=other, game=game, places=places, reason=WHY, now=NOW)


def enter(division: Division, *people: Person) -> None:
    """Let people play in a division."""
    for person in people:
        Entry.objects.create(
            season=division.season,
            division=division,
            person=person,
            status=EntryStatus.PLAYING,
            registered_at=NOW,
        )


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The time is NOW in every test of this folder."""
