"""What the mail server says, and what becomes of the mail."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.core import mail as django_mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from games import log
from games.common.work import MAILS
from games.notifications import outbox
from games.notifications.mail import compose, delivery
from games.notifications.mail.runner import send_due
from games.notifications.mail.sending import StoredMail
from games.notifications.models import DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, text_of


class Server(EmailBackend):
    """A mail server that says no as long as `refusal` is set."""

    refusal: Exception | None = None
    tried = 0

    def send_messages(self, messages: list) -> int:
        Server.tried += 1
        if Server.refusal is not None:
            raise Server.refusal
        return super().send_messages(messages)


@pytest.fixture
def server(settings: object) -> type[Server]:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    Server.refusal, Server.tried = None, 0
    return Server


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob)


AWAY = ConnectionRefusedError(111, "Connection refused")
BUSY = smtplib.SMTPDataError(451, b"4.3.0 try later")
STRICT = smtplib.SMTPDataError(554, b"5.7.1 looks like spam")
MINUTE = timedelta(minutes=1)


def refused(code: int, answer: str) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"someone@example.org": (code, answer.encode())})


@pytest.mark.parametrize(
    "refusal",
    [AWAY, BUSY, STRICT, refused(450, "greylisted"), refused(550, "5.7.1 relaying denied")],
)
def test_a_mail_that_was_not_taken_waits_and_is_sent_later(
    game: Game, inbox: Inbox, server: type[Server], refusal: Exception
) -> None:
    server.refusal = refusal
    assert inbox() == []
    assert set(Mail.objects.values_list("status", flat=True)) == {DeliveryStatus.PENDING}
    assert not Person.objects.filter(mail_bounced=True).exists()
    server.refusal = None
    assert len(inbox(at=NOW + 5 * MINUTE)) == 2
    assert not Mail.objects.exclude(status=DeliveryStatus.SENT).exists()
    assert not Notice.objects.exclude(status=DeliveryStatus.SENT).exists()


def test_the_reason_stands_with_the_mail(game: Game, inbox: Inbox, server: type[Server]) -> None:
    server.refusal = BUSY
    inbox()
    mail = Mail.objects.first()
    assert mail
    assert mail.error == "451 4.3.0 try later"
    assert mail.attempts == 1
    server.refusal = None
    inbox(at=NOW + 5 * MINUTE)
    mail.refresh_from_db()
    assert mail.error == ""
    assert mail.sent_at == NOW + 5 * MINUTE


def test_each_try_waits_longer_than_the_last(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = BUSY
    waits, at = [], NOW
    for _ in range(8):
        inbox(at=at)
        due = Mail.objects.order_by("pk").values_list("next_attempt_at", flat=True)[0]
        waits.append((due - at).total_seconds())
        at = due + MINUTE  # the other mail may be due a little later
    for wait, middle in zip(waits, (5, 10, 20, 40, 80, 160, 320, 640), strict=True):
        assert middle * 0.75 <= wait <= middle * 1.25


def test_while_the_server_is_away_the_other_mails_are_not_tried(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = AWAY
    inbox()
    assert server.tried == 1
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 1]


@pytest.mark.parametrize("answer", ["5.1.1 no such user", "no such user here"])
def test_an_address_that_is_gone_gets_no_more_mail(
    game: Game, inbox: Inbox, server: type[Server], answer: str
) -> None:
    server.refusal = refused(550, answer)
    inbox()
    assert set(Mail.objects.values_list("status", flat=True)) == {DeliveryStatus.FAILED}
    assert Person.objects.filter(mail_bounced=True).count() == 2
    server.refusal = None
    keep_all(game, 0, 1)
    assert inbox(at=NOW + timedelta(hours=1)) == []


def test_after_days_of_trying_a_mail_is_given_up(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = BUSY
    inbox()
    Notice.objects.update(kind="over")  # so that it stays true
    for hours in (*range(1, 8), 5 * 24):
        inbox(at=NOW + timedelta(hours=hours))
    assert set(Mail.objects.values_list("status", flat=True)) == {DeliveryStatus.FAILED}
    assert set(Notice.objects.values_list("status", flat=True)) == {DeliveryStatus.FAILED}


def test_a_mail_that_an_outage_of_days_has_held_up_is_not_given_up_at_the_first_refusal(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = BUSY
    inbox()
    Notice.objects.update(kind="over")  # so that it stays true
    inbox(at=NOW + timedelta(days=20))
    server.refusal = None
    assert len(inbox(at=NOW + timedelta(days=20, minutes=10))) == 2


def test_a_stored_mail_whose_turn_was_played_is_dropped(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = BUSY
    inbox()
    server.refusal = None
    keep_all(game, 0, 1)
    (mail,) = inbox(at=NOW + timedelta(hours=1))
    assert "It is your turn" in text_of(mail)
    assert Mail.objects.filter(status=DeliveryStatus.DROPPED).count() == 2


def test_a_mail_to_an_address_that_was_changed_is_dropped(
    game: Game, inbox: Inbox, server: type[Server], alice: Person
) -> None:
    server.refusal = BUSY
    inbox()
    server.refusal = None
    Person.objects.filter(pk=alice.pk).update(email="new@example.org")
    (mail,) = inbox(at=NOW + timedelta(hours=1))
    assert mail["To"] == "Bob <bob@example.org>"


def test_the_bytes_that_were_stored_are_the_bytes_that_are_sent(game: Game, inbox: Inbox) -> None:
    sent = {str(mail["Message-ID"]): mail.as_bytes() for mail in inbox()}
    assert sent == {mail.message_id: bytes(mail.source) for mail in Mail.objects.all()}


def test_a_sender_that_dies_after_storing_loses_nothing(
    game: Game, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(delivery, "_next_mail", _die)
        with pytest.raises(Died):
            send_due(now=NOW)
    assert Mail.objects.filter(status=DeliveryStatus.PENDING).count() == 2
    assert len(inbox()) == 2
    assert inbox(at=NOW + timedelta(hours=1)) == []


def test_a_sender_that_dies_before_marking_doubles_the_same_mail_and_no_other(
    game: Game,
    inbox: Inbox,
    monkeypatch: pytest.MonkeyPatch,
    mailoutbox: list[django_mail.EmailMessage],
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(delivery, "_mark_sent", _die)
        with pytest.raises(Died):
            send_due(now=NOW)
    (doubled,) = [mail.message().as_bytes() for mail in mailoutbox]
    # Nobody knows whether the sender is dead or slow: only the lease decides.
    assert [mail.as_bytes() for mail in inbox(at=NOW + MINUTE)].count(doubled) == 1
    again = [mail.as_bytes() for mail in inbox(at=NOW + MAILS.lease)]
    assert again == [doubled]
    assert len(mailoutbox) == 3
    assert inbox(at=NOW + timedelta(days=1)) == []


def test_a_mail_that_cannot_be_written_does_not_hold_up_the_others(
    game: Game, inbox: Inbox, monkeypatch: pytest.MonkeyPatch, alice: Person
) -> None:
    write = compose.write_game_mail

    def fragile(**fields: object) -> Mail:
        if fields["seat"].person == alice:
            raise RuntimeError("no ink")
        return write(**fields)

    with monkeypatch.context() as broken:
        broken.setattr(compose, "write_game_mail", fragile)
        (mail,) = inbox()
        assert mail["To"] == "Bob <bob@example.org>"
    assert inbox(at=NOW + timedelta(seconds=2)) == []
    assert len(inbox(alice, at=NOW + timedelta(seconds=10))) == 1
    assert not Notice.objects.exclude(stuck_since=None).exists()


def test_a_mail_that_cannot_be_written_is_tried_in_seconds_and_then_more_and_more_seldom(
    game: Game, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "write_game_mail", lambda **fields: 1 / 0)
    waits, at = [], NOW
    for _ in range(12):
        inbox(at=at)
        due = Notice.objects.order_by("not_before").values_list("not_before", flat=True)[0]
        waits.append((due - at).total_seconds())
        at = Notice.objects.order_by("-not_before").values_list("not_before", flat=True)[0]
    assert waits[0] < 10
    assert 1000 < waits[-1] < 2500
    assert sum(wait < 60 for wait in waits) >= 4
    assert set(Notice.objects.values_list("stuck_since", flat=True)) == {NOW}


def test_a_game_that_moves_while_its_mail_is_written_gets_a_newer_one(
    game: Game, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = compose.write_game_mail

    def slow(**fields: object) -> Mail:
        mail = write(**fields)
        if not Mail.objects.exists() and Game.objects.get().version == game.version:
            keep_all(game, 0, 1)
        return mail

    with monkeypatch.context() as busy:
        busy.setattr(compose, "write_game_mail", slow)
        first = inbox()
    mails = first + inbox(at=NOW + MINUTE)
    assert all("Choose your first tickets" not in text_of(mail) for mail in mails)
    assert sum("It is your turn" in text_of(mail) for mail in mails) == 1


def test_a_mail_about_a_game_that_moved_meanwhile_is_not_stored_though_its_notices_are_the_same(
    game: Game, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = compose.write_game_mail

    def slow(**fields: object) -> Mail:
        mail = write(**fields)
        if log.load(game).pending.get(1):
            keep_all(game, 1)
        return mail

    waiting = Notice.objects.filter(person=alice).values_list("pk", "kind", "status", "mail")
    before = list(waiting)
    monkeypatch.setattr(compose, "write_game_mail", slow)
    assert compose.compose(person_id=alice.pk, game_id=game.pk, now=NOW) is None
    assert not Mail.objects.exists()
    assert list(waiting) == before != []
    assert compose.compose(person_id=alice.pk, game_id=game.pk, now=NOW) is not None


def test_two_senders_do_not_send_the_same_mail(
    game: Game, mailoutbox: list[django_mail.EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    send, inside = StoredMail.message, []

    def interrupted(self: StoredMail, **options: object) -> object:
        if not inside:
            inside.append(True)
            send_due(now=NOW)  # a second worker, in the middle of the first one's work
        return send(self, **options)

    monkeypatch.setattr(StoredMail, "message", interrupted)
    send_due(now=NOW)
    assert len(mailoutbox) == 2


class Died(BaseException):
    """As if the process had been killed."""


def _die(*args: object, **options: object) -> None:
    raise Died


def test_the_outbox_follows_the_move_or_neither_happens(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Notice.objects.count()
    monkeypatch.setattr(outbox, "notify_events", _die)
    version = game.version
    with pytest.raises(Died):
        keep_all(game, 0)
    game.refresh_from_db()
    assert game.version == version
    assert Notice.objects.count() == before


def test_old_mails_lose_their_text_but_stay_in_the_list(game: Game, inbox: Inbox) -> None:
    inbox()
    assert delivery.clear_old_mails(now=NOW + timedelta(days=31)) == 2
    for mail in Mail.objects.all():
        assert bytes(mail.source) == b""
        assert mail.subject


def test_operators_choose_how_long_mails_keep_their_text(
    game: Game, inbox: Inbox, settings: Settings
) -> None:
    settings.KEEP_TEXT_DAYS = 7
    inbox()
    assert delivery.clear_old_mails(now=NOW + timedelta(days=6)) == 0
    assert delivery.clear_old_mails(now=NOW + timedelta(days=8)) == 2


def test_recent_and_waiting_mails_keep_their_text(
    game: Game, inbox: Inbox, server: type[Server]
) -> None:
    server.refusal = BUSY
    inbox()
    assert delivery.clear_old_mails(now=NOW + timedelta(days=31)) == 0
