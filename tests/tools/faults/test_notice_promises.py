"""`make faults`: what it would notice if somebody were left untold."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.notifications.mail.account_mails import write_account_mail
from games.notifications.mail.runner import run_account_mail_job
from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice, NoticeKind
from games.people.models import Person
from games.plans.models import PlanFate, SeatPlan
from games.players import rate_finished_games
from games.statistics import count_finished_games
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.orders import leave, seat_of
from tests.tools.faults.conftest import Night
from tools.site.mail_server import Taken

DROPPED = DeliveryStatus.DROPPED


@pytest.fixture
def over(played: Game, inbox: Inbox) -> Night:
    """A night after which a game is over, of which all mails have arrived and all is counted."""
    rate_finished_games(now=NOW)
    count_finished_games(now=NOW)
    return Night(played, inbox)


@pytest.fixture
def sign_in(night: Night) -> AccountMail:
    """A mail with a code for Alice, which is on its way."""
    night.ledger.codes["alice@example.org"] = 1
    return write_account_mail(
        kind="login_code",
        recipient="alice@example.org",
        subject="Your code",
        text="K7DF",
        html="<p>K7DF</p>",
        language="en",
        now=datetime.now(NOW.tzinfo),
        useful=timedelta(minutes=15),
    )


def mails(night: Night) -> list[str]:
    return night.broken().get("mails", [])


def test_a_game_that_was_played_to_its_end_breaks_nothing(over: Night) -> None:
    assert over.broken() == {}


@pytest.fixture(params=[(NoticeKind.STARTED, "night"), (NoticeKind.OVER, "over")])
def told(request: pytest.FixtureRequest, bob: Person) -> tuple[Night, Notice]:
    """What Bob was told: that a game has begun, and that one is over."""
    kind, name = request.param
    night = request.getfixturevalue(name)
    return night, Notice.objects.get(person=bob, kind=kind)


def test_one_of_two_who_is_not_told_of_beginning_or_end_is_noticed(
    told: tuple[Night, Notice],
) -> None:
    night, notice = told
    Notice.objects.filter(pk=notice.pk).delete()
    about = f"of {notice.kind} there are 0 notices for {notice.person_id}, and 1 should be"
    assert mails(night) == [f"game {night.game.pk}: {about}"]


@pytest.mark.parametrize("kind", [NoticeKind.STARTED, NoticeKind.OVER])
def test_a_notice_that_came_though_nothing_was_to_be_told_is_noticed(
    begin: Starter, alice: Person, inbox: Inbox, kind: NoticeKind
) -> None:
    """Alone with bots, nobody hears that a game has begun; and one that goes on is not over."""
    night = Night(begin(alice, bots=["planner"]), inbox)
    assert night.broken() == {}
    Notice.objects.create(person=alice, game=night.game, kind=kind, not_before=NOW, created_at=NOW)
    assert any(f"of {kind} there are 1 notices" in fault for fault in mails(night))


def test_a_mail_about_beginning_or_end_that_did_not_arrive_is_noticed(
    told: tuple[Night, Notice],
) -> None:
    night, notice = told
    assert notice.mail is not None
    name = notice.mail.message_id
    night.taken[:] = [taken for taken in night.taken if taken.message_id != name]
    found = night.promises.broken()["mails"]
    assert f"mail {name} counts as sent, and did not arrive" in found
    about = f"the notice of {notice.kind} for {notice.person_id} counts as sent"
    assert any(about in fault for fault in found)


def test_a_notice_of_an_end_may_not_fall(over: Night, bob: Person) -> None:
    Notice.objects.filter(person=bob, kind=NoticeKind.OVER).update(status=DROPPED)
    (fault,) = mails(over)
    assert fault.endswith(f"the notice of over for {bob.pk} has become dropped")


def test_a_notice_of_a_beginning_may_fall_with_an_answered_question_and_not_by_itself(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    inbox()
    for mail in Mail.objects.all():
        Notice.objects.filter(mail=mail).update(status=DROPPED)
        Mail.objects.filter(pk=mail.pk).update(status=DROPPED)
    night = Night(game, inbox)
    assert any("the notice of started" in fault for fault in mails(night))
    keep_all(game, 0, 1)
    night = Night(game, inbox)
    assert night.broken() == {}
    Notice.objects.filter(kind=NoticeKind.STARTED, person=bob).update(mail=None)
    assert any(f"the notice of started for {bob.pk}" in fault for fault in mails(night))


def test_a_question_that_fell_while_it_is_open_is_noticed(night: Night, alice: Person) -> None:
    Notice.objects.filter(person=alice, kind=NoticeKind.TURN).update(status=DROPPED)
    assert any(f"for {alice.pk} has become dropped" in fault for fault in mails(night))


def test_whoever_counts_as_reminded_and_was_not_is_noticed(night: Night, alice: Person) -> None:
    Seat.objects.filter(game=night.game, person=alice).update(reminders=1)
    (fault,) = mails(night)
    assert f"{alice.pk} counts as reminded of decision" in fault


def test_a_reminder_that_is_missing_before_a_later_one_is_noticed(
    night: Night, alice: Person
) -> None:
    Notice.objects.create(
        person=alice, game=night.game, kind=NoticeKind.REMINDER, decision=7, number=2,
        not_before=NOW, created_at=NOW,
    )  # fmt: skip
    assert any("has reminders [2]" in fault for fault in mails(night))


def test_an_order_that_ended_and_of_which_its_owner_has_no_notice_is_noticed(
    red_hand: Game, bob: Person, inbox: Inbox
) -> None:
    night = Night(red_hand, inbox)
    order = leave("when always: draw blind blind", red_hand, seat_of(red_hand, bob))
    assert mails(night) == []
    SeatPlan.objects.filter(pk=order.pk).update(fate=PlanFate.ILLEGAL)
    assert any("and its owner has no notice" in fault for fault in mails(night))


def test_an_answer_to_a_mail_that_was_dropped_is_noticed(night: Night, alice: Person) -> None:
    Mail.objects.create(
        person=alice, game=night.game, message_id="<answer@here>", recipient=alice.email,
        answer=True, status=DROPPED, created_at=NOW,
    )  # fmt: skip
    assert mails(night) == ["mail <answer@here> was dropped: "]


def test_a_code_that_arrived_breaks_nothing_also_when_its_row_is_deleted(
    night: Night, sign_in: AccountMail
) -> None:
    raw = bytes(sign_in.source)
    assert run_account_mail_job(now=datetime.now(NOW.tzinfo)) == 1
    night.taken.append(Taken(0.0, sign_in.recipient, raw))
    assert night.broken() == {}
    AccountMail.objects.all().delete()
    assert night.broken() == {}


def test_a_code_that_counts_as_sent_and_did_not_arrive_is_noticed(
    night: Night, sign_in: AccountMail
) -> None:
    run_account_mail_job(now=datetime.now(NOW.tzinfo))
    assert mails(night) == [f"mail {sign_in.message_id} counts as sent, and did not arrive"]


def test_a_code_that_was_promised_and_never_written_is_noticed(
    night: Night, sign_in: AccountMail
) -> None:
    AccountMail.objects.all().delete()
    assert mails(night) == ["of 1 codes for alice@example.org only 0 were written"]


def test_a_code_may_be_given_up_when_it_is_of_no_use_and_not_before(
    night: Night, sign_in: AccountMail
) -> None:
    failed = AccountMail.objects.filter(pk=sign_in.pk)
    failed.update(status=DeliveryStatus.FAILED, error="no such mailbox")
    (fault,) = mails(night)
    assert fault.endswith("about an account was given up: no such mailbox")
    night.ledger.clock_is_right = False
    assert night.broken() == {}
    night.ledger.clock_is_right = True
    failed.update(expires_at=NOW)
    assert night.broken() == {}
