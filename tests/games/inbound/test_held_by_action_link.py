"""Buttons in the mails of who holds moves: pressed, the move is held like one on the site."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from games import log
from games.people.models import Person
from games.play.deferred import HOLD_TIME
from games.play.hold import make_held_moves
from games.play.models import HeldMove
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply
from tests.games.inbound.test_action_links import buttons_of, stranger

__all__ = ["stranger"]

Turn = tuple[Game, EmailMessage]


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOW, tick=False) as still:
        yield still


@pytest.fixture
def keeping(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> tuple[Game, EmailMessage, str]:
    """A game at Alice's first tickets, who holds her moves; the mail; the button that keeps all."""
    Person.objects.filter(pk=alice.pk).update(hold_moves=True)
    game = begin(alice, bob)
    (mail,) = [one for one in inbox() if "alice" in str(one["To"])]
    return game, mail, buttons_of(mail)["Keep all 3 tickets"]


Keeping = tuple[Game, EmailMessage, str]


def main_of(page: HttpResponse) -> str:
    """Return what a page says besides its frame."""
    return page.content.decode().partition("<main")[2].partition("</main")[0]


def test_a_move_by_button_is_held_and_made_ten_minutes_later(
    keeping: Keeping, stranger: Client
) -> None:
    game, _mail, path = keeping
    assert "This move is held for 10 minutes" in stranger.get(path).content.decode()
    told = stranger.post(path).content.decode()
    assert "Your move is held until 08:40 CET and counts as made." in told
    assert "Your move is made." not in told
    assert log.load(game).pending == {0: "setup", 1: "setup"}
    assert make_held_moves(now=NOW + HOLD_TIME) == 1
    assert log.load(game).pending == {1: "setup"}
    assert len(log.load(game).tickets[0]) == 3
    assert "Your move is made." in stranger.get(path).content.decode()


def test_a_mail_tells_of_it_and_its_answer_takes_the_move_back(
    keeping: Keeping, stranger: Client, send: Reply, inbox: Inbox
) -> None:
    game, _mail, path = keeping
    assert "an email that says how to withdraw it" in stranger.post(path).content.decode()
    (answer,) = inbox()
    assert "Your move is held until 08:40" in text_of(answer)
    assert "Until then, write “withdraw” to withdraw it." in text_of(answer)
    send(answer, "withdraw")
    assert not HeldMove.objects.exists()
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    assert log.load(game).pending == {0: "setup", 1: "setup"}


def test_pressing_twice_holds_once_and_is_told_once(
    keeping: Keeping, stranger: Client, inbox: Inbox, clock: time_machine.Coordinates
) -> None:
    _game, _mail, path = keeping
    stranger.post(path)
    clock.shift(120)
    assert "held until 08:40" in stranger.post(path).content.decode()
    assert HeldMove.objects.get().submitted_at == NOW
    assert len(inbox()) == 1


def test_held_withdrawn_and_held_again_is_told_again(
    keeping: Keeping,
    stranger: Client,
    send: Reply,
    inbox: Inbox,
    clock: time_machine.Coordinates,
) -> None:
    _game, _mail, path = keeping
    stranger.post(path)
    (first,) = inbox()
    send(first, "withdraw")
    inbox()
    clock.shift(60)
    stranger.post(path)
    (second,) = inbox(at=NOW + timedelta(minutes=1))
    assert "held until 08:41" in text_of(second)


def test_the_person_sees_it_on_the_page_and_gets_no_mail(
    keeping: Keeping, client: Client, alice: Person, inbox: Inbox
) -> None:
    _game, _mail, path = keeping
    client.force_login(alice)
    client.post(path)
    page = client.get(path).content.decode()
    assert "Your move is held until 08:40" in page
    assert "<form" not in main_of(client.get(path))
    assert inbox() == []


def test_who_looks_at_a_link_that_was_passed_on_does_not_learn_that_a_move_is_held(
    keeping: Keeping, stranger: Client
) -> None:
    _game, _mail, path = keeping
    before = main_of(stranger.get(path))
    stranger.post(path)
    assert main_of(stranger.get(path)) == before


def test_a_draw_by_button_is_made_at_once(turn: Turn, stranger: Client, alice: Person) -> None:
    game, mail = turn
    Person.objects.filter(pk=alice.pk).update(hold_moves=True)
    told = stranger.post(buttons_of(mail)["Draw two cards from the deck"]).content.decode()
    assert "Your move is made." in told
    assert log.load(game).pending == {1: "turn"}


def test_below_full_privacy_the_page_of_a_held_move_shows_no_tickets(
    keeping: Keeping, stranger: Client, inbox: Inbox, alice: Person
) -> None:
    game, _mail, path = keeping
    Person.objects.filter(pk=alice.pk).update(mail_privacy="counts")
    told = stranger.post(path).content.decode()
    (answer,) = inbox()
    board = log.load(game).board
    for ticket in log.load(game).offered[0]:
        assert board.cities[board.tickets[ticket].a].name not in told
        assert f"{board.cities[board.tickets[ticket].a].name} – " not in text_of(answer)


def test_when_the_game_has_moved_on_nothing_is_held(keeping: Keeping, stranger: Client) -> None:
    game, _mail, path = keeping
    stranger.post(path)
    make_held_moves(now=NOW + HOLD_TIME)
    other = buttons_of(_mail)
    other.pop("Keep all 3 tickets")
    (fewest,) = other.values()
    assert stranger.post(fewest).status_code == 409
    assert not HeldMove.objects.exists()
    assert len(log.load(game).tickets[0]) == 3
