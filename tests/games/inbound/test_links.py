"""Links below a move say nothing about it; a question outside them does."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from django.db import transaction

from games.inbound.links import without_links
from games.tables.models import Game
from tests.fixtures.growth import MOST, growth
from tests.fixtures.replies import Reply
from tests.games.inbound.introductions import SIGNED

Turn = tuple[Game, EmailMessage]

HARMLESS = [
    "Join my meeting:\nhttps://meet.example/j/123?pwd=abc&only=once",
    "[https://logo.example/blue.png?if=not]<https://example.org/?no=1>\nAlice Example",
    "Alice\nwww.example.org/?red",
    "Alice\nexample.org/wait?red",
    "Alice <mailto:alice@example.org?subject=stop%20it>",
    "(https://example.org/?either=or)",
    "Alice\n<https://example.org/a/very/long/address/that/goes/on/and/on?if=\nunless&never=1>",
    "Follow us on Trains<https://trains.example/?utm_source=mail>",
    "[cid:image001.png@01DC5AF0.BLUE0RED]",
]
DOUBTFUL = [
    "Is that right? https://example.org/?a=b",
    "Is it https://example.org/turn?",
    "Or see <https://example.org/?a=b>",
    "https://example.org/?a=b ?",
    "<https://example.org/?a=b>\nno, wait",
    "example.org?",
    "blue/red?",
    "Sent from my phone?",
]


def outcome(send: Reply, mail: EmailMessage, text: str) -> str:
    with transaction.atomic():
        received = send(mail, text)
        transaction.set_rollback(True)
    return str(received.outcome)


def test_no_sign_off_of_a_program_keeps_a_move_from_being_played(turn: Turn, send: Reply) -> None:
    _, mail = turn
    linked = [text for texts in SIGNED.values() for text in texts if "?" in text]
    assert len(linked) > 15
    found = {text: outcome(send, mail, f"draw blind\n\n{text}") for text in linked}
    assert {text: what for text, what in found.items() if what != "played"} == {}


def test_a_sign_off_right_below_a_move_is_none_of_it(turn: Turn, send: Reply) -> None:
    _, mail = turn
    text = "draw blind\nSent from Yahoo Mail<https://apps.example/1?pid=native&c=Signature>"
    assert outcome(send, mail, text) == "played"


@pytest.mark.parametrize("text", HARMLESS)
def test_a_link_is_no_doubt(turn: Turn, send: Reply, text: str) -> None:
    _, mail = turn
    assert outcome(send, mail, f"draw blind\n\n{text}") == "played"


@pytest.mark.parametrize("text", DOUBTFUL)
def test_a_doubt_beside_a_link_counts(turn: Turn, send: Reply, text: str) -> None:
    _, mail = turn
    assert outcome(send, mail, f"draw blind\n\n{text}") == "unreadable"


def test_a_picture_above_a_move_is_none_of_it(turn: Turn, send: Reply) -> None:
    _, mail = turn
    assert outcome(send, mail, "[https://logo.example/a.png?b]\n\ndraw blind") == "played"


@pytest.mark.parametrize(
    "unit",
    [
        "<http:",
        "<http://a",
        "<#\n",
        "<#a\n",
        "http://",
        "http://?",
        "www.",
        "a.",
        "a-",
        "(cid:",
        "?",
    ],
)
def test_links_are_found_in_time_in_proportion(unit: str) -> None:
    assert growth(without_links, unit) < MOST
