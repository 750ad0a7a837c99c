"""`make faults`: what it would notice if the site broke a promise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import wire
from games import log
from games.log.models import Event
from games.notifications.models import Notice
from games.play.automatic import play_automatic
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.tools.faults.conftest import Night
from tools.faults.ledger import Answer
from tools.site.mail_server import Taken


def test_a_move_that_was_accepted_and_stands_in_the_log_breaks_nothing(night: Night) -> None:
    attempt = night.attempt()
    night.ledger.settle(attempt, Answer.ACCEPTED, night.draw())
    stored = Event.objects.get(game=night.game, seq=attempt.first).action
    del stored["seat"]
    attempt.action = wire.decode_action(stored)
    assert night.broken() == {}


def test_an_accepted_move_that_is_not_in_the_log_is_noticed(night: Night) -> None:
    night.ledger.settle(night.attempt(), Answer.ACCEPTED, night.game.version + 1)
    (fault,) = night.broken()["events"]
    assert "was accepted, and is not in the log" in fault


def test_a_move_that_was_refused_and_stands_in_the_log_is_noticed(night: Night) -> None:
    night.ledger.settle(night.attempt(), Answer.REFUSED)
    night.draw()
    (fault,) = night.broken()["events"]
    assert "was accepted 0 times" in fault


def test_another_answer_to_the_same_request_is_noticed(night: Night) -> None:
    attempt = night.attempt()
    first = night.draw()
    night.ledger.settle(attempt, Answer.ACCEPTED, first)
    night.ledger.settle(attempt, Answer.REFUSED)
    assert any("and later refused" in fault for fault in night.broken()["events"])


def test_an_event_that_was_there_and_is_not_is_noticed(night: Night, tamper: None) -> None:
    Event.objects.filter(game=night.game, seq=night.game.version).delete()
    broken = night.broken()
    assert "was there, and is not any more" in broken["events"][0]
    assert broken["chains"]


def test_a_mail_that_counts_as_sent_and_did_not_arrive_is_noticed(night: Night) -> None:
    night.post()
    lost = night.taken.pop()
    assert any(lost.message_id in fault for fault in night.promises.broken()["mails"])


def test_an_equal_mail_may_come_twice_and_another_one_may_not(night: Night) -> None:
    night.taken.append(night.taken[-1])
    assert night.broken() == {}
    last = night.taken[-1]
    night.taken.append(Taken(0.0, last.to, last.raw + b"P.S.\r\n"))
    assert any("with other words" in fault for fault in night.broken()["mails"])
    assert night.promises.mails.doubles == 2


def test_a_turn_of_which_nobody_was_told_is_noticed(night: Night) -> None:
    Notice.objects.filter(kind="turn").delete()
    assert any("there are 0 notices" in fault for fault in night.broken()["mails"])


def test_an_open_turn_without_a_deadline_is_noticed(night: Night) -> None:
    Seat.objects.filter(game=night.game, number=0).update(due_at=None)
    (fault,) = night.broken()["deadlines"]
    assert "without a deadline" in fault


def test_a_move_of_the_clock_before_its_time_is_noticed(
    night: Night, run_out: Callable[[Game, int], None]
) -> None:
    run_out(night.game, 0)
    assert any("before its time" in fault for fault in night.broken()["deadlines"])


@pytest.fixture
def run_out() -> Callable[[Game, int], None]:
    """Let the clock move for a seat at once, as one does that is wrong by days."""

    def act(game: Game, seat: int) -> None:
        decision = log.load(game).decision_seqs[seat]
        Seat.objects.filter(game=game, number=seat).update(due_at=NOW)
        play_automatic(game=game, seat=seat, decision=decision, now=NOW)
        game.refresh_from_db()

    return act
