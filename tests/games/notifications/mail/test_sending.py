"""Mail servers that are slow, fall silent or are away: what waits for them, and what does not."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from games.notifications import leases
from games.notifications.leases import single_run
from games.notifications.mail import runner, sending, smtp
from games.notifications.mail.runner import help_with_mails, run_mail_job, send_due
from games.notifications.models import DeliveryStatus, Mail, NotificationPreferences
from games.people.models import Person
from games.scheduler.alarm import raise_alarm
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import MailServer

Say = Callable[[socket.socket], None]


@pytest.fixture
def games(begin: Starter, people: PeopleFactory) -> list[Person]:
    """Six people who each get one mail."""
    crowd = [people(name) for name in ("Ann", "Bea", "Cora", "Dora", "Eve", "Fay")]
    for one, other in zip(crowd[::2], crowd[1::2], strict=True):
        begin(one, other)
    return crowd


@pytest.fixture
def stranger(settings: Settings) -> Iterator[Callable[[Say], None]]:
    """Put a server of one's own in the place of the mail server: `stranger(say)`."""
    listening = socket.create_server(("127.0.0.1", 0))
    open_: list[socket.socket] = [listening]

    def serve(say: Say) -> None:
        def accept() -> None:
            while True:
                try:
                    line, _address = listening.accept()
                except OSError:
                    return
                open_.append(line)
                threading.Thread(target=talk, args=(line,), daemon=True).start()

        def talk(line: socket.socket) -> None:
            try:
                say(line)
            except OSError:
                return  # hung up

        threading.Thread(target=accept, daemon=True).start()
        settings.EMAIL_BACKEND = "games.notifications.mail.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = listening.getsockname()

    yield serve
    for line in open_:
        line.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds after which each next run was asked for."""
    waits: list[float] = []
    monkeypatch.setattr(
        leases, "send_delayed", lambda task, wait: waits.append(wait.total_seconds())
    )
    return waits


def silent(line: socket.socket) -> None:
    """Take the connection and never says anything."""


def dripping(line: socket.socket) -> None:
    """Say one letter after the other: no silence is ever long."""
    for letter in "220 " + "a" * 900:
        line.sendall(letter.encode())
        time.sleep(0.05)


def waiting() -> int:
    return Mail.objects.filter(status=DeliveryStatus.PENDING).count()


@pytest.mark.slow
@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("say", [silent, dripping])
def test_a_server_that_takes_the_line_and_says_nothing_useful_holds_a_run_for_seconds_only(
    stranger: Callable[[Say], None], monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.setattr(smtp, "WHOLE", 0.5)
    stranger(say)
    began = time.monotonic()
    send_due(now=NOW)
    assert time.monotonic() - began < 10
    assert waiting() == 6
    assert Mail.objects.filter(attempts=0).exists(), "one silence is enough to know"
    errors = set(Mail.objects.exclude(error="").values_list("error", flat=True))
    assert errors == {"TimeoutError: no end after 0.5 seconds"}


@pytest.mark.slow
def test_a_recipient_who_hangs_does_not_delay_the_others(
    games: list[Person], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server looks for the mailbox elsewhere, and answers when all others have their mail."""
    for seconds in ("NEXT_MAIL_AFTER", "PATIENCE"):
        monkeypatch.setattr(sending, seconds, 0.2)
    arrived: set[str] = set()

    def answer(address: str) -> str:
        if address == games[0].email and len(arrived) < len(games) - 1:
            return "hang"
        arrived.add(address)
        return "250 OK"

    mail_server.answer = answer
    send_due(now=NOW)
    assert arrived == {person.email for person in games}
    assert waiting() == 0


def test_a_recipient_who_hangs_for_ever_is_tried_again_later(
    games: list[Person], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "WHOLE", 0.5)
    silent = games[0].email
    mail_server.answer = lambda address: "hang" if address == silent else "250 OK"
    send_due(now=NOW)
    (left,) = Mail.objects.filter(status=DeliveryStatus.PENDING)
    assert left.recipient == silent
    assert left.next_attempt_at is not None
    assert left.next_attempt_at - NOW > timedelta(minutes=1)
    mail_server.answer = lambda address: "250 OK"
    send_due(now=NOW + timedelta(minutes=3))
    assert waiting() == 0


