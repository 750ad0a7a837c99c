"""Turn mails to answer."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.notifications.mail import render
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, keep_all
from tests.fixtures.mail import Inbox


@pytest.fixture(autouse=True)
def _pictures_are_drawn_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time that a mail takes, and nobody here looks at pictures."""
    monkeypatch.setattr(render, "board_picture", lambda **_: b"a picture")


@pytest.fixture
def turn(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> tuple[Game, EmailMessage]:
    """A game of Japan at Alice's first turn, and the mail that tells her so."""
    game = begin(alice, bob, board="japan")
    inbox()
    keep_all(game, 0, 1)
    (mail,) = inbox(alice)
    game.refresh_from_db()
    return game, mail
