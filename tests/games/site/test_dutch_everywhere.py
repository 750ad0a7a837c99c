"""Who reads Dutch reads no English, on whichever page the links lead to."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

import pytest
from django.core.management import call_command
from django.test import Client

from games.leagues.models import League
from games.moderation.offices import moderators_group
from games.people.models import Person
from games.talk.models import Message
from tests.crawl import pages
from tests.fixtures.recalled import recall
from tests.paths import ROOT

# Words that nearly every English sentence has one of, and no Dutch one.
ENGLISH = frozenset(
    {
        "the", "your", "you", "with", "which", "until", "are", "have", "this", "that", "from",
        "been", "not", "will", "their", "there", "they", "and", "who", "its", "it's", "can't",
        "has", "were", "does", "don't", "yet", "only", "each", "other",
    }
)  # fmt: skip
FORMAL = frozenset({"u", "uw"})
"""The site says "je", also where a library speaks."""
WORD = re.compile(r"[\w']+")
READ_OUT = ("alt", "aria-label", "title", "placeholder")


class _Texts(HTMLParser):
    """The pieces of text of a page with what is read out, but for those marked as English."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.quiet = 0
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.quiet and given.get("lang") != "en":
            self.texts += [given[name] or "" for name in READ_OUT if name in given]
        if tag in {"input", "meta", "link", "br", "img", "hr", "source", "wbr"}:
            return
        quiet = tag in {"script", "style"} or given.get("lang") == "en" or "data-typed" in given
        self.open.append((tag, quiet))
        self.quiet += quiet

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, quiet = self.open.pop()
            self.quiet -= quiet
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.texts.append(data)


def english_in(html: str, typed: tuple[str, ...] = ()) -> list[str]:
    """The texts of a page with an English word in them, but for what people have ``typed``."""
    parser = _Texts()
    parser.feed(html)
    texts = [" ".join(text.split()) for text in parser.texts]
    return [
        text
        for text in texts
        if (ENGLISH | FORMAL).intersection(word.lower() for word in WORD.findall(text))
        and not any(text in one for one in typed)
    ]


@pytest.fixture
def demo(db: None) -> None:
    def make() -> None:
        call_command("demo", stdout=io.StringIO())
        Person.objects.update(language="nl")

    recall("demo in Dutch", make)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["", "Alice", "Erin", "moderator"])
def test_a_dutch_page_says_nothing_in_english_and_nothing_formally(demo: None, who: str) -> None:
    client = Client(headers={"accept-language": "nl"})
    if who == "moderator":
        person = Person.objects.get(name="Dana")
        person.groups.add(moderators_group())
        client.force_login(person)
    elif who:
        client.force_login(Person.objects.get(name=who))
    found = pages(client, each=2)
    assert len(found) > 25
    assert [address for address, html in found.items() if '<html lang="nl"' not in html] == []
    typed = (
        *Message.objects.values_list("text", flat=True),
        *League.objects.values_list("about", flat=True),
    )
    told = {
        address: english for address, html in found.items() if (english := english_in(html, typed))
    }
    assert told == {}


def test_english_would_be_noticed() -> None:
    assert english_in("<p>Wacht <b>until tomorrow</b></p><p lang='en'>the end</p>") == [
        "until tomorrow"
    ]
    assert english_in('<img alt="The board"><p>Het bord</p>') == ["The board"]
    assert english_in("<p>Vul uw adres in.</p>") == ["Vul uw adres in."]


def test_no_template_changes_the_language_while_it_is_drawn() -> None:
    """Texts ask for the language once a page (`games/web/templatetags/texts.py`)."""
    for template in (ROOT / "templates").rglob("*.*"):
        assert not re.search(r"{%\s*language\b", template.read_text()), template
