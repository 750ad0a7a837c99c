"""A clock that was ahead for a moment and is right again: nothing waits for it to be so late."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest

from engine.actions import Draw, Keep
from games import log
from games.notifications import leases
from games.notifications.mail.runner import run_mail_job
from games.notifications.models import DeliveryStatus, Mail, Notice, Run
from games.notifications.retry_delays import LONGEST_WAIT
from games.people.models import Person
from games.play.hold import hold_move
from games.scheduler.alarm import overdue
from games.scheduler.wrong_clock import recall_from_the_future
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.recalled import recall_mails

AHEAD = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Game:
    """A game at Alice's turn, of which both have been told."""

    def play() -> int:
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        inbox()
        return game.pk

    return Game.objects.get(pk=recall_mails(inbox, "told of a turn", play))


def draw_twice(game: Game, *, ahead: timedelta) -> None:
    for _ in range(2):
        act(game, 0, Draw("blind"), now=NOW + ahead)


def test_a_turn_that_a_wrong_clock_has_opened_is_notified_as_soon_as_it_is_right(
    game: Game, bob: Person, inbox: Inbox
) -> None:
    draw_twice(game, ahead=AHEAD)
    assert inbox(bob, at=NOW + MINUTE) == []
    recall_from_the_future(now=NOW + MINUTE)
    (mail,) = inbox(bob, at=NOW + MINUTE)
    assert "It is your turn" in text_of(mail)
    assert overdue(now=NOW + MINUTE) == {}


def test_a_notice_that_waits_for_others_goes_on_to_wait_as_long(game: Game) -> None:
    hour = timedelta(hours=1)
    turn = Notice.objects.filter(kind="turn").latest("pk")
    turn.status, turn.mail = DeliveryStatus.PENDING, None
    turn.created_at, turn.not_before = NOW + AHEAD, NOW + AHEAD + hour
    turn.save()
    recall_from_the_future(now=NOW + MINUTE)
    turn.refresh_from_db()
    assert (turn.created_at, turn.not_before) == (NOW + MINUTE, NOW + MINUTE + hour)


def test_a_notice_that_is_to_wait_until_tomorrow_is_left_alone(game: Game) -> None:
    Notice.objects.update(status=DeliveryStatus.PENDING, mail=None, not_before=NOW + AHEAD)
    recall_from_the_future(now=NOW + MINUTE)
    assert set(Notice.objects.values_list("not_before", flat=True)) == {NOW + AHEAD}


def test_a_mail_that_was_refused_by_a_wrong_clock_is_tried_again(
    game: Game, bob: Person, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_twice(game, ahead=timedelta(0))
    with monkeypatch.context() as broken:
        broken.setattr(
            "django.core.mail.backends.locmem.EmailBackend.send_messages", _refuse_for_now
        )
        inbox(at=NOW + AHEAD)
    assert Mail.objects.get(status=DeliveryStatus.PENDING).attempts == 1
    assert inbox(bob, at=NOW + MINUTE) == []
    recall_from_the_future(now=NOW + MINUTE)
    assert len(inbox(bob, at=NOW + MINUTE)) == 1


def _refuse_for_now(*args: object) -> int:
    raise smtplib.SMTPResponseException(451, b"4.3.0 try again later")


def test_a_mail_that_waits_after_its_attempts_is_left_alone(game: Game) -> None:
    later = NOW + LONGEST_WAIT
    Mail.objects.update(status=DeliveryStatus.PENDING, attempts=12, next_attempt_at=later)
    recall_from_the_future(now=NOW + MINUTE)
    assert set(Mail.objects.values_list("next_attempt_at", flat=True)) == {later}


def test_a_sender_that_died_under_a_wrong_clock_holds_up_no_mail(
    game: Game, bob: Person, inbox: Inbox
) -> None:
    draw_twice(game, ahead=timedelta(0))
    Run.objects.update_or_create(job="mail", defaults={"until": NOW + AHEAD})
    assert run_mail_job(now=NOW) is not None
    assert len(inbox(bob)) == 1


def test_a_run_that_is_alive_is_left_alone(game: Game) -> None:
    Run.objects.update_or_create(job="mail", defaults={"until": NOW + leases.RUN_LEASE})
    assert run_mail_job(now=NOW) is None


def test_a_move_that_was_held_by_a_wrong_clock_is_held_for_ten_minutes(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    state = log.load(game)
    hold_move(
        game=game,
        seat=0,
        person=alice,
        decision=state.decision_seqs[0],
        actions=[Keep(state.offered[0])],
        key="a key",
        now=NOW + AHEAD,
    )
    recall_from_the_future(now=NOW + MINUTE)
    assert Seat.objects.get(game=game, number=0).held_until == NOW + 11 * MINUTE


def test_who_was_at_the_page_by_a_clock_that_was_ahead_is_asked_at_once(
    game: Game, bob: Person, inbox: Inbox
) -> None:
    """Found by `make faults`: each mail came half an hour late, for as long as it was ahead."""
    seats = Seat.objects.filter(game=game, person=bob)
    seats.update(present_at=NOW + AHEAD)
    draw_twice(game, ahead=timedelta(0))
    (mail,) = inbox(bob)
    assert "your turn" in text_of(mail).lower()
