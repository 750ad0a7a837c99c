"""What a person wrote is read, in whatever wrapping a mail program hands it over."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.db import transaction

from games.inbound.body import unsigned
from games.inbound.receiving import receive
from games.notifications.models import Mail
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.growth import MOST, growth
from tests.fixtures.mail import text_of
from tests.fixtures.replies import address_in

Turn = tuple[Game, EmailMessage]


def understood(mail: EmailMessage, wrapped: bytes) -> str:
    """Send a body with its content headers in answer to a mail; return how it was understood."""
    head = f"From: {mail['To']}\r\nTo: {mail['Reply-To']}\r\nMIME-Version: 1.0\r\n".encode()
    with transaction.atomic():
        outcome = receive(raw=head + wrapped, recipient=address_in(mail), now=NOW)
        answer = Mail.objects.latest("pk").source if outcome.answered else b""
        transaction.set_rollback(True)
    if outcome.outcome not in ("played", "illegal"):
        return str(outcome.outcome)
    (line,) = [line for line in answer_lines(answer) if line.startswith("Understood: ")]
    return line.removeprefix("Understood: ")


def answer_lines(source: object) -> list[str]:
    assert isinstance(source, bytes | memoryview)
    return text_of(message_from_bytes(bytes(source), policy=SMTP)).splitlines()


def page(html: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message.set_content(html, subtype="html")
    return message.as_bytes()


def both(plain: str, html: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


def side_by_side(*parts: tuple[str, str]) -> bytes:
    message = EmailMessage(policy=SMTP)
    message.make_mixed()
    for kind, text in parts:
        part = EmailMessage(policy=SMTP)
        part.set_content(text, subtype=kind)
        message.attach(part)
    return message.as_bytes()


@pytest.mark.parametrize(
    "html",
    [
        "<p><s>draw red</s></p><p>draw blind</p>",
        "<p><del>draw red</del> draw blind</p>",
        "<p><strike>draw red</strike> draw blind</p>",
        "<div style='text-decoration: line-through'>draw red</div><div>draw blind</div>",
        "<p><span style='color:red;text-decoration-line:line-through'>tickets</span></p>draw blind",
        "<p>draw blind</p><p><S>no, wait</S></p>",
    ],
)
def test_what_is_struck_out_on_a_page_is_no_text(turn: Turn, html: str) -> None:
    _, mail = turn
    assert understood(mail, page(html)) == "draw blind"
    # The plain alternative of such a page does not show the stroke.
    assert understood(mail, both("draw red\ndraw blind\ntickets\n", html)) == "draw blind"


@pytest.mark.parametrize(
    "html",
    [
        "<ol><li>draw blind</li><li>draw blind</li></ol>",
        "<div>Hi,</div><ul><li><p>Draw blind</p></li><li><p>Draw blind</p></li></ul><p>Alice</p>",
        "<p>My move:</p><p>1.&nbsp;draw blind<br>2.&nbsp;draw blind</p>",
        "<p>Draw <b>two</b> cards, please!</p>",
    ],
)
def test_lists_on_a_page_are_read(turn: Turn, html: str) -> None:
    _, mail = turn
    assert understood(mail, page(html)) == "draw blind · draw blind"


@pytest.mark.parametrize(
    "stub",
    [
        "This message requires an HTML-capable mail program.",
        "Your e-mail program does not support HTML. View this message in your browser.",
        "This is a multi-part message in MIME format.",
        "Deze mail is alleen in HTML te lezen.",
        "\n \n",
        "-- \nAlice",
    ],
)
def test_a_page_is_read_where_the_plain_part_says_nothing(turn: Turn, stub: str) -> None:
    _, mail = turn
    assert understood(mail, both(stub, "<p>draw blind</p>")) == "draw blind"


@pytest.mark.parametrize(
    "mark",
    [
        '<?xml:namespace prefix = o ns = "urn:schemas-microsoft-com:office:office" /><o:p></o:p>',
        "<?php echo 'draw red' ?>",
        "<![if !supportLists]>",
    ],
)
def test_processing_instructions_are_no_text(turn: Turn, mark: str) -> None:
    _, mail = turn
    assert understood(mail, page(f"{mark}<p>draw {mark}blind{mark}</p>")) == "draw blind"


def test_a_useful_plain_part_is_chosen_over_a_stub(turn: Turn) -> None:
    _, mail = turn
    stub = ("plain", "This message is in HTML; your program shows plain text.")
    assert understood(mail, side_by_side(stub, ("plain", "draw blind"))) == "draw blind"
    assert understood(mail, side_by_side(("plain", ""), ("plain", "draw blind"))) == "draw blind"
    assert understood(mail, both("draw blind", "<p></p>")) == "draw blind"


def test_what_stands_in_a_second_part_is_read_too(turn: Turn) -> None:
    _, mail = turn
    parts = side_by_side(("plain", "draw blind"), ("plain", "no, wait:\n\ndraw red"))
    assert understood(mail, parts) == "unreadable"
    parts = side_by_side(("plain", "draw blind"), ("html", "<p>draw blind</p>"))
    assert understood(mail, parts) == "draw blind"


def test_text_signed_inline_is_read(turn: Turn) -> None:
    _, mail = turn
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n{}\r\n"
        "-----BEGIN PGP SIGNATURE-----\r\nVersion: GnuPG v2\r\n\r\n"
        "iHUEARYKAB0WIQTR6vD/no=\r\n=abcd\r\n-----END PGP SIGNATURE-----\r\n"
    )
    kind = "Content-Type: text/plain; charset=utf-8\r\n\r\n"
    command = "Hi,\r\n\r\ndraw blind\r\n\r\n- -- \r\nAlice"
    assert understood(mail, (kind + signed.format(command)).encode()) == "draw blind"
    quote = "\r\n\r\nOn Sat, 21 Nov 2026 at 08:30, Night Mail wrote:\r\n> pass\r\n"
    assert understood(mail, (kind + signed.format(f"draw blind{quote}")).encode()) == "draw blind"


BEGINS, ENDS = "-----BEGIN PGP SIGNED MESSAGE-----\n", "-----BEGIN PGP SIGNATURE-----\n"


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        ("", BEGINS),
        ("", f"{BEGINS}\n{ENDS}"),
        (BEGINS, "a: b\n"),
        (BEGINS, " \n"),
        (f"{BEGINS}\n", "a\n"),
        (f"{BEGINS}\n{ENDS}", "a\n"),
        (f"{BEGINS}\n{ENDS}", "\n"),
    ],
)
def test_armour_without_an_end_takes_time_in_proportion(before: str, unit: str) -> None:
    assert growth(unsigned, unit, before=before) < MOST


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("iso-8859-1", "claim K\xf4chi \x96 Takamatsu: 2 orange".encode("latin-1")),
        ("utf-8", "claim K\xf4chi \x96 Takamatsu: 2 orange".encode("latin-1")),
        ("us-ascii", "claim K\xf4chi \x96 Takamatsu: 2 orange".encode("latin-1")),
        ("iso-8859-1", "claim Kōchi – Takamatsu: 2 orange".encode()),
        ("windows-1252", "claim Kōchi – Takamatsu: 2 orange".encode()),
    ],
)
def test_text_in_a_mislabelled_charset_is_read(turn: Turn, charset: str, content: bytes) -> None:
    _, mail = turn
    head = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    assert understood(mail, head.encode() + content) == "claim kochi to takamatsu: 2 orange"
