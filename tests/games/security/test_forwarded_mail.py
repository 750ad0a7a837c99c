"""Leak 5: a mail is passed on, and with it whatever its links and addresses can do."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from engine.actions import Draw
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of

CARDS = ["purple"] * 4 + ["yellow"] * 4 + ["white", "white", "green", "black", "red"]


@pytest.fixture
def game(stack, begin: Starter, alice: Person, bob: Person) -> Game:
    """A game at Alice's turn; the next cards of the deck are an orange and a blue one."""
    stack([*CARDS, "orange", "blue"])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def links_of(inbox: Inbox, person: Person) -> list[str]:
    found = re.findall(r'href="([^"]*/do/[^"]*)"', html_of(inbox(person)[-1]))
    return [urlsplit(url).path for url in found]


def test_a_forwarded_link_does_not_tell_the_cards_that_it_drew(
    game: Game, alice: Person, inbox: Inbox, client: Client
) -> None:
    draw = links_of(inbox, alice)[0]
    for page in (client.post(draw), client.get(draw), client.post(draw)):
        text = page.content.decode()
        assert "Your move is made." in text
        assert "orange" not in text.lower()
        assert "blue" not in text.lower()
    client.force_login(alice)
    assert "orange" in client.get(draw).content.decode().lower()


def test_a_forwarded_link_answers_one_decision_and_is_no_seat(
    game: Game, alice: Person, inbox: Inbox, client: Client
) -> None:
    links = links_of(inbox, alice)
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    before = log.load(game).seq
    for link in links:
        assert client.post(link).status_code == 409
    assert log.load(game).seq == before
    assert "_auth_user_id" not in client.session
    assert client.get(f"/games/{game.code}/act/").status_code == 302
