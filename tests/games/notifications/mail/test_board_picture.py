"""The board in a mail: where it has changed, and with rings that are the reader's alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest

import engine
from engine.actions import Claim, Draw
from games import log
from games.drawing import game_png
from games.notifications.mail import render
from games.notifications.models import Notice, NoticeKind
from games.people.models import MailPrivacy, Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.replies import Reply

Stack = Callable[..., None]
Turn = tuple[Game, EmailMessage]


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


def pictures_in(mail: EmailMessage) -> int:
    return sum(part.get_content_type() == "image/png" for part in mail.walk())


def test_a_mail_has_a_picture_where_the_board_has_changed(
    stack: Stack, begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    stack([*["red"] * 4, *["yellow"] * 4, "white", "white", "green", "black", "orange"])
    game = begin(alice, bob)
    assert pictures_in(*inbox(alice)) == 1
    keep_all(game, 0, 1)
    assert pictures_in(*inbox(alice)) == 1
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    assert pictures_in(*inbox(alice)) == 0
    act(game, 0, Draw("blind"), Draw("blind"))
    view = engine.view(log.load(game), 1)
    act(game, 1, next(one for one in view.legal_actions() if isinstance(one, Claim)))
    assert pictures_in(*inbox(alice)) == 1


def test_a_reminder_shows_no_board_again(turn: Turn, alice: Person, inbox: Inbox) -> None:
    game, _mail = turn
    seat = game.seats.get(person=alice)
    Notice.objects.create(
        person=alice, game=game, kind=NoticeKind.REMINDER, decision=seat.decision, number=1,
        not_before=NOW, created_at=NOW,
    )  # fmt: skip
    assert pictures_in(*inbox(alice)) == 0


@pytest.mark.parametrize(
    ("text", "pictures"),
    [("show", 1), ("help", 0), ("draw purple elephants", 0), ("draw blind blind", 0), ("", 0)],
)
def test_an_answer_shows_the_board_where_that_is_asked(
    turn: Turn, alice: Person, inbox: Inbox, send: Reply, text: str, pictures: int
) -> None:
    _game, mail = turn
    send(mail, text)
    assert pictures_in(*inbox(alice)) == pictures


def test_the_answer_to_a_claim_shows_the_board(
    red_hand: Game, alice: Person, inbox: Inbox, send: Reply
) -> None:
    mail = inbox(alice)[-1]
    view = engine.view(log.load(red_hand), 0)
    claim = next(action for action in view.legal_actions() if isinstance(action, Claim))
    send(mail, engine.write_action(claim, view))
    assert pictures_in(*inbox(alice)) == 1
