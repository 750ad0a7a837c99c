"""The daily summary of what plans did."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engine.actions import Draw
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.notifications.news import news_of
from games.people.models import Person
from games.plans.giving import cancel_plan
from games.plans.models import SeatPlan
from games.plans.summary import tell_what_plans_did
from games.tables.models import Game, PlanChoice, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, prose_of, text_of
from tests.fixtures.orders import leave, seat_of
from tests.fixtures.recalled import recall_mails
from tests.games.notifications.mail.test_preheaders import preheader_of
from tests.games.plans.test_follow_plan import CONNECT, leave_plan, run

TWO_BLIND = (Draw("blind"), Draw("blind"))
DAY = timedelta(days=1)
# NOW is half past eight in Amsterdam.
EIGHT = NOW + DAY - timedelta(minutes=30)


@pytest.fixture
def moved(red_hand: Game, bob: Person, inbox: Inbox) -> Seat:
    """Bob's seat, whose plan has played two turns."""

    def play() -> None:
        Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
        red_hand.refresh_from_db()
        bobs = seat_of(red_hand, bob)
        leave_plan(f"{CONNECT}, always blind", bobs)
        for _turn in range(2):
            act(red_hand, 0, *TWO_BLIND)
            run(bobs)
            red_hand.refresh_from_db()
        inbox(at=NOW + timedelta(hours=2))

    recall_mails(inbox, "a plan has played two turns", play)
    red_hand.refresh_from_db()
    return seat_of(red_hand, bob)


def tell(at: datetime, inbox: Inbox, person: Person) -> list:
    tell_what_plans_did(now=at)
    return inbox(person, at=at)


def test_it_comes_at_eight_with_each_game_and_its_moves_and_once_a_day(
    moved: Seat, bob: Person, inbox: Inbox
) -> None:
    assert tell(EIGHT - timedelta(minutes=1), inbox, bob) == []
    (mail,) = tell(EIGHT, inbox, bob)
    text = text_of(mail)
    assert f"{moved.game.board_name} · {moved.game.title}: 2 turns" in text
    lines = [line for line in text.splitlines() if line.startswith("– ")]
    assert len(lines) == 2
    assert all("You drew" in line for line in lines)
    plan = SeatPlan.objects.get()
    assert plan.told_seq == plan.last_seq
    for at in (EIGHT + timedelta(hours=1), EIGHT + DAY):
        assert tell(at, inbox, bob) == []


def test_the_next_one_tells_what_came_since(moved: Seat, bob: Person, inbox: Inbox) -> None:
    tell(EIGHT, inbox, bob)
    game = moved.game
    game.refresh_from_db()
    act(game, 0, *TWO_BLIND)
    run(moved)
    assert tell(EIGHT + timedelta(hours=3), inbox, bob) == []
    (mail,) = tell(EIGHT + DAY, inbox, bob)
    assert ": 1 turn\n" in text_of(mail)


def test_nothing_beside_its_text_says_that_there_is_a_plan(
    moved: Seat, bob: Person, inbox: Inbox
) -> None:
    (mail,) = tell(EIGHT, inbox, bob)
    assert preheader_of(mail) == "There is news."
    assert "plan" not in str(mail["Subject"]).lower()
    notice = Notice.objects.get(kind=NoticeKind.PLANS)
    assert news_of([notice], None, None).text == "There is news."


def test_below_full_privacy_it_names_no_hidden_card(moved: Seat, bob: Person, inbox: Inbox) -> None:
    Person.objects.filter(pk=bob.pk).update(mail_privacy="counts")
    (mail,) = tell(EIGHT, inbox, bob)
    lines = [line for line in text_of(mail).splitlines() if line.startswith("– ")]
    assert len(lines) == 2
    colours = ("red", "blue", "green", "black", "white", "orange", "purple", "yellow")
    assert not any(colour in line for line in lines for colour in colours)


def test_none_comes_where_nothing_was_done_or_an_order_did_it(
    red_hand: Game, bobs: Seat, bob: Person, inbox: Inbox
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    run(bobs)
    assert SeatPlan.objects.get().last_seq is not None
    tell_what_plans_did(now=EIGHT)
    assert not Notice.objects.filter(kind=NoticeKind.PLANS).exists()


def test_who_switches_it_off_gets_none(moved: Seat, bob: Person, inbox: Inbox) -> None:
    NotificationPreferences.objects.update_or_create(person=bob, defaults={"off": ["mail:plans"]})
    assert tell(EIGHT, inbox, bob) == []


def test_who_has_a_digest_reads_it_there(moved: Seat, bob: Person, inbox: Inbox) -> None:
    NotificationPreferences.objects.update_or_create(person=bob, defaults={"digest_hour": 9})
    nine = EIGHT + timedelta(hours=1)
    assert tell(EIGHT - timedelta(minutes=1), inbox, bob) == []
    assert tell(EIGHT, inbox, bob) == []
    (mail,) = inbox(bob, at=nine)
    assert "Your plans made these moves: " in prose_of(mail)
    assert ": 2 turns" in text_of(mail)
    assert "plan" not in preheader_of(mail)


def test_a_seat_that_was_handed_on_is_left_out(
    moved: Seat, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    tell_what_plans_did(now=EIGHT)
    Seat.objects.filter(pk=moved.pk).update(person=charlie)
    (mail,) = inbox(bob, at=EIGHT)
    assert ": 2 turns" not in text_of(mail)


def test_a_cancelled_plan_is_told_no_more(moved: Seat, bob: Person, inbox: Inbox) -> None:
    cancel_plan(game=moved.game, seat=1, person=bob, now=NOW + timedelta(hours=3))
    assert tell(EIGHT, inbox, bob) == []
