"""Two hundred tables that wait for a bot, real workers: mails and sweeps do not wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from django.utils.timezone import now

import engine
from engine.bots import BOTS, choose_action, planner
from games import log
from games.lobby import GameOptions, create_game
from games.notifications.models import Notice
from games.people.models import Person
from games.play.bots import dice_seed
from games.tables.models import Game, Seat
from tests.faults.conftest import Catcher, Machines, until
from tests.faults.test_workers import choose, run_out, start, types

pytestmark = [pytest.mark.services, pytest.mark.brokers]

TABLES = 200
AT_MOST = 10.0
"""Seconds by which bots may delay a turn mail or a sweep."""
ODD = ("--app", "tests.faults.site_with_odd_bots")

People = Callable[..., Person]


@pytest.fixture(autouse=True)
def _bots_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("slow", "drowsy"):
        monkeypatch.setitem(BOTS, name, planner.decide)  # type: ignore[arg-type]


def against(person: Person, bot: str) -> Game:
    return create_game(
        organiser=person,
        options=GameOptions(board="usa", seats=2, bots=[bot], order_fixed=True),
        now=now(),
    )


def seconds_until(what: Callable[[], object]) -> float:
    began = time.monotonic()
    until(what)
    return time.monotonic() - began


def deciding() -> int:
    return Seat.objects.exclude(bot="").filter(decision__isnull=False).count()


@pytest.mark.parametrize("layout", ["a worker of their own", "one worker for everything"])
def test_tables_that_wait_for_bots_delay_no_mail_and_no_sweep(
    machines: Machines, people: People, post: Catcher, layout: str
) -> None:
    # Sweeps of every second would be most of the load of a busy machine.
    machines.environment["NIGHT_MAIL_SWEEP_SECONDS"] = "3"
    players = [people("Alice"), people("Bob")]
    games = [start(players, bots=0) for _ in range(6)]
    for game in games:
        choose(game, 0, 1)
    for number in range(TABLES):
        if number % 12 == 0:
            person = people(f"Person{number}")
        against(person, "drowsy")
    # Two hundred mails about their beginning would be measured in place of the bots.
    Notice.objects.exclude(game__in=games).delete()
    quick = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    bots = f"{machines.queue}.bots"
    away = ("--exclude-queues", bots)
    main = machines.start("worker", "--concurrency", "5", *away, *quick)
    machines.beat()
    until(lambda: len(post.mails("alice@")) >= len(games))
    without = [delays(game, post) for game in games[:3]]
    if layout == "one worker for everything":
        # Killed in the middle of its mails it would be taken for dead after twenty seconds only.
        machines.end(main)
        machines.start("worker", "--concurrency", "5", *quick, app=ODD)
    else:
        machines.start("worker", "--concurrency", "2", "--queues", bots, *quick, app=ODD)
    until(lambda: deciding() <= TABLES - 2)
    beside = [delays(game, post) for game in games[3:]]
    waiting = deciding()
    head = f"{layout}, {waiting} tables waited for bots. Seconds of turn mails, and of sweeps:"
    print(f"\n{head}\n  without bots {told(without)}, beside them {told(beside)}")  # noqa: T201
    assert waiting > TABLES // 2, "the bots were too quick to prove anything"
    for place in range(2):
        delay = max(both[place] for both in beside) - max(both[place] for both in without)
        assert delay < AT_MOST


def delays(game: Game, post: Catcher) -> tuple[float, float]:
    """The seconds until a turn mail is there, and until a sweep has moved for somebody late."""
    known = len(post.mails("bob@"))
    while 0 in log.load(game).pending:
        choose(game, 0)
    mail = seconds_until(lambda: len(post.mails("bob@")) > known)
    run_out(game)
    return mail, seconds_until(lambda: types(game)["table.deadline_missed"] == 1)


def told(delays: list[tuple[float, float]]) -> str:
    mails, sweeps = zip(*delays, strict=True)
    return " and ".join(", ".join(f"{each:.1f}" for each in some) for some in (mails, sweeps))


def test_a_worker_killed_while_a_bot_thinks_is_followed_by_the_same_move(
    machines: Machines, people: People
) -> None:
    game = against(people("Alice"), "drowsy")
    seat = game.seats.get(number=1)
    state = log.load(game)
    dice = Random(dice_seed(Game.objects.get(pk=game.pk), 1, state.decision_seqs[1]))
    wanted = choose_action("planner", engine.view(state, 1), dice)
    machines.beat()
    worker = machines.start("worker", "--concurrency", "2", app=ODD)
    until(lambda: Seat.objects.get(pk=seat.pk).thinking_until)
    machines.kill(worker)
    assert log.load(game).decision_seqs.get(1) == state.decision_seqs[1]
    machines.start("worker", "--concurrency", "2", app=ODD)
    until(lambda: Seat.objects.get(pk=seat.pk).decision is None)
    assert [line.action for line in log.events(game) if line.seat == 1] == [wanted]
    assert log.verify(game) == []
