"""Sketches in reply to mails: drawn, shown, and kept from those who tell no cards by mail."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.inbound.models import InboundMail
from games.people.models import Person
from games.plans.sketch_models import Sketch
from games.tables.models import Game
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply
from tests.games.notifications.mail.test_preheaders import preheader_of

Turn = tuple[Game, EmailMessage]
DRAW = "sketch add West: kyoto to osaka"


def answer(inbox: Inbox) -> str:
    (mail,) = inbox()
    return " ".join(text_of(mail).split("wrote:")[0].split())


def test_a_sketch_is_drawn_and_shown_by_mail(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    version = game.version
    assert send(mail, DRAW).outcome == "told"
    sketch = Sketch.objects.get()
    assert (sketch.name, len(sketch.tracks)) == ("west", 1)
    assert "Your sketch is drawn. Nobody else can see it. - west: kyoto to osaka" in answer(inbox)
    send(mail, "sketch show WEST")
    assert "west: kyoto to osaka. Trains left: " in answer(inbox)
    send(mail, "sketch show east")
    assert "You have no such sketch." in answer(inbox)
    game.refresh_from_db()
    assert game.version == version


def test_the_commands_are_read_in_dutch(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(language="nl")
    send(turn[1], "Schets teken West: kyoto naar osaka")
    assert Sketch.objects.get().name == "west"
    inbox()
    send(turn[1], "schetsen")
    assert "west: kyoto naar osaka" in answer(inbox)


def test_a_mail_that_tells_no_cards_leads_to_the_page(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(mail_privacy="counts")
    send(turn[1], DRAW)
    text = answer(inbox)
    assert f"/games/{turn[0].code}/sketches/" in text
    assert "kyoto" not in text.lower()
    assert "Trains left" not in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sketch add West: kyoto to atlantis", "No city on this board begins with"),
        (f"sketch add {'x' * 41}: kyoto to osaka", "up to 40 characters"),
    ],
)
def test_what_cannot_be_drawn_is_explained(
    turn: Turn, send: Reply, inbox: Inbox, text: str, sentence: str
) -> None:
    send(turn[1], text)
    assert not Sketch.objects.exists()
    assert sentence in answer(inbox)


@pytest.mark.parametrize("text", [DRAW, "sketches", "sketch add West: kyoto to atlantis"])
def test_what_an_inbox_shows_says_nothing_of_a_sketch(
    turn: Turn, send: Reply, inbox: Inbox, text: str
) -> None:
    send(turn[1], text)
    (mail,) = inbox()
    shown = f"{mail['Subject']} {preheader_of(mail)}".lower()
    assert "there is news" in shown
    assert not {"sketch", "sketches", "kyoto", "possible", "city"} & {*shown.split()}


def test_the_delivery_log_says_nothing_of_a_sketch(turn: Turn, send: Reply) -> None:
    send(turn[1], DRAW)
    logged = InboundMail.objects.latest("pk")
    assert not {"kyoto", "west", "sketch"} & {*f"{logged.outcome} {logged.detail}".lower().split()}
