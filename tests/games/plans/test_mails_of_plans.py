"""What plans bring into the mails of their owners and of the others."""

from __future__ import annotations

from datetime import timedelta

import pytest

import engine
from engine.actions import Draw
from engine.text.plans import read_plan
from games import log
from games.notifications.feeds.deadlines import deadline_calendar
from games.notifications.models import Mail, Notice, NoticeKind
from games.notifications.news import news_of
from games.notifications.pump import fan_out
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.giving import give
from games.tables.models import Game, PlanChoice, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.fixtures.orders import seat_of
from tests.fixtures.replies import Reply
from tests.games.notifications.mail.test_preheaders import preheader_of
from tests.games.plans.test_follow_plan import CONNECT, leave_plan, moves_of, run

TWO_BLIND = (Draw("blind"), Draw("blind"))
ASKS = f"{CONNECT}\nask me if a locomotive lies face up"


@pytest.fixture
def asking(red_hand: Game, bob: Person, inbox: Inbox) -> Seat:
    """Bob's seat, whose plan asks him at his turn."""
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
    red_hand.refresh_from_db()
    bobs = seat_of(red_hand, bob)
    leave_plan(ASKS, bobs)
    inbox()
    act(red_hand, 0, *TWO_BLIND)
    run(bobs, 25)
    return bobs


def test_what_a_plan_asks_is_in_the_mail_that_asks_for_the_turn(
    asking: Seat, bob: Person, inbox: Inbox
) -> None:
    at = NOW + timedelta(minutes=25)
    (mail,) = inbox(bob, at=at)
    text = text_of(mail)
    assert "It is your turn on USA." in text
    assert (
        "Your plan asks you.\nA locomotive lies face up.\nplan\nconnect seattle with helena" in text
    )
    assert "ask me if a locomotive lies face up" in text


def test_a_reply_to_that_mail_lets_the_plan_go_on(
    red_hand: Game, bob: Person, inbox: Inbox, send: Reply
) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
    bobs = seat_of(red_hand, bob)
    leave_plan(f"{CONNECT}\nask me if somebody has 45 trains", bobs)
    act(red_hand, 0, *TWO_BLIND)
    at = run(bobs, 25)
    (mail,) = [one for one in inbox(bob, at=at) if "Your plan asks you." in text_of(one)]
    before = len(moves_of(red_hand, 1))
    assert send(mail, "plan go on", at=at).outcome == "told"
    assert len(moves_of(red_hand, 1)) == before + 1


@pytest.mark.parametrize("privacy", ["counts", "nothing"])
def test_a_mail_that_tells_no_cards_says_only_that_it_asks(
    asking: Seat, bob: Person, inbox: Inbox, privacy: str
) -> None:
    Person.objects.filter(pk=bob.pk).update(mail_privacy=privacy)
    (mail,) = inbox(bob, at=NOW + timedelta(minutes=25))
    assert "Your plan asks you. The page of the game says why." in prose_of(mail)
    for text in (text_of(mail), html_of(mail)):
        assert "seattle" not in text.lower()
        assert "lies face up" not in text


def test_nothing_that_others_may_glimpse_says_that_there_is_a_plan(
    asking: Seat, bob: Person, inbox: Inbox
) -> None:
    at = NOW + timedelta(minutes=25)
    (mail,) = inbox(bob, at=at)
    assert preheader_of(mail).startswith("Choose one of these:") or "Until" in preheader_of(mail)
    notices = list(Notice.objects.filter(person=bob, mail__isnull=False))
    assert {NoticeKind.TURN, NoticeKind.ORDER} <= {one.kind for one in notices}
    seen = [
        preheader_of(mail),
        str(mail["Subject"]),
        str(mail["List-Id"]),
        news_of(notices, asking.game, asking).text,
        news_of([one for one in notices if one.kind == NoticeKind.ORDER], asking.game, None).text,
        deadline_calendar(person=bob, now=at),
    ]
    assert not any("plan" in str(text).lower() for text in seen)


def test_a_question_alone_is_a_mail_that_an_inbox_shows_nothing_of(
    asking: Seat, bob: Person, inbox: Inbox
) -> None:
    Notice.objects.filter(person=bob, kind=NoticeKind.TURN).update(status="dropped")
    (mail,) = inbox(bob, at=NOW + timedelta(minutes=25))
    assert "Your plan asks you." in text_of(mail)
    assert preheader_of(mail) == "There is news."


def test_four_plans_that_play_twelve_turns_in_an_hour_bring_everybody_one_mail_at_most(
    begin: Starter, alice: Person, bob: Person, charlie: Person, dana: Person, inbox: Inbox
) -> None:
    people = [alice, bob, charlie, dana]
    game = begin(*people)
    Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
    keep_all(game, 0, 1, 2, 3)
    game.refresh_from_db()
    inbox()
    Seat.objects.update(plan_delay=None)
    plan = "plan\nconnect seattle with helena\ndraw for these, always blind\ndo not ask me"
    for number in (1, 2, 3, 0):
        view = engine.view(log.load(game), number)
        give(game=game, seat=number, person=people[number], plan=read_plan(plan, view), now=NOW)
    turn, minute = log.load(game).turn, 0
    while log.load(game).turn < turn + 12:
        minute += 1
        assert minute <= 60
        now = NOW + timedelta(minutes=minute)
        Seat.objects.filter(plan_due_at__isnull=False).update(plan_due_at=now)
        carry_out_orders(now=now)
        inbox(at=now)
        fan_out(now=now)
        game.refresh_from_db()
    inbox(at=NOW + timedelta(minutes=minute))
    counts = [Mail.objects.filter(person=one, created_at__gt=NOW).count() for one in people]
    assert max(counts) <= 1, counts
