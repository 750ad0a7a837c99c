"""What a mail tells somebody whose move was not sure to be meant."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.people.models import MailPrivacy, Person
from games.tables.models import Game
from tests.fixtures.games import Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply

Turn = tuple[Game, EmailMessage]


def told(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("drwa blind", "Did you mean “draw blind”?"),
        ("draw blnd", "Did you mean “draw blind”?"),
        ("claim matsumto to nagoja: 3 red", "Did you mean “claim matsumoto to nagoya: 3 red”?"),
        ("clam kyoto to osaka: 1 blue", "Did you mean “claim kyoto to osaka: 1 blue”?"),
        ("drawblind", "Did you mean “draw blind”?"),
        (
            "when matsumto to nagoya is free: claim it with 3 red",
            "Did you mean “when matsumoto to nagoya is free: claim it with 3 red”?",
        ),
        ("if red is face up: drwa red", "Did you mean “if red is face up: draw red”?"),
        ("draw blind\n\nno, wait", "“no, wait”, further down, may change your move."),
        ("draw blind\nor two", "“or two” is not a command, and it is directly below one."),
        ("ok", "“ok” is not a move. Write your move at the very top of your reply"),
        ("Hi Bob,\nthanks!", "“Hi Bob,” is not a move."),
        ("", "There is nothing above the quoted email."),
        ("draw blind; tickets", "“tickets” is more than one turn."),
        ("draw b", "One letter is not enough to draw a card. Write the whole word: blue"),
        ("draw red or blind", "“red or blind” leaves a choice open."),
    ],
)
def test_the_answer_says_what_was_in_doubt(
    turn: Turn, send: Reply, inbox: Inbox, text: str, why: str
) -> None:
    game, mail = turn
    assert send(mail, text).outcome == "unreadable"
    (answer,) = inbox()
    assert "We could not understand this, so nothing was done." in told(answer)
    assert why in told(answer)
    before = game.version
    game.refresh_from_db()
    assert game.version == before
    assert send(answer, "draw blind").outcome == "played"


@pytest.mark.parametrize("text", ["keep 2 tickets", "keep 2 of the 3", "keep two", "2", "1 or 3"])
def test_a_count_of_tickets_is_answered_with_their_numbers(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply, text: str
) -> None:
    begin(alice, bob)
    (mail,) = inbox(alice)
    assert send(mail, text).outcome == "unreadable"
    (answer,) = inbox(alice)
    assert "does not say which tickets. Write their numbers" in told(answer)
    assert all(f"{number}: " in told(answer) for number in (1, 2, 3))
    assert send(answer, "1 3").outcome == "played"


def test_a_mail_that_tells_no_cards_names_no_tickets(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    Person.objects.filter(pk=alice.pk).update(mail_privacy=MailPrivacy.NOTHING)
    begin(alice, bob)
    (mail,) = inbox(alice)
    assert send(mail, "keep two").outcome == "unreadable"
    (answer,) = inbox(alice)
    assert "Name the tickets by number: “keep 1 2”." in told(answer)
    assert "1: " not in told(answer)


def test_struck_out_words_are_no_command(turn: Turn, send: Reply) -> None:
    _, mail = turn
    for struck in ("~~draw blind~~", "d̶r̶a̶w̶ ̶b̶l̶i̶n̶d̶", "~~draw blind~~\n~~tickets~~"):
        assert send(mail, struck).outcome == "unreadable"
