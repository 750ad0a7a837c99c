"""What an answer tells, and what it must not."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage

import pytest
from django.db import transaction

from engine.actions import Draw
from engine.cards import COLOURS
from engine.text.english import ERROR_SENTENCES, REFUSALS
from games import log
from games.inbound import answers, privacy
from games.inbound.models import InboundMail
from games.inbound.receiving import receive
from games.notifications.mail.return_addresses import store_reply_token
from games.notifications.models import Mail
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.replies import Reply, reply_to
from tests.games.notifications.mail.test_privacy import swap_hidden

Turn = tuple[Game, EmailMessage]
TOKEN = "0123456789abcdef" * 2


def test_show_tells_how_the_game_stands(turn: Turn, send: Reply, inbox: Inbox) -> None:
    _game, mail = turn
    assert send(mail, "show").outcome == "told"
    (answer,) = inbox()
    text = text_of(answer)
    for told in ("Here is the position.", "You can write:", "- draw blind", "Your hand: "):
        assert told in text
    assert any(part.get_content_type() == "image/png" for part in answer.walk())


def test_help_lists_the_commands_of_the_board(turn: Turn, send: Reply, inbox: Inbox) -> None:
    _, mail = turn
    assert send(mail, "Help!").outcome == "told"
    (answer,) = inbox()
    assert "- tickets · keep 1 3" in text_of(answer)
    assert "rack" not in text_of(answer)


def test_show_and_help_can_be_asked_at_any_time(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    act(game, 0, Draw("blind"), Draw("blind"))
    inbox()
    assert send(mail, "show").outcome == "told"
    (answer,) = inbox()
    assert "Waiting for Bob." in text_of(answer)
    assert answer["Reply-To"] is None


def test_an_illegal_move_is_answered_with_the_rule_and_the_legal_moves(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    _, mail = turn
    assert send(mail, "pass").outcome == "illegal"
    (answer,) = inbox()
    text = text_of(answer)
    assert "nothing was done" in text
    assert "You may pass only when you can do nothing else." in text
    assert "- draw blind" in text


def test_steps_that_were_not_taken_are_named(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    absent = next(card for card in COLOURS if card not in log.load(game).row)
    assert send(mail, f"draw blind\ndraw {absent}").outcome == "partly"
    (answer,) = inbox()
    text = text_of(answer)
    assert "Only part of this could be done." in text
    assert f"Not done: draw {absent}" in text
    assert log.load(game).pending[0] == "second"


def test_a_dutch_reader_writes_and_reads_dutch(
    begin: Starter, alice: Person, bob: Person, send: Reply, inbox: Inbox
) -> None:
    Person.objects.update(language="nl")
    begin(alice, bob, board="japan")
    (mail,) = inbox(alice)
    assert "=== Antwoord boven deze regel ===" in text_of(mail)
    assert send(mail, "houd alle").outcome == "played"
    (answer,) = [one for one in inbox() if "alice" in str(one["To"])]
    assert "Je zet is gedaan." in text_of(answer)
    assert send(mail, "hulp").outcome == "told"
    assert "- tickets · houd 1 3" in text_of(inbox()[-1])


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("text", ["dance", "show", "help", "", "claim tokyo to osaka"])
def test_both_parts_of_an_answer_say_the_same(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person, language: str, text: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    send(turn[1], text)
    (answer,) = inbox()
    headline = text_of(answer).split("\n\n")[1].splitlines()[0]
    assert headline in html_of(answer)


PROBES = [
    "show",
    "dance",
    "help",
    "pass",
    "keep 1 2",
    "claim kyoto to osaka: 2 red",
    "claim tokyo to nagoya",
    "draw blind\npass",
    "draw blind\ndraw loco",
]


@pytest.fixture
def second_turn(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice, who is to move, holds four dealt and two drawn cards."""
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    return game


@pytest.mark.usefixtures("tamper", "equal_tokens")
@pytest.mark.parametrize("mail_privacy", ["counts", "nothing"])
@pytest.mark.parametrize("probe", PROBES)
def test_below_full_privacy_an_answer_tells_nothing_of_the_hand(
    second_turn: Game, alice: Person, mail_privacy: str, probe: str
) -> None:
    """With other hidden cards in Alice's hand, her answer is the same to the byte."""
    Person.objects.filter(pk=alice.pk).update(mail_privacy=mail_privacy)
    before = answer_to(second_turn, alice, probe)
    swap_hidden(second_turn, 0)
    assert answer_to(second_turn, alice, probe) == before


@pytest.mark.usefixtures("tamper", "equal_tokens")
def test_at_full_privacy_other_hidden_cards_make_another_answer(
    second_turn: Game, alice: Person
) -> None:
    before = answer_to(second_turn, alice, "show")
    swap_hidden(second_turn, 0)
    assert answer_to(second_turn, alice, "show") != before


@pytest.fixture
def equal_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are compared to the byte: the tokens of their links are no difference."""
    monkeypatch.setattr(answers, "decision_link_token", lambda seat: TOKEN[::-1])


def answer_to(game: Game, person: Person, probe: str) -> tuple[str, str, str]:
    """Return what the answer to a probe says, and take the probe and its answer back."""
    seat = game.seats.get(person=person)
    mail = EmailMessage()
    mail["To"], mail["Reply-To"] = person.email, f"reply+{TOKEN}@localhost.localdomain"
    mail["Message-ID"], mail["Subject"] = "<1@example.org>", "x"
    mail.set_content("a mail")
    raw = reply_to(mail, probe, headers={"Message-ID": "<2@example.org>"})
    with transaction.atomic():
        store_reply_token(token=TOKEN, person=person, seat=seat, decision=seat.decision, now=NOW)
        receive(raw=raw, recipient=f"reply+{TOKEN}@localhost.localdomain", now=NOW)
        source = bytes(Mail.objects.get(answer=True).source)
        detail = InboundMail.objects.get().detail
        transaction.set_rollback(True)
    answer = email.message_from_bytes(source, policy=email.policy.default)
    assert isinstance(answer, EmailMessage)
    return text_of(answer), html_of(answer), detail


def test_every_public_refusal_is_a_refusal_that_exists() -> None:
    assert {*ERROR_SENTENCES, *REFUSALS} >= privacy.PUBLIC


def test_full_privacy_explains_with_the_hand(turn: Turn, send: Reply, inbox: Inbox) -> None:
    _, mail = turn
    # Five of a colour: nobody has more than four cards at the first turn.
    send(mail, "claim aomori to miyako yellow: 5 yellow")
    (answer,) = inbox()
    assert "too few yellow cards" in text_of(answer)
