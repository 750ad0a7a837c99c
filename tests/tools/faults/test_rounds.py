"""`make faults`: what a round breaks besides, makes due, and waits for."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.timezone import now

from games.clock.models import Outage
from games.notifications.models import AccountMail, Notice, NoticeKind
from games.people.models import Person
from games.play.deferred import HOLD_TIME
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from tools.faults.kinds import KINDS
from tools.faults.ledger import Ledger
from tools.faults.rounds import Rounds
from tools.faults.settling import deferred, put_off, unfinished
from tools.faults.world import SILENT, press

OF_PROCESSES_AND_CLOCKS = {
    "kill-web", "kill-worker", "kill-beat", "kill-mailgate", "kill-all", "two-beats",
    "worker-stopped", "long-outage", "clock-forward", "clock-back",
}  # fmt: skip
DAY = timedelta(days=1)


class Dice(Random):
    """Dice that always give the same share."""

    def __init__(self, share: float) -> None:
        super().__init__(1)
        self.share = share

    def random(self) -> float:
        return self.share

    def uniform(self, a: float, b: float) -> float:
        return a


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("share", "as_well"), [(0.24, True), (0.26, False)])
def test_in_every_fourth_round_of_each_service_a_process_is_killed_as_well(
    kind: str, share: float, as_well: bool
) -> None:
    killed: list[str] = []
    site = SimpleNamespace(kill=killed.append, start=lambda name: None)
    rounds: Any = SimpleNamespace(site=site)
    thread = Rounds._second_fault(rounds, kind, Dice(share))
    if thread is not None:
        thread.join()
    assert len(killed) == (as_well and kind not in OF_PROCESSES_AND_CLOCKS)


@pytest.fixture
def silent(red_hand: Game, alice: Person) -> Any:
    """The world in which Alice never moves, and it is her turn."""
    return SimpleNamespace(people={SILENT: alice})


@pytest.mark.parametrize("outage", [0, 30])
def test_whoever_never_moves_is_reminded_or_late_also_after_long_outages(
    silent: Any, red_hand: Game, outage: int
) -> None:
    if outage:
        Outage.objects.create(since=now() - outage * DAY, until=now() - DAY, made_up=True)
        Game.objects.update(created_at=now() - 90 * DAY)
    ledger = Ledger()
    press(silent, Dice(0.9), ledger)
    assert ledger.run_out == set()
    assert "1 reminders" in unfinished(ledger, now())
    assert sweep(now=now()).reminded == 1
    assert "1 reminders" not in unfinished(ledger, now())
    assert Notice.objects.filter(kind=NoticeKind.REMINDER).count() == 1
    press(silent, Dice(0.1), ledger)
    assert len(ledger.run_out) == 1
    assert sweep(now=now()).played == 1


def test_held_moves_and_orders_are_waited_for_only_when_they_are_due(red_hand: Game) -> None:
    later = now() + HOLD_TIME
    seats = Seat.objects.filter(game=red_hand)
    for column, what in (("held_until", "1 held moves"), ("plan_due_at", "1 orders")):
        seats.filter(number=0).update(**{column: later})
        assert what not in unfinished(Ledger(), now())
        assert deferred() == [what]
        seats.filter(number=0).update(**{column: now()})
        assert what in unfinished(Ledger(), now())
        seats.update(**{column: None})
    assert deferred() == []


def test_a_question_that_waits_for_an_order_is_not_put_off_and_a_mail_about_an_account_is(
    red_hand: Game, alice: Person
) -> None:
    later = now() + HOLD_TIME
    Notice.objects.all().delete()
    question = Notice.objects.create(
        person=alice, game=red_hand, kind=NoticeKind.TURN, not_before=later, created_at=now(),
        decision=Seat.objects.get(game=red_hand, person=alice).decision,
    )  # fmt: skip
    assert put_off() == ["1 notices"]
    Notice.objects.update(decision=1)
    assert put_off() == []
    question.save()
    Seat.objects.filter(game=red_hand, person=alice).update(plan_due_at=later)
    assert put_off() == []
    AccountMail.objects.create(
        kind="login_code", recipient=alice.email, message_id="<code@here>", created_at=now(),
        next_attempt_at=later, expires_at=later,
    )  # fmt: skip
    assert put_off() == ["1 mails about accounts"]
