"""A mail passes through other people's machines, and a lock screen shows how it begins."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage

import pytest

from engine.actions import Draw
from games import log
from games.clock.models import Heartbeat
from games.log import cache
from games.log.models import Event
from games.notifications.mail.render import write_game_mail
from games.notifications.models import Mail, Notice, NoticeKind
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.records import Ended


@pytest.fixture
def turn(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice has drawn two hidden cards and Bob is to move."""
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


@pytest.fixture
def first_turn(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice has chosen tickets and is to move: her mail has a picture."""
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


def written(game: Game, seat: int, privacy: str = "full") -> Mail:
    """The mail to a seat as it would be written now."""
    row = game.seats.select_related("person", "game").get(number=seat)
    row.person.mail_privacy = privacy
    notice = Notice(kind=NoticeKind.TURN, decision=row.decision or 0, game=game)
    return write_game_mail(seat=row, notices=[notice], now=NOW)


def swap_hidden(game: Game, seat: int) -> None:
    """Give a seat other hidden cards and tickets, and leave everything else as it was."""
    rows = list(Event.objects.filter(game=game).order_by("seq"))
    deck = next(row for row in rows if row.type == "game.deck_shuffled").data["cards"]
    tickets = next(row for row in rows if row.type == "game.tickets_shuffled").data["tickets"]
    place, last = 0, -1
    for row in rows:
        data = row.data
        if row.type in ("game.cards_dealt", "game.row_filled"):
            if data.get("seat") == seat:
                while deck[last] in data["cards"]:
                    last -= 1
                for i in range(len(data["cards"])):
                    data["cards"][i] = deck[place + i] = deck[last]
            place += len(data["cards"])
        elif row.type == "game.card_drawn":
            if data["seat"] == seat:
                data["card"] = deck[place] = "green" if data["card"] != "green" else "black"
            place += 1
        elif row.type == "game.tickets_dealt" and data["seat"] == seat:
            data["tickets"] = tickets[-len(data["tickets"]) :]
        elif row.type == "game.tickets_chosen" and data["seat"] == seat:
            data["kept"] = tickets[-len(data["kept"]) :]
        Event.objects.filter(pk=row.pk).update(data=data)
    cache.clear()


@pytest.mark.parametrize("privacy", ["full", "counts", "nothing"])
@pytest.mark.usefixtures("tamper")
def test_other_hidden_cards_of_alice_change_nothing_in_the_mail_to_bob(
    turn: Game, privacy: str
) -> None:
    mine, others = bytes(written(turn, 0).source), bytes(written(turn, 1, privacy).source)
    swap_hidden(turn, 0)
    assert bytes(written(turn, 1, privacy).source) == others
    # The worlds do differ: Alice's own mail shows it.
    assert bytes(written(turn, 0).source) != mine


@pytest.mark.usefixtures("tamper")
def test_below_full_privacy_the_mail_depends_on_no_hidden_card_of_its_reader(turn: Game) -> None:
    before = {privacy: bytes(written(turn, 0, privacy).source) for privacy in ("counts", "nothing")}
    swap_hidden(turn, 0)
    for privacy, source in before.items():
        assert bytes(written(turn, 0, privacy).source) == source


def test_full_privacy_tells_hand_and_tickets(turn: Game, inbox: Inbox) -> None:
    (mail,) = [one for one in inbox() if "bob" in str(one["To"])]
    view = log.load(turn)
    for text in (text_of(mail), html_of(mail)):
        assert "Your hand" in text
        for ticket in view.tickets[1]:
            assert f"({view.board.tickets[ticket].points} point" in text


def test_counts_tells_numbers_only(turn: Game, inbox: Inbox, bob: Person) -> None:
    Person.objects.update(mail_privacy="counts")
    (mail,) = inbox(bob)
    for text in (text_of(mail), html_of(mail)):
        assert "You have 4 cards and 4 tickets." in text
        assert "Your hand" not in text
        assert "Your tickets" not in text


def test_nothing_tells_nothing_of_the_hand(turn: Game, inbox: Inbox, bob: Person) -> None:
    Person.objects.update(mail_privacy="nothing")
    (mail,) = inbox(bob)
    for text in (text_of(mail), html_of(mail)):
        assert not re.search(r"You have \d+ cards?", text)
        assert "Your hand" not in text
        assert "Your tickets" not in text


def test_offered_tickets_are_hand_data(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    Person.objects.filter(pk=bob.pk).update(mail_privacy="counts")
    begin(alice, bob)
    mails = {str(mail["To"]): mail for mail in inbox()}
    for person, told in ((alice, True), (bob, False)):
        mail = mails[f"{person.name} <{person.email}>"]
        for text in (text_of(mail), html_of(mail)):
            assert ("Tickets to choose from" in text) == told


@pytest.mark.usefixtures("tamper")
def test_subject_preheader_and_the_words_for_the_picture_hold_nothing_hidden(
    first_turn: Game,
) -> None:
    before = _open_parts(written(first_turn, 0))
    swap_hidden(first_turn, 0)
    assert _open_parts(written(first_turn, 0)) == before


@pytest.mark.parametrize("privacy", ["counts", "nothing"])
@pytest.mark.usefixtures("tamper")
def test_the_picture_rings_the_cities_of_tickets_at_full_privacy_only(
    first_turn: Game, privacy: str
) -> None:
    before, ringed = _picture(written(first_turn, 0, privacy)), _picture(written(first_turn, 0))
    assert ringed != before
    swap_hidden(first_turn, 0)
    assert _picture(written(first_turn, 0, privacy)) == before


def _open_parts(mail: Mail) -> tuple[object, ...]:
    message = parsed(mail)
    page = html_of(message)
    preheader = re.search(r"<div style=\"display:none.*?</div>", page, re.DOTALL)
    alt = re.search(r'alt="([^"]*)"', page)
    assert preheader
    assert alt
    assert "Alice: 0 routes, 20 trains left." in alt[1]
    return mail.subject, preheader[0], alt[1]


def _picture(mail: Mail) -> bytes:
    parts = parsed(mail).walk()
    return next(part for part in parts if part.get_content_type() == "image/png").as_bytes()


def test_a_card_that_the_clock_drew_is_told_only_at_full_privacy(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    due = game.seats.get(number=0).due_at
    Heartbeat.objects.create(job="sweep", at=due)
    assert sweep(now=due).played == 1
    for privacy, told in (("full", True), ("counts", False), ("nothing", False)):
        text = text_of(parsed(written(game, 0, privacy)))
        assert "Your time ran out, so the clock made an automatic move for you." in text
        assert ("You drew two cards from the deck: " in text) == told


def parsed(mail: Mail) -> EmailMessage:
    message = email.message_from_bytes(bytes(mail.source), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


@pytest.mark.parametrize("privacy", ["full", "counts", "nothing"])
def test_below_full_privacy_the_last_mail_names_no_ticket(
    ended: Ended, alice: Person, privacy: str
) -> None:
    game = ended("usa-3-final-round", alice)
    row = game.seats.select_related("person", "game").get(number=0)
    row.person.mail_privacy = privacy
    notice = Notice(kind=NoticeKind.OVER, game=game)
    mail = write_game_mail(seat=row, notices=[notice], now=NOW)
    message = email.message_from_bytes(bytes(mail.source), policy=email.policy.default)
    prose = " ".join(text_of(message).split())
    assert "Biggest claim: Charlie" in prose or "Biggest claim: Seat 3" in prose
    names = ["Seattle – Los Angeles", "Sault St. Marie – Oklahoma City"]
    named = [name for name in names if name in prose]
    assert bool(named) == (privacy == "full")
    for words in ("First ticket", "Luck of the draw", "Fullest hand"):
        assert (words in prose) == (privacy == "full")
