"""Playing by answering a mail, through the one door for mail that arrives."""

from __future__ import annotations

from email.message import EmailMessage

from games import log
from games.inbound.models import InboundMail
from games.inbound.receiving import receive
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.replies import Reply, address_in, reply_to

Turn = tuple[Game, EmailMessage]


def version(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def test_a_reply_plays_both_steps_of_a_turn(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    outcome = send(mail, "Draw blind\ndraw blind")
    assert (outcome.outcome, outcome.answered) == ("played", True)
    assert log.load(game).turn_seat == 1
    answer, *_ = [one for one in inbox() if "alice" in str(one["To"])]
    text = text_of(answer)
    assert "Your move is made." in text
    assert "Understood: draw blind · draw blind" in text
    assert text.count("You drew two cards from the deck: ") == 1
    assert "Waiting for Bob." in text
    assert answer["Reply-To"] is None


def test_the_answer_stands_in_the_thread(turn: Turn, send: Reply, inbox: Inbox) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind", headers={"Message-ID": "<one@phone.example.org>"})
    receive(raw=raw, recipient=address_in(mail), now=NOW)
    (answer,) = inbox()
    assert answer["Subject"] == mail["Subject"]
    assert answer["References"].split() == [str(mail["References"]), "<one@phone.example.org>"]
    assert answer["In-Reply-To"] == "<one@phone.example.org>"
    assert answer["Auto-Submitted"] == "auto-replied"


def test_the_answer_to_a_first_step_asks_for_the_second(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    game, mail = turn
    send(mail, "draw blind")
    (answer,) = inbox()
    assert "Draw your second card." in text_of(answer)
    assert address_in(answer) != address_in(mail)
    assert send(answer, "draw blind").outcome == "played"
    assert log.load(game).turn_seat == 1


def test_the_first_tickets_are_kept_by_mail(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    game = begin(alice, bob)
    (mail,) = inbox(alice)
    assert send(mail, "keep 1 3").outcome == "played"
    assert len(log.load(game).tickets[0]) == 2


def test_a_turn_that_the_answer_tells_of_is_not_told_again(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    begin(alice, bob)
    mails = {str(mail["To"]).partition(" ")[0]: mail for mail in inbox()}
    send(mails["Bob"], "keep all")
    inbox()
    send(mails["Alice"], "keep all")  # the last choice: Alice begins
    (answer,) = inbox(alice)
    assert "Your move is made." in text_of(answer)
    assert "Draw cards, claim a route or draw tickets." in text_of(answer)
    assert inbox(alice) == []


def test_what_cannot_be_read_is_answered_with_what_is_legal(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    game, mail = turn
    before = version(game)
    assert send(mail, "drew bland").outcome == "unreadable"
    assert version(game) == before
    (answer,) = inbox()
    for text in (text_of(answer), html_of(answer)):
        assert "“drew bland” is not a command." in text.replace("&quot;", '"')
        assert "draw blind" in text
    assert send(answer, "draw blind").outcome == "played"


def test_an_old_turn_cannot_be_answered(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    send(mail, "draw blind")
    before = version(game)
    assert send(mail, "draw blind").outcome == "stale"
    assert version(game) == before
    answers = inbox()
    assert "The game has moved on" in text_of(answers[-1])
    assert send(answers[-1], "draw blind").outcome == "played"


def test_every_message_leaves_a_line_without_what_it_said(turn: Turn, send: Reply) -> None:
    game, mail = turn
    send(mail, "draw blind")
    line = InboundMail.objects.get()
    assert (line.outcome, line.game, line.person.name) == ("played", game, "Alice")
    told = " ".join(str(value) for value in vars(line).values())
    token = address_in(mail).partition("+")[2].partition("@")[0]
    for hidden in (token, "alice@", "draw"):
        assert hidden not in told
