"""A move that was meant is played, and none that was not: the replies of :mod:`replies`."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import EmailMessage

import pytest
from django.db import transaction

import engine
from engine import events
from engine.actions import Action, Claim, Draw, DrawTickets, Keep
from games import log
from games.inbound.models import InboundMail
from games.log import cache
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.replies import Reply
from tests.games.inbound import replies
from tests.thinning import one_in

Asked = tuple[Game, EmailMessage]


@pytest.fixture
def at_turn(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> Asked:
    """A game of Japan with known cards at Alice's first turn, and the mail that tells her so."""
    secret = (155).to_bytes(2, "big")
    with monkeypatch.context() as known:
        known.setattr("games.lobby.create.secrets.token_bytes", lambda n: (secret * n)[:n])
        game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    state = log.load(game)
    assert {"red", "orange"} <= {*state.row}
    assert {card: n for card, n in state.hands[0].items() if n} == {
        "blue": 1,
        "red": 2,
        "locomotive": 1,
    }
    return game, inbox(alice)[-1]


@pytest.fixture
def keeping(at_turn: Asked, alice: Person, inbox: Inbox, send: Reply) -> Asked:
    """The same game when Alice has drawn three tickets, and the mail that asks which she keeps."""
    game, mail = at_turn
    send(mail, "tickets")
    assert len(log.load(game).offered[0]) == 3
    game.refresh_from_db()
    return game, inbox(alice)[-1]


def made(game: Game, after: int) -> tuple[Action, ...]:
    """Return what Alice's seat has done since an event of the log."""
    found: list[Action] = []
    for line in log.events(game, after=after):
        match line.event:
            case events.CardDrawn(seat=0):
                found.append(Draw("blind"))
            case events.CardTaken(seat=0, card=card):
                found.append(Draw(card))
            case events.TicketsDrawn(seat=0):
                found.append(DrawTickets())
            case events.TicketsKept(seat=0, kept=kept):
                found.append(Keep(tuple(kept)))
            case events.RouteClaimed(seat=0, track=track, colour=colour, locomotives=locomotives):
                found.append(Claim(track, colour, locomotives))
    return tuple(found)


def outcome(asked: Asked, text: str, send: Reply) -> tuple[str, tuple[Action, ...]]:
    """Return what comes of a reply, and leave no trace of it."""
    game, mail = asked
    before = game.version
    with transaction.atomic():
        told = str(send(mail, text).outcome)
        done = made(game, before)
        transaction.set_rollback(True)
    cache.clear()
    return told, done


def misplayed(asked: Asked, table: replies.Replies, send: Reply) -> dict[str, object]:
    view = engine.view(log.load(asked[0]), 0)
    wrong = {}
    for number, (command, texts) in enumerate(table.items()):
        wanted = ("played", engine.parse(command, view))
        for text in one_in(4, texts, number):
            if (came := outcome(asked, text, send)) != wanted:
                wrong[text] = came
    return wrong


def played_after_all(asked: Asked, texts: Iterable[str], send: Reply) -> dict[str, object]:
    """Return the replies that were not asked back."""
    came = {text: outcome(asked, text, send) for text in one_in(4, texts)}
    return {
        text: came
        for text, came in came.items()
        if came not in (("unreadable", ()), ("illegal", ()))
    }


def speak(language: str) -> None:
    Person.objects.update(language=language)


def test_a_plain_move_is_played_however_politely_it_is_said(at_turn: Asked, send: Reply) -> None:
    assert misplayed(at_turn, replies.TURN, send) == {}


def test_what_takes_a_move_back_or_leaves_it_open_is_asked_back(
    at_turn: Asked, send: Reply
) -> None:
    assert played_after_all(at_turn, replies.TURN_ASKED, send) == {}


def test_a_plain_move_in_dutch_is_played(at_turn: Asked, send: Reply) -> None:
    speak("nl")
    assert misplayed(at_turn, replies.TURN_NL, send) == {}


def test_a_doubtful_move_in_dutch_is_asked_back(at_turn: Asked, send: Reply) -> None:
    speak("nl")
    assert played_after_all(at_turn, replies.TURN_NL_ASKED, send) == {}


def test_tickets_are_kept_by_their_numbers(keeping: Asked, send: Reply) -> None:
    assert misplayed(keeping, replies.KEEPING, send) == {}
    speak("nl")
    assert misplayed(keeping, replies.KEEPING_NL, send) == {}


def test_how_many_tickets_are_kept_says_not_which(keeping: Asked, send: Reply) -> None:
    assert played_after_all(keeping, replies.KEEPING_ASKED, send) == {}
    speak("nl")
    assert played_after_all(keeping, replies.KEEPING_NL_ASKED, send) == {}


def test_the_replies_are_many() -> None:
    played = (replies.TURN, replies.TURN_NL, replies.KEEPING, replies.KEEPING_NL)
    meant = {text for table in played for texts in table.values() for text in texts}
    asked = {*replies.TURN_ASKED, *replies.TURN_NL_ASKED, *replies.KEEPING_ASKED}
    assert len(meant) >= 200
    assert len(asked) >= 200
    assert not meant & {*replies.TURN_ASKED, *replies.KEEPING_ASKED}


def test_a_reply_that_is_asked_back_leaves_its_line_in_the_delivery_log(
    at_turn: Asked, send: Reply
) -> None:
    _, mail = at_turn
    assert send(mail, "draw red\n\nno, wait").outcome == "unreadable"
    assert InboundMail.objects.get().detail == "unclear"
