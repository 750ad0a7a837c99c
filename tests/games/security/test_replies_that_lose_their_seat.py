"""A reply by mail that comes as its seat goes to somebody else is answered with nobody's hand."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from games.absence.substitution import replace_player
from games.inbound import answers, execute
from games.notifications.models import Mail
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply

Turn = tuple[Game, EmailMessage]


def handing_on(game: Game, to: Person, act: Callable[..., object]) -> Callable[..., object]:
    """An act before which the seat of Alice goes to somebody else."""

    def later(*given: object, **named: object) -> object:
        if not game.seats.filter(person=to).exists():
            replace_player(game=game, seat=0, by=to, actor="director", now=NOW)
        return act(*given, **named)

    return later


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (execute, "submit_action"),
        (answers, "deliverable_address"),
        (answers.identifiers, "answer_id"),
    ],
    ids=["before the move", "before the answer", "while it is written"],
)
def test_the_mail_shows_no_hand_of_the_next_player(
    turn: Turn,
    send: Reply,
    inbox: Inbox,
    alice: Person,
    charlie: Person,
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
) -> None:
    game, mail = turn
    monkeypatch.setattr(module, name, handing_on(game, charlie, getattr(module, name)))
    received = send(mail, "draw blind\ndraw blind")
    assert game.seats.get(number=0).person == charlie
    assert not received.answered
    told = [text_of(one) for one in inbox(alice)]
    assert told, "Alice hears that she was replaced"
    assert not any("Your hand" in text for text in told)
    assert not Mail.objects.filter(person=alice, message_id__contains="answer").exists()


def test_while_the_seat_stays_the_answer_has_the_hand(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    _game, mail = turn
    assert send(mail, "draw blind").answered
    assert any("Your hand" in text_of(one) for one in inbox(alice))
