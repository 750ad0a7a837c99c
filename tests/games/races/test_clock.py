"""A player and the clock: a move that comes just as the deadline passes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from engine.actions import Draw
from games.clock.models import Heartbeat, Miss
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.races.conftest import (
    DAY,
    MOVED_ON,
    TWO_CARDS,
    Answer,
    aside,
    assert_mails,
    decision_of,
    events,
    moves,
    race,
)
from tests.games.races.together import together

TOO_LATE = NOW + 10 * DAY
MISSED = "table.deadline_missed"


@pytest.fixture(autouse=True)
def _ten_days_later(_the_clock_stands_still: None):
    with time_machine.travel(TOO_LATE, tick=False):
        yield


@pytest.fixture
def tick() -> Callable[[], object]:
    """Sweep, as if the clock had run all the time."""

    def run() -> object:
        Heartbeat.objects.update_or_create(
            job="sweep", defaults={"at": TOO_LATE - timedelta(minutes=1)}
        )
        return sweep(now=TOO_LATE).failed

    return run


def test_a_move_and_the_sweep_make_one_move(fresh, sits, tick, alice: Person) -> None:
    browser = sits(alice)
    opened: dict[int, int] = {}

    def pair(game: Game):
        opened[game.pk] = decision_of(game)
        return lambda: browser.move(game, opened[game.pk], *TWO_CARDS), aside(tick)

    def check(game: Game, mine: Answer, swept: Answer) -> str:
        assert swept.says("0"), "the sweep failed nowhere"
        made = moves(game, opened[game.pk])
        actors = {actor for _seat, _action, actor in made if actor in ("0", "clock")}
        assert len(made) == 2
        assert len(actors) == 1
        if mine.done:
            assert actors == {"0"}
            assert events(game, MISSED) == Miss.objects.filter(game=game, seat=0).count() == 0
            return "player"
        assert (mine.status, mine.says(MOVED_ON)) == (409, True)
        assert actors == {"clock"}
        assert events(game, MISSED) == Miss.objects.filter(game=game, seat=0).count() == 1
        return "clock"

    assert race(fresh, pair, check) == {"player", "clock"}
    assert_mails(TOO_LATE)


def test_sweeps_at_the_same_moment_make_one_move(fresh, tick) -> None:
    games = [fresh() for _ in range(3)]
    opened = [decision_of(game) for game in games]
    assert together(*[tick] * 8) == [0] * 8
    for game, decision in zip(games, opened, strict=True):
        assert moves(game, decision) == [(0, Draw("blind"), "clock"), (0, Draw("blind"), "clock")]
        assert events(game, MISSED) == Miss.objects.filter(game=game).count() == 1
    assert_mails(TOO_LATE)
