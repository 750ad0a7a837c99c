"""Plans in reply to mails."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest

import engine
from engine.actions import Draw
from engine.text.english import ENGLISH
from games import log
from games.inbound.models import InboundMail
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import text_of
from games.tables.models import Game, PlanChoice
from games.talk.models import Message
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, prose_of
from tests.fixtures.mail import text_of as mail_text
from tests.fixtures.orders import LATER, seat_of
from tests.fixtures.replies import Reply
from tests.games.notifications.mail.test_preheaders import preheader_of

Turn = tuple[Game, EmailMessage]
BLIND = (Draw("blind"), Draw("blind"))
TEXT = "plan\nconnect osaka with tokyo\nask me after 8 turns"


@pytest.fixture
def asked(turn: Turn) -> Turn:
    """Alice has the mail that asks for her first move; all plans are allowed."""
    Game.objects.filter(pk=turn[0].pk).update(plans=PlanChoice.ALL)
    turn[0].refresh_from_db()
    return turn


@pytest.fixture
def moved(asked: Turn, inbox: Inbox) -> Turn:
    """Alice has made her move, and has the mail that had asked for it."""
    act(asked[0], 0, *BLIND)
    inbox()
    return asked


def answer_of(inbox: Inbox) -> str:
    """The last answer, without the quote of what it answers."""
    return mail_text(inbox()[-1])


def stored_text(game: Game, person: Person) -> str:
    plan = SeatPlan.objects.get()
    view = engine.view(log.load(game), seat_of(game, person).number)
    return text_of(plan, view, ENGLISH)


def test_a_plan_is_given_in_reply_to_a_mail_however_old_and_read_back(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = moved
    assert send(mail, f"Hi Bob,\n\n{TEXT}\n\nThanks, and good night!").outcome == "told"
    (answer,) = inbox()
    text = mail_text(answer)
    assert "Your plan is in place. Nobody else can see it." in text
    assert stored_text(game, alice) in text
    preview = text.partition("next three turns if nothing changes:\n")[2].split("\n\n")[0]
    assert 1 <= len(preview.splitlines()) <= 4
    assert "It begins when you are next to decide." in text
    act(game, 1, *BLIND)
    carry_out_orders(now=LATER)
    assert log.load(game).owner or log.load(game).hand_sizes[0] > 6


def test_in_ones_own_turn_it_begins_ten_minutes_after_it_was_read_back(
    asked: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = asked
    assert send(mail, TEXT).outcome == "told"
    assert "It begins at 08:40 CET." in prose_of(inbox()[-1])
    seat = seat_of(game, alice)
    assert seat.plan_due_at == NOW + timedelta(minutes=10)
    before = game.version
    assert carry_out_orders(now=NOW + timedelta(minutes=9)) == 0
    assert carry_out_orders(now=NOW + timedelta(minutes=10)) == 1
    game.refresh_from_db()
    assert game.version > before


def test_before_it_begins_one_may_still_make_the_move_oneself(
    asked: Turn, send: Reply, inbox: Inbox
) -> None:
    _, mail = asked
    send(mail, TEXT)
    assert send(inbox()[-1], "draw blind blind").outcome == "played"


@pytest.mark.parametrize(
    "text",
    [
        "Plan: connect osaka with tokyo; ask me after 8 turns",
        "plan connect osaka with tokyo\nask me after 8 turns",
        "Hi all, plan:\n* connect osaka with tokyo\n* ask me after 8 turns\n-- \nAlice",
        "plan\n\n1. Connect Ōsaka with Tōkyō.\n\n2. Ask me after\n8 turns.\nAlice",
        "PLAN\nconnect osaka with tokyo\nask me after 8 turns. Thanks!\nAlice",
    ],
)
def test_a_plan_may_be_written_as_people_and_mail_programs_write(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person, text: str
) -> None:
    game, mail = moved
    assert send(mail, text).outcome == "told", mail_text(inbox()[-1])
    assert stored_text(game, alice).splitlines()[1] == "connect osaka with tokyo"
    assert stored_text(game, alice).endswith("after 8 turns")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("plan\nconnect osaka with tokio", "No city on this board begins with “tokio”."),
        ("plan\nwin the game", "is not a line of a plan. Write one like"),
        ("plan\nconnect osaka with tokyo\nwin the game", "“win the game” is not a line of a plan"),
        ("plan\n\nwin the game", "is not a line of a plan"),
        (f"{TEXT}\n\nconnect kyoto with tokio", "No city on this board begins with “tokio”."),
        (f"{TEXT}\n\nNo, wait.", "“No, wait.”, further down, may change your plan."),
        (f"{TEXT}\nThanks\nconnect kyoto with tokyo", "further down, may change your plan."),
        (f"{TEXT}\n\ndraw red", "further down, may change your plan."),
        ("plan\nask me after 8 turns", "Write what the plan is after"),
        ("plan\nconnect osaka with tokyo\nask me if it rains", "is no reason to ask you."),
        ("plan go on", "You have no plan in this game."),
    ],
)
def test_what_cannot_be_a_plan_is_answered_with_a_sentence_and_an_example(
    moved: Turn, send: Reply, inbox: Inbox, text: str, sentence: str
) -> None:
    _, mail = moved
    assert send(mail, text).outcome == "unreadable"
    (answer,) = inbox()
    assert sentence in prose_of(answer)
    assert "- plan: connect akita with aomori" in mail_text(answer)
    assert not SeatPlan.objects.exists()


def test_a_plan_that_would_ask_at_once_is_refused_with_its_question(
    asked: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    _, mail = asked
    text = "plan\nconnect osaka with tokyo\nask me if i have 1 card or more"
    text = text.replace("1 card or more", "1 cards")
    assert send(mail, text).outcome == "unreadable"
    assert "The plan would ask you at once: You hold" in prose_of(inbox()[-1])
    Person.objects.filter(pk=alice.pk).update(mail_privacy="counts")
    send(mail, text)
    answer = prose_of(inbox()[-1])
    assert "The plan would ask you at once. The page of the game says why." in answer
    assert "You hold" not in answer


def test_a_table_without_plans_refuses_one(turn: Turn, send: Reply, inbox: Inbox) -> None:
    Game.objects.filter(pk=turn[0].pk).update(plans=PlanChoice.OFF)
    assert send(turn[1], TEXT).outcome == "unreadable"
    assert "This table plays without plans." in prose_of(inbox()[-1])


@pytest.mark.parametrize("privacy", ["counts", "nothing"])
def test_a_mail_that_tells_no_cards_tells_of_no_plan_but_that_it_is_in_place(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person, privacy: str
) -> None:
    _, mail = moved
    Person.objects.filter(pk=alice.pk).update(mail_privacy=privacy)
    for text in (TEXT, "plan", "plan pause", "plan go on"):
        send(mail, text)
        (answer,) = inbox()
        said = bytes(answer)
        assert b"osaka" not in said.lower().split(b"wrote:")[0]
        assert "The page of the game shows it." in mail_text(answer)
    assert SeatPlan.objects.exists()


def test_the_word_alone_shows_the_plan_or_how_to_write_one(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = moved
    send(mail, "plan")
    answer = inbox()[-1]
    assert "You have no plan in this game." in mail_text(answer)
    assert "- plan: connect akita with aomori" in mail_text(answer)
    send(mail, TEXT)
    inbox()
    send(mail, "Plan\n\nThanks, Alice")
    assert stored_text(game, alice) in answer_of(inbox)


def test_an_order_is_shown_by_the_same_word(moved: Turn, send: Reply, inbox: Inbox) -> None:
    send(moved[1], "when always: draw blind blind")
    inbox()
    send(moved[1], "plan")
    text = answer_of(inbox)
    assert "You have an order in this game." in text
    assert "when always: draw blind; draw blind" in text


def test_a_plan_is_paused_goes_on_and_is_cancelled_by_mail(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = moved
    send(mail, TEXT)
    inbox()
    send(mail, "plan pause")
    assert "Your plan rests until you let it go on." in answer_of(inbox)
    assert SeatPlan.objects.get().fate == PlanFate.PAUSED
    assert seat_of(game, alice).plan_delay is None
    send(mail, "plan go on\n\nThanks!")
    assert "Your plan goes on." in answer_of(inbox)
    assert SeatPlan.objects.get().fate == PlanFate.STANDING
    assert send(mail, "plan go on\n\nno, wait").outcome == "unreadable"
    inbox()
    send(mail, "plan pause")
    inbox()
    send(mail, "cancel")
    assert "Your plan is cancelled." in answer_of(inbox)
    assert not SeatPlan.objects.exists()


def test_the_help_by_mail_lists_plans(moved: Turn, send: Reply, inbox: Inbox) -> None:
    send(moved[1], "help")
    text = answer_of(inbox)
    assert "- plan: connect akita with aomori" in text
    assert "- plan · plan pause · plan go on" in text


def test_the_delivery_log_does_not_say_that_there_is_a_plan(moved: Turn, send: Reply) -> None:
    for text in (TEXT, "plan", "plan\nconnect osaka with tokio", "plan pause", "cancel"):
        send(moved[1], text)
    rows = InboundMail.objects.order_by("pk").values_list("outcome", "detail")
    assert [*rows] == [
        ("told", ""),
        ("told", ""),
        ("unreadable", "hand"),
        ("told", ""),
        ("told", ""),
    ]


@pytest.mark.parametrize(
    "text", [TEXT, "plan", "plan\nwin the game", "plan pause", "cancel", "plan go on"]
)
def test_an_inbox_shows_nothing_of_a_plan_beside_the_subject(
    moved: Turn, send: Reply, inbox: Inbox, text: str
) -> None:
    send(moved[1], TEXT)
    inbox()
    send(moved[1], text)
    (answer,) = inbox()
    assert preheader_of(answer) == "There is news. Waiting for Bob."
    assert "plan" not in str(answer["Subject"]).lower()


@pytest.mark.parametrize(
    "text",
    [
        f"say Good luck!\n{TEXT}",
        "plan\nconnect osaka with tokyo\nsay Good luck!\nask me after 8 turns",
        f"{TEXT}\nsay Good luck!",
    ],
)
def test_what_is_said_beside_a_plan_is_one_line_and_never_the_plan(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person, text: str
) -> None:
    game, mail = moved
    assert send(mail, text).outcome == "told"
    assert Message.objects.get().text == "Good luck!"
    assert stored_text(game, alice).endswith("after 8 turns")


CONVERSATION = {
    "en": (
        ("plan", "You have no plan in this game."),
        ("plan\nconnect osaka with tokyo\nask me after 8 turns", "Your plan is in place."),
        ("plan pause", "Your plan rests until you let it go on."),
        ("plan go on", "Your plan goes on."),
        ("plan", "connect osaka with tokyo"),
        ("cancel", "Your plan is cancelled."),
    ),
    "nl": (
        ("plan", "plan: verbind akita met aomori"),
        ("plan\nverbind osaka met tokyo\nvraag me na 8 beurten", "verbind osaka met tokyo"),
        ("plan pauze", "vraag me als na 8 beurten"),
        ("plan ga verder", "verbind osaka met tokyo"),
        ("Hoi,\n\nplan\n\nGroetjes, Alice", "verbind osaka met tokyo"),
        ("annuleer", ""),
    ),
}


@pytest.mark.parametrize("language", CONVERSATION)
def test_a_conversation_about_a_plan(
    moved: Turn, send: Reply, inbox: Inbox, alice: Person, language: str
) -> None:
    _, mail = moved
    Person.objects.filter(pk=alice.pk).update(language=language)
    fates = []
    for text, answer in CONVERSATION[language]:
        assert send(mail, text).outcome == "told"
        (told,) = inbox()
        assert answer in mail_text(told)
        fates += SeatPlan.objects.values_list("fate", flat=True)
    assert fates == ["standing", "paused", "standing", "standing"]
