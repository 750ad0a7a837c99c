"""What a reply with a move says at the table: "say …"."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.inbound.receiving import receive
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game
from games.talk.models import Message
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, html_of, prose_of
from tests.fixtures.replies import Reply, address_in, reply_to

Turn = tuple[Game, EmailMessage]
POSTED = "Your message was posted at the table."


def said(game: Game) -> list[str]:
    return [message.text for message in Message.objects.filter(game=game)]


@pytest.mark.parametrize(
    ("text", "talk"),
    [
        ("draw blind blind\nsay Well played, Bob!", "Well played, Bob!"),
        ("Hi,\n\ndraw blind blind\n\nSay: wait for me, or else?\n\nThanks, Alice",
         "wait for me, or else?"),
        ("say hello\ndraw blind blind", "hello"),
        ("draw blind blind\nsay one\nand more of it\n\nsay two", "one\nand more of it\ntwo"),
        ("draw blind blind\nsay this is a line that a mail program has broken into\ndraw nothing",
         "this is a line that a mail program has broken into\ndraw nothing"),
    ],
)  # fmt: skip
def test_it_is_posted_and_the_move_is_made(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person, text: str, talk: str
) -> None:
    game, mail = turn
    assert send(mail, text).outcome == "played"
    assert said(game) == [talk]
    (answer,) = inbox(alice)
    for shown in (prose_of(answer), html_of(answer)):
        assert "Your move is made." in shown
        assert POSTED in shown


def test_a_second_copy_is_posted_once(turn: Turn) -> None:
    game, mail = turn
    for number in range(2):
        raw = reply_to(
            mail, "draw blind blind\nsay hello", headers={"Message-ID": f"<{number}@x.org>"}
        )
        receive(raw=raw, recipient=address_in(mail), now=NOW)
    assert said(game) == ["hello"]


@pytest.mark.parametrize("move", ["draw purple elephants", "claim paris to london: red"])
def test_without_the_move_nothing_is_posted_and_the_writer_learns_it(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person, move: str
) -> None:
    game, mail = turn
    send(mail, f"{move}\nsay hello")
    assert said(game) == []
    (answer,) = inbox(alice)
    assert "Your message was not posted at the table, because nothing was done." in prose_of(answer)


def test_who_may_not_talk_learns_why_and_has_moved(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = turn
    Sanction.objects.create(person=alice, kind=SanctionKind.MUTE, at=NOW)
    assert send(mail, "draw blind blind\nsay hello").outcome == "played"
    assert said(game) == []
    (answer,) = inbox(alice)
    why = "Your message was not posted at the table: You are not allowed to write to others"
    assert why in prose_of(answer)


def test_alone_it_is_posted_and_no_move_is_made(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = turn
    assert send(mail, "Hi Bob,\n\nsay I am thinking.").outcome == "said"
    assert said(game) == ["I am thinking."]
    assert game.seats.get(person=alice).decision is not None
    (answer,) = inbox(alice)
    assert POSTED in prose_of(answer)
    assert "Draw cards, claim a route or draw tickets." in prose_of(answer)


def test_the_address_of_the_writer_is_not_posted(turn: Turn, send: Reply) -> None:
    game, mail = turn
    send(mail, "draw blind blind\nsay write to alice@example.org")
    assert said(game) == ["write to …"]


def test_help_names_it(turn: Turn, send: Reply, inbox: Inbox, alice: Person) -> None:
    _game, mail = turn
    send(mail, "help")
    assert " - say … " in prose_of(inbox(alice)[-1])
