"""Mail that was written to keep the site busy, to stop the mails of others, or to make it fall."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage

import pytest

from games.inbound.body import text_of, text_of_html
from games.inbound.headers import read_headers
from games.inbound.models import InboundMail
from games.inbound.parsing import TooManyParts
from games.inbound.quotes import lines_above_quote
from games.inbound.receiving import receive
from games.notifications.mail.return_addresses import reply_address
from games.people.models import Person
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.replies import Reply

LONG = 100_000
"""Seconds for a patient machine; the faults of old took from ten seconds to an hour."""
PATIENCE = 5

PAGES = {
    "a name without an end": "<" + "a" * LONG,
    "a tag without an end": "<a" + " " * LONG,
    "comments without an end": "<!--" * (LONG // 4),
    "styles without an end": "<style>" * (LONG // 7),
    "a number without an end": "&#" + "9" * LONG,
}
LINES = {
    "an address without an end": "2012 " * 7 + "<" + "@" * 1950,
    "introductions without an end": "On " + "wrote: " * 280,
    "quotes without an end": "schreef op : " * 150,
    "rules without an end": "--" + " " * 1990,
}
PLAIN = "Content-Type: text/plain; "
MESSAGES = {
    "a quoted parameter of semicolons": PLAIN + 'a="' + ";" * LONG,
    "a parameter in a thousand pieces": PLAIN + "charset*1=b;" * (LONG // 12),
    "a charset that counts": f"{PLAIN}charset=punycode\r\n\r\n" + "a" * LONG + "-" + "b" * LONG,
    "comments in comments": "From: " + "(" * 4000,
    "words in words": "Subject: " + "=?a?q?" * 10_000,
    "parts in parts": "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n" * 3000,
}


@pytest.fixture
def in_time() -> Iterator[None]:
    begun = time.perf_counter()
    yield
    assert time.perf_counter() - begun < PATIENCE


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_no_page_takes_long_to_read(page: str) -> None:
    assert isinstance(text_of_html(page), str)


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_no_quote_takes_long_to_cut_off(line: str) -> None:
    assert isinstance(lines_above_quote("\n".join([line] * 50)), list)


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("raw", MESSAGES.values(), ids=MESSAGES)
def test_no_message_takes_long_or_makes_the_reader_fall(raw: str) -> None:
    assert isinstance(read_headers(raw.encode()).sender, str)
    with suppress(TooManyParts):
        assert isinstance(text_of(raw.encode()), str)


def test_somebody_else_cannot_stop_the_replies_of_a_player(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    begin(alice, bob, board="japan")
    (mail,) = inbox(alice)
    forged = EmailMessage()
    forged["From"] = alice.email
    forged.set_content("draw blind")
    for _mail in range(130):
        receive(raw=forged.as_bytes(), recipient=reply_address("0" * 32), now=NOW)
    assert InboundMail.objects.filter(outcome="unknown").count() == 130
    assert send(mail, "keep all").outcome == "played"


def test_a_player_cannot_stop_the_replies_of_another(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    """Bob has an address to reply to, and writes Alice's name on what he sends there."""
    begin(alice, bob, board="japan")
    mails = {str(mail["To"]).partition(" ")[0]: mail for mail in inbox()}
    for _mail in range(130):  # more than one sender may send
        assert send(mails["Bob"], "keep all", sender=alice.email).outcome in ("forged", "limited")
    assert send(mails["Alice"], "keep all").outcome == "played"


def test_the_delivery_log_tells_nothing_of_a_hand(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    """Staff read that log, and staff play."""
    game = begin(alice, bob, board="usa")
    keep_all(game, 0, 1)
    mail = inbox(alice)[-1]
    for text in ("claim denver to phoenix: 5 loco", "claim miami to boston: 9 pink"):
        send(mail, text)
    told = set(InboundMail.objects.values_list("outcome", "detail"))
    assert ("illegal", "hand") in told
    assert not any("too_few" in detail for _outcome, detail in told)
