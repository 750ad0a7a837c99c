"""What mail programs add to an answer about table talk is not said, in whatever language."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.inbound.body import text_of
from games.inbound.quotes import lines_above_quote
from games.inbound.receiving import receive
from games.inbound.table_talk import MAX_LINES
from games.notifications.mail.return_addresses import TALK, reply_address, store_reply_token
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import clean_text, post_message
from games.talk.models import Message
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox
from tests.fixtures.mail import text_of as answer_text
from tests.fixtures.recalled import recall_mails
from tests.fixtures.replies import address_in
from tests.games.inbound.introductions import ABOVE, BLOCKS, PAGES, SIGNED, STAYS

SAID = "Thanks, Alice!\nSee you at 20:30."
BODY = "Alice wrote at the table:\nGood luck, all of you!\n\nhttps://nightmail.example/games/abc/"

Talk = tuple[Game, EmailMessage]

GROUPS = {
    "west": ("en", "nl", "de", "fr", "es", "it", "pt", "ro"),
    "north": ("sv", "da", "nb", "fi", "hu"),
    "east": ("pl", "cs", "ru", "uk", "el", "tr", "he"),
    "asia": ("ja", "zh", "ko", "vi", "id"),
}


def of(table: dict[str, list[str]], group: str) -> list[str]:
    """Return what a table has in the languages of a group."""
    return [text for lang in GROUPS[group] for text in table.get(lang, [])]


def test_every_language_of_the_tables_is_tried() -> None:
    tried = {lang for langs in GROUPS.values() for lang in langs}
    assert tried == {*ABOVE, *BLOCKS}
    assert tried >= {*SIGNED}


@pytest.fixture
def talk(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Talk:
    """A game in which Alice has spoken, and the mail that tells Bob of it."""

    def speak() -> tuple[int, EmailMessage]:
        game = begin(alice, bob)
        inbox()
        post_message(game=game, person=alice, text="Good luck!", now=NOW)
        (mail,) = inbox(bob, at=NOW + timedelta(minutes=11))
        return game.pk, mail

    pk, mail = recall_mails(inbox, "talk", speak)
    return Game.objects.get(pk=pk), mail


THROUGH_THE_DOOR = 8


class Table:
    """Answers one mail again and again, with an hour between."""

    def __init__(self, mail: EmailMessage) -> None:
        self.mail = mail
        self.address = address_in(mail)
        self.now: datetime = NOW + timedelta(hours=1)

    def hears(self, text: str, subtype: str = "plain") -> str:
        """Send an answer in, and return what is said at the table; "" where nothing is.

        The first answers of a test go through the door; the others are read by the functions that
        stand behind it, as nothing but their text is different.
        """
        message = EmailMessage(policy=SMTP.clone(cte_type="8bit"))
        message["From"] = "Bob <bob@example.org>"
        message["To"] = self.address
        message["Message-ID"] = f"<{self.now.timestamp()}@phone.example.org>"
        message.set_content(text, subtype=subtype)
        self.now += timedelta(hours=1)
        if self.now > NOW + timedelta(hours=THROUGH_THE_DOOR):
            read = clean_text(text_of(message.as_bytes()))
            return "\n".join(lines_above_quote(read, MAX_LINES))
        before = Message.objects.count()
        receive(raw=message.as_bytes(), recipient=self.address, now=self.now)
        return Message.objects.latest("pk").text if Message.objects.count() > before else ""

    def filled(self, text: str, name: str = "Night Mail") -> str:
        words = {
            "US": f"{name} <{self.address}>",
            "ADDRESS": self.address,
            "NAME": name,
            "ME": "<bob@example.org>",
        }
        return re.sub(r"(?<![A-Z])(?:US|ADDRESS|NAME|ME)(?![A-Z])", lambda m: words[m[0]], text)


@pytest.fixture
def table(talk: Talk) -> Table:
    return Table(talk[1])


def arrows(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def page(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))


def wrapped(text: str, width: int) -> str:
    return "\n".join(
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def above(table: Table, introduction: str) -> Iterator[tuple[str, str]]:
    """Answers with one introduction of a quote: name of the habit and text."""
    quote = arrows(BODY)
    for name in ("Night Mail", "Trains by post"):
        text = table.filled(introduction, name)
        yield f"{name}, close", f"{SAID}\n{text}\n{quote}"
        yield f"{name}, 60 wide", f"{SAID}\n\n{wrapped(text, 60)}\n{quote}"
    yield "with room", f"{SAID}\n\n\n{text}\n\n{quote}"
    yield "76 wide", f"{SAID}\n\n{wrapped(text, 76)}\n{quote}"
    broken = text.replace(f"<{table.address}>", f"<\n{table.address}>")
    yield "broken", f"{SAID}\n\n{broken}\n{quote}"
    broken = text.replace(f"<{table.address}>", f"<{table.address}\n>")
    yield "broken at the end", f"{SAID}\n\n{broken}\n\n{quote}"
    yield "ruled", f"{SAID}\n{'=' * 40}\n{text}\n{quote}"


def blocks(table: Table, block: str) -> Iterator[tuple[str, str]]:
    for name in ("Night Mail", "Trains by post"):
        text = table.filled(block, name)
        yield f"{name}, close", f"{SAID}\n{text}\n{BODY}"
    yield "with room", f"{SAID}\n\n{text}\n\n{BODY}"
    yield "broken", f"{SAID}\n\n{wrapped(text, 50)}\n\n{BODY}"
    yield "bold", f"{SAID}\n\n{bold(text)}\n\n{BODY}"
    yield "ruled", f"{SAID}\n{'=' * 40}\n{text}\n\n{BODY}"
    yield "spaced", f"{SAID}\n\n{text.replace(chr(10), chr(10) * 2)}\n\n{BODY}"


def bold(text: str) -> str:
    """Headers as programs write bold ones in plain text."""
    lines = []
    for line in text.split("\n"):
        label, colon, rest = line.partition(": ")
        plain = not colon or line.startswith(("-", "*", "_"))
        lines.append(line if plain else f"*{label}:* {rest}")
    return "\n".join(lines)


def heard_wrong(table: Table, answers: Iterator[tuple[str, str]]) -> dict[str, str]:
    return {
        f"{habit}: {text}": heard for habit, text in answers if (heard := table.hears(text)) != SAID
    }


@pytest.mark.parametrize("group", GROUPS)
def test_no_introduction_of_a_quote_is_said(table: Table, group: str) -> None:
    for introduction in of(ABOVE, group):
        assert heard_wrong(table, above(table, introduction)) == {}


def test_a_year_in_the_key_of_an_address_is_no_date(talk: Talk, table: Table, bob: Person) -> None:
    """Where it counted as one, the line above that tells the date was said."""
    token = "2026b6789abcdef0a1999bc567c2011d"
    seat = talk[0].seats.get(person=bob)
    store_reply_token(token=token, person=bob, seat=seat, decision=None, now=NOW)
    table.address = reply_address(token, TALK)
    for introduction in (ABOVE["nl"][0], ABOVE["fi"][0], ABOVE["zh"][0]):
        assert heard_wrong(table, above(table, introduction)) == {}


@pytest.mark.parametrize("group", GROUPS)
def test_no_block_of_headers_is_said(table: Table, group: str) -> None:
    for block in of(BLOCKS, group):
        assert heard_wrong(table, blocks(table, block)) == {}


@pytest.mark.parametrize("group", GROUPS)
def test_of_pages_too_nothing_is_said_but_what_was_written(table: Table, group: str) -> None:
    """None of the marks that some programs put around a quote is there."""
    heard = {}
    for introduction in of(ABOVE, group):
        text = table.filled(introduction)
        for quote in (f"<blockquote>{page(BODY)}</blockquote>", page(arrows(BODY))):
            made = f"<html><body>{page(SAID)}<div><br></div>{page(text)}{quote}</body></html>"
            heard[made] = table.hears(made, "html")
    for block in of(BLOCKS, group):
        text = table.filled(block)
        lines = "<br>".join(f"<b>{escape(line)}</b>" for line in text.split("\n"))
        for head in (f"<p>{lines}</p>", page(text)):
            made = f"<html><body>{page(SAID)}<p>&nbsp;</p>{head}{page(BODY)}</body></html>"
            heard[made] = table.hears(made, "html")
    assert {made: said for made, said in heard.items() if said != SAID} == {}


def test_of_the_pages_that_programs_make_only_what_was_written_is_said(table: Table) -> None:
    talk, _, host = table.address.partition("@")
    heard = {}
    for program, page in PAGES.items():
        words = {
            "SAID": escape(SAID).replace("\n", "<br>"),
            "BODY": escape(BODY),
            "NAME": "Trains",
            "ADDRESS": table.address,
            "TALK": talk,
            "HOST": host,
            "BOB": "bob@example.org",
        }
        page = re.sub("|".join(words), lambda m, words=words: words[m[0]], page)
        heard[program] = table.hears(page, "html")
    assert heard == dict.fromkeys(PAGES, SAID)


@pytest.mark.parametrize("group", GROUPS)
def test_no_sign_off_of_a_program_is_said(table: Table, group: str) -> None:
    quote = table.filled(of(ABOVE, group)[0]) + "\n" + arrows(BODY)
    heard = {
        text: table.hears(text)
        for signed in of(SIGNED, group)
        for text in (
            f"{SAID}\n\n{signed}",
            f"{SAID}\n\n{signed}\n\n{quote}",
            f"{SAID}\n\n-- \n{signed}",
            f"{signed}\n\n{SAID}",
        )
    }
    assert {text: said for text, said in heard.items() if said != SAID} == {}


@pytest.mark.parametrize("first", range(4))
def test_what_merely_looks_like_it_is_said_whole(table: Table, first: int) -> None:
    quotes = ["", f"\n\n{table.filled(ABOVE['en'][0])}\n{arrows(BODY)}"]
    quotes += [f"\n\n{table.filled(BLOCKS[lang][0])}\n\n{BODY}" for lang in ("en", "nl", "id")]
    for words in STAYS[first::4]:
        assert {quote: table.hears(words + quote) for quote in quotes} == dict.fromkeys(
            quotes, words
        )


@pytest.mark.parametrize("group", GROUPS)
def test_where_the_quote_stands_first_nothing_of_it_is_said(table: Table, group: str) -> None:
    texts = [f"{table.filled(text)}\n{arrows(BODY)}\n\n{SAID}" for text in of(ABOVE, group)]
    texts += [f"{table.filled(text)}\n\n{BODY}\n\n{SAID}" for text in of(BLOCKS, group)]
    assert {text: said for text in texts if (said := table.hears(text))} == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hi,\n\nQUOTE\n\nWell played!", "Hi,\n\nWell played!"),
        ("Hello Alice,\nQUOTE\n\nWell\nplayed!\n-- \nBob", "Hello Alice,\n\nWell\nplayed!"),
        ("Hi,\n\nQUOTE\n\nYes!\n\nQUOTE\n\nNo!", ""),
        ("Hi,\n\nQUOTE\nthe rest of a broken line\n\nYes!", ""),
        ("Hi,\n\nQUOTE\n\nYes!\n\nSent from my iPhone", "Hi,\n\nYes!"),
        ("Hi,\n\nQUOTE", "Hi,"),
        ("Thanks!\n\nQUOTE\n\nYes!", "Thanks!"),
    ],
)
def test_below_a_bare_greeting_the_text_below_the_quote_is_said(
    table: Table, text: str, said: str
) -> None:
    quote = table.filled("On Fri, Nov 20, 2026 at 10:00 AM US wrote:") + "\n" + arrows(BODY)
    assert table.hears(text.replace("QUOTE", quote)) == said


def test_who_writes_between_the_lines_of_a_quote_gets_an_answer(
    table: Table, bob: Person, inbox: Inbox
) -> None:
    assert table.hears("Hi,\n\n> Good luck!\nYou too.\n> It is your turn.") == ""
    (answer,) = inbox(bob, at=table.now)
    assert "Write your reply above it, at the very top." in " ".join(answer_text(answer).split())


OWN = ("bob@example.org", "Bob.Second@Example.net", "new@example.org")


@pytest.fixture
def many_addresses(bob: Person) -> None:
    for number, address in enumerate(OWN[1:]):
        EmailAddress.objects.create(user=bob, email=address.lower(), verified=number == 0)


@pytest.mark.usefixtures("many_addresses")
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Write to OWN, please.", "Write to …, please."),
        ("Bob <OWN> wrote this", "Bob … wrote this"),
        ("[mailto:OWN] and <mailto:OWN>", "… and …"),
        ("OWN", "…"),
        ("LOCAL@\nDOMAIN", "…"),
        ("LOCAL @ DOMAIN!", "…!"),
        ("LOCAL%40DOMAIN", "…"),
        ("Kto: OWN\nKdaj: petek", "Kto: …\nKdaj: petek"),
        ("OWN.uk is another one", "OWN.uk is another one"),
        ("notOWN is another one", "notOWN is another one"),
        ("alice@example.org asked me", "alice@example.org asked me"),
        ("TOKEN", "…"),
        ("<TOKEN> (Night Mail)", "… (Night Mail)"),
        ("KEY is my key", "… is my key"),
        ("bounce+12-0123456789abcdef0123@localhost.localdomain", "…"),
        ("unsubscribe@localhost.localdomain", "…"),
        ("http://127.0.0.1:8000/unsubscribe/mute/eyJwIjoxfQ:abc/ is it", "… is it"),
        ("http://127.0.0.1:8000/do/eyJwIjoxfQ:abc/", "…"),
        (
            "http://127.0.0.1:8000/join/key/ for all",
            "http://127.0.0.1:8000/join/key/ for all",
        ),
    ],
)
def test_no_address_of_who_speaks_is_said_and_no_key_of_theirs(
    talk: Talk, table: Table, client: Client, bob: Person, written: str, said: str
) -> None:
    client.force_login(bob)
    for own in OWN:
        local, _, domain = own.partition("@")
        words = {"OWN": own, "LOCAL": local, "DOMAIN": domain, "TOKEN": table.address}

        def filled(text: str, words: dict[str, str] = words) -> str:
            for word, value in words.items():
                text = text.replace(word, value)
            return text.replace("KEY", table.address.partition("@")[0])

        # With an address that answers a mail, a quote begins.
        assert table.hears(filled(written)) == ("" if "TOKEN" in written else filled(said))
        client.post(f"/games/{talk[0].code}/talk/", {"text": filled(written)})
        assert Message.objects.latest("pk").text == filled(said)
