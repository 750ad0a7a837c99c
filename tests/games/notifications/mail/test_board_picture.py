"""The board in a mail: cities that the reader's tickets ask for are ringed, for them alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

import engine
from games import log
from games.drawing import game_png
from games.notifications.mail import render
from games.people.models import MailPrivacy, Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The cities to ring, by mail."""
    wanted: list[tuple[str, ...]] = []
    draw = game_png.board_picture

    def spy(**arguments):  # type: ignore[no-untyped-def]
        wanted.append(tuple(arguments.get("wanted", ())))
        return draw(**arguments)

    monkeypatch.setattr(render, "board_picture", spy)
    return wanted


def turn_mail(game: Game, person: Person, inbox: Inbox) -> None:
    inbox(person)
    keep_all(game, 0, 1)
    assert inbox(person, at=NOW + timedelta(minutes=1))


def cities_of(game: Game, seat: int) -> set[str]:
    view = engine.view(log.load(game), seat)
    tickets = [view.board.tickets[key] for key in view.tickets[seat]]
    return {city for ticket in tickets for city in (ticket.a, ticket.b)}


def test_the_cities_of_open_tickets_are_ringed(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, asked: list[tuple[str, ...]]
) -> None:
    game = begin(alice, bob, board="japan")
    turn_mail(game, alice, inbox)
    assert set(asked[-1]) == cities_of(game, 0) != set()
    assert set(asked[-1]) != cities_of(game, 1)


@pytest.mark.parametrize("privacy", [MailPrivacy.COUNTS, MailPrivacy.NOTHING])
def test_a_mail_that_may_not_tell_tickets_rings_no_city(
    begin: Starter,
    alice: Person,
    bob: Person,
    inbox: Inbox,
    asked: list[tuple[str, ...]],
    privacy: MailPrivacy,
) -> None:
    Person.objects.filter(pk=alice.pk).update(mail_privacy=privacy)
    game = begin(alice, bob, board="japan")
    turn_mail(game, alice, inbox)
    assert set(asked) == {()}


def test_the_picture_on_pages_rings_no_city(
    begin: Starter, alice: Person, bob: Person, client, inbox: Inbox
) -> None:
    """Alice herself sees there what everybody sees; her mail before it changes nothing."""
    game = begin(alice, bob, board="japan")
    turn_mail(game, alice, inbox)
    client.force_login(alice)
    hers = client.get(f"/games/{game.code}/board.png").content
    client.force_login(bob)
    assert client.get(f"/games/{game.code}/board.png").content == hers
    table = engine.view(log.load(game), None)
    assert hers == game_png.board_picture(table=table, theme="light", width=400)