@pytest.mark.slow
@pytest.mark.usefixtures("games")
def test_a_run_ends_with_its_budget_and_breaks_off_no_mail(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp.Backend, "lanes", 1)
    mail_server.delay = 0.4
    run_mail_job(now=NOW, budget=1.0)
    taken = len(mail_server.taken)
    assert 1 <= taken < 6
    assert Mail.objects.filter(status=DeliveryStatus.SENT).count() == taken
    # What was not begun is as it was: no worker holds it.
    assert Mail.objects.filter(status=DeliveryStatus.PENDING, attempts__gt=0).count() == 0
    mail_server.delay = 0
    run_mail_job(now=NOW + timedelta(seconds=2))
    assert len(mail_server.taken) == 6


def test_the_budget_is_well_under_what_a_task_may_take(settings: Settings) -> None:
    longest_mail = 3 * smtp.WHOLE + smtp.CONNECT + smtp.CLOSE
    assert runner.BUDGET + longest_mail < settings.CELERY_TASK_TIME_LIMIT - 60


@pytest.mark.usefixtures("games")
def test_many_hints_make_one_run_and_what_comes_meanwhile_is_not_forgotten(
    mail_server: MailServer, asked: list[float]
) -> None:
    with single_run(runner.JOB, now=NOW) as alive:
        assert alive is not None
        assert run_mail_job(now=NOW) is None
        assert run_mail_job(now=NOW + timedelta(seconds=19)) is None
    assert mail_server.taken == []
    # The run that had the job looks again when it is free: here, a run whose budget was used up.
    run_mail_job(now=NOW, budget=0)
    run_mail_job(now=NOW, budget=0)
    assert asked == [1.0]
    run_mail_job(now=NOW + timedelta(seconds=1))
    assert len(mail_server.taken) == 6


@pytest.mark.usefixtures("games")
def test_a_burst_leaves_without_a_pause_between_runs(
    mail_server: MailServer, asked: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MOST", 4)
    run_mail_job(now=NOW)
    assert (len(mail_server.taken), asked) == (4, [0.0])
    run_mail_job(now=NOW)
    assert (len(mail_server.taken), asked) == (6, [0.0])


@pytest.mark.usefixtures("asked")
def test_a_full_run_asks_for_help_which_sends_what_is_left(
    games: list[Person], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(runner, "send_delayed", lambda task, wait: called.append(task))
    monkeypatch.setattr(runner, "MOST", 2)
    run_mail_job(now=NOW)
    assert called == ["games.help_with_mails"]
    help_with_mails(now=NOW)
    assert called == ["games.help_with_mails"]
    monkeypatch.setattr(runner, "MOST", 4)
    help_with_mails(now=NOW)
    emails = sorted(person.email for person in games)
    assert emails == sorted(address for (address,) in mail_server.recipients)


@pytest.mark.usefixtures("games", "mail_server")
def test_a_run_is_full_also_where_another_has_sent_what_it_wrote(
    asked: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sent_by_another(_counts: object, **_options: object) -> None:
        Mail.objects.update(status=DeliveryStatus.SENT, next_attempt_at=None)

    monkeypatch.setattr(runner, "deliver_due", sent_by_another)
    monkeypatch.setattr(runner, "MOST", 4)
    counts = run_mail_job(now=NOW)
    assert counts is not None
    assert counts.full
    assert asked == [0.0]


@pytest.mark.usefixtures("games")
def test_a_run_that_is_not_full_asks_for_no_help(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(runner, "send_delayed", lambda task, wait: called.append(task))
    run_mail_job(now=NOW)
    assert (len(mail_server.taken), called) == (6, [])


@pytest.mark.usefixtures("games", "mail_server")
def test_no_help_is_asked_for_while_the_server_is_away(
    asked: list[float], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(runner, "send_delayed", lambda task, wait: called.append(task))
    monkeypatch.setattr(runner, "MOST", 2)
    settings.EMAIL_PORT = 1
    counts = run_mail_job(now=NOW)
    assert counts is not None
    assert counts.full
    assert (called, asked) == ([], [10.0])


def test_help_waits_as_long_as_people_want_their_mails_to_wait(
    games: list[Person], mail_server: MailServer
) -> None:
    for person in games:
        NotificationPreferences.objects.create(person=person, delay=30)
    help_with_mails(now=NOW)
    assert mail_server.taken == []
    help_with_mails(now=NOW + timedelta(minutes=30))
    assert len(mail_server.taken) == 6


@pytest.mark.usefixtures("games")
def test_one_helps_at_a_time(mail_server: MailServer) -> None:
    with single_run(runner.HELP, now=NOW) as alive:
        assert alive is not None
        assert help_with_mails(now=NOW) is None
    assert mail_server.taken == []
    assert help_with_mails(now=NOW) is not None
    assert len(mail_server.taken) == 6


@pytest.mark.usefixtures("games")
def test_a_run_that_was_killed_holds_up_the_next_for_seconds(mail_server: MailServer) -> None:
    with single_run(runner.JOB, now=NOW) as alive:
        assert alive is not None
        assert run_mail_job(now=NOW + timedelta(seconds=21)) is not None
    assert len(mail_server.taken) == 6


def test_a_run_that_loses_its_connection_lets_its_job_go_on_a_new_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = []

    def execute(run: Callable[..., object], *statement: Any) -> object:
        if lost:
            raise OperationalError("the connection is closed")
        return run(*statement)

    def connect_anew() -> None:
        lost.clear()
        connection.set_rollback(False)

    def run_and_lose() -> None:
        with connection.execute_wrapper(execute), single_run(runner.JOB, now=NOW):
            lost.append(True)
            Mail.objects.count()

    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", connect_anew)
    with pytest.raises(OperationalError):
        run_and_lose()
    with single_run(runner.JOB, now=NOW) as alive:
        assert alive is not None


@pytest.mark.usefixtures("games")
def test_a_passing_fault_is_over_in_seconds(mail_server: MailServer) -> None:
    mail_server.answer = lambda address: "451 4.3.0 try again later"
    send_due(now=NOW)
    assert waiting() == 6
    mail_server.answer = lambda address: "250 OK"
    send_due(now=NOW + timedelta(seconds=7))
    assert waiting() == 0


def test_a_server_that_is_away_is_asked_again_in_seconds(
    games: list[Person], mail_server: MailServer, settings: Settings, asked: list[float]
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    run_mail_job(now=NOW)
    assert mail_server.taken == []
    assert asked == [10.0]
    settings.EMAIL_PORT = port
    run_mail_job(now=NOW + timedelta(seconds=10))
    assert len(mail_server.taken) == len(games)


def test_mail_that_is_refused_for_long_raises_the_alarm_by_its_age(
    games: list[Person], mail_server: MailServer, settings: Settings
) -> None:
    settings.ADMINS = [("", "operator@example.org")]
    mail_server.answer = lambda address: "450 4.2.0 greylisted"
    at = NOW
    while at < NOW + timedelta(minutes=9):
        send_due(now=at)
        assert raise_alarm(now=at) == 0
        at += timedelta(minutes=1)
    send_due(now=NOW + timedelta(minutes=11))
    mail_server.answer = lambda address: "250 OK"
    assert raise_alarm(now=NOW + timedelta(minutes=11)) == 1
    (alarm,) = [raw for raw in mail_server.taken if b"overdue" in raw]
    assert b"operator@example.org" in alarm


def test_a_stored_mail_goes_to_the_server_unparsed_and_byte_for_byte(
    games: list[Person], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsing a mail with its picture takes longer than handing it over."""

    def parse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(sending.StoredMail, "message", parse)
    send_due(now=NOW)
    assert len(mail_server.taken) == len(games)
    assert sorted(mail_server.taken) == sorted(bytes(mail.source) for mail in Mail.objects.all())
