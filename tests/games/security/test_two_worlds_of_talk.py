"""Talk by mail reaches everybody who may read the page, and nobody can tell that it came by mail.

At a private table of Team Asia Charlie speaks, and Alice answers: on the page in one world, by mail
in the other, with a quote and a signature below. In further worlds what she writes is refused, or
she writes nothing. Her teammate, the other team, a spectator and an anonymous user see the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.core import mail
from django.db import transaction

from games.log import cache
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from games.talk.models import LONGEST, Message
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.fixtures.mail import html_of, text_of
from tests.fixtures.pages import Browse
from tests.fixtures.replies import Reply
from tests.games.security.test_two_worlds_of_teams import Undo, _differences, _plain

SOON = NOW + timedelta(minutes=11)
LATER = SOON + timedelta(minutes=11)
WORDS = "Thank you, and the same to you."
SECRET = "I hold three purple cards"
PAGES = ("", "talk/", "log/", "replay/", "pulse/?seen=1", "decisions/")

# Of messages, and the marks of the parts of a page that hold some.
NUMBERS = re.compile(rb"""(\btalk/|\bsaid[-=]"?|id="part-(?:state|talk)" data-mark=")[0-9a-f]+""")

Answer = Callable[[Game, EmailMessage], None]


@pytest.fixture
def eve(people: PeopleFactory) -> Person:
    return people("Eve")


@pytest.fixture
def worlds(
    team_table: Game,
    browse: Browse,
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    eve: Person,
    mailoutbox: list[mail.EmailMessage],
):
    """Let Alice answer in several worlds; return what the others saw of each."""
    game = team_table
    Game.objects.filter(pk=game.pk).update(public=False)
    send_due(now=NOW)
    post_message(game=game, person=charlie, text="Good luck, everybody!", now=NOW)
    send_due(now=SOON)
    (told,) = [one.message() for one in mailoutbox[-3:] if alice.email in one.to[0]]
    readers = {"bob": bob, "charlie": charlie, "dana": dana, "eve": eve, "nobody": None}

    def through(answer: Answer) -> dict[str, object]:
        seen: dict[str, object] = {}
        cache.clear()
        try:
            with transaction.atomic(), time_machine.travel(SOON, tick=False):
                answer(game, told)
                for name, person in readers.items():
                    client = browse(person)
                    for page in PAGES:
                        got = client.get(f"/games/{game.code}/{page}")
                        status, headers, body = _plain(got)
                        # PostgreSQL gives no number twice, not even one that was undone.
                        body = NUMBERS.sub(rb"\1", body)
                        seen[f"{page} for {name}"] = status, headers, body
                    seen[f"home for {name}"] = _plain(client.get("/"))
                mailoutbox.clear()
                send_due(now=LATER)
                to_others = [one for one in mailoutbox if alice.email not in one.to[0]]
                for one in sorted(to_others, key=lambda sent: sent.to[0]):
                    message = one.message()
                    seen[f"mail to {message['To']}"] = _as_read(message)
                raise Undo
        except Undo:
            return seen

    return through


def _as_read(message: EmailMessage) -> str:
    """A mail without what is another one every time: numbers, and what is drawn by lot."""
    others = ("Reply-To", "Message-ID", "Content-Type")
    headers = [f"{name}: {value}" for name, value in message.items() if name not in others]
    return "\n".join([*headers, text_of(message), html_of(message)])


def on_the_page(browse: Browse, alice: Person) -> Answer:
    def answer(game: Game, told: EmailMessage) -> None:
        browse(alice).post(f"/games/{game.code}/talk/", {"text": WORDS})
        assert Message.objects.latest("pk").text == WORDS

    return answer


def by_mail(send: Reply, text: str, outcome: str) -> Answer:
    def answer(game: Game, told: EmailMessage) -> None:
        assert send(told, text, at=SOON).outcome == outcome

    return answer


@pytest.mark.slow
def test_nobody_can_tell_that_an_answer_came_by_mail(
    worlds, browse: Browse, send: Reply, alice: Person
) -> None:
    page = worlds(on_the_page(browse, alice))
    letter = worlds(by_mail(send, f"{WORDS}\n\n-- \nAlice\n{SECRET}", "said"))
    assert _differences(page, letter) == []
    assert not any(SECRET.encode() in bytes(str(seen), "utf-8") for seen in letter.values())


def test_all_at_the_table_hear_it_and_nobody_else(worlds, send: Reply) -> None:
    """A-14: teammates have no channel of their own, by mail neither."""
    seen = worlds(by_mail(send, WORDS, "said"))
    for name in ("bob", "charlie", "dana"):
        assert WORDS.encode() in seen[f" for {name}"][2]
        assert WORDS.encode() in seen[f"talk/ for {name}"][2]
    for name in ("eve", "nobody"):
        assert all(seen[f"{page} for {name}"][0] in (302, 404) for page in PAGES)
        assert not any(WORDS.encode() in seen[f"{page} for {name}"][2] for page in PAGES)
    mails = {name.rpartition(" ")[2]: source for name, source in seen.items() if "mail" in name}
    assert sorted(mails) == [f"<{name}@example.org>" for name in ("bob", "charlie", "dana")]
    assert all(WORDS in source for source in mails.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "outcome"), [(SECRET + "!" * LONGEST, "unsaid"), (f"> {SECRET}", "unsaid")]
)
def test_what_was_refused_is_seen_by_nobody(worlds, send: Reply, text: str, outcome: str) -> None:
    nothing = worlds(lambda game, told: None)
    refused = worlds(by_mail(send, text, outcome))
    assert _differences(nothing, refused) == []


@pytest.mark.slow
def test_the_worlds_do_differ_where_something_is_said(worlds, send: Reply) -> None:
    """Otherwise the tests above could not fail."""
    nothing = worlds(lambda game, told: None)
    said = worlds(by_mail(send, WORDS, "said"))
    assert nothing[" for bob"] != said[" for bob"]
    assert len(said) == len(nothing) + 3


def test_the_mail_that_can_be_answered_tells_no_hand(
    worlds, mailoutbox: list[mail.EmailMessage]
) -> None:
    """A quote that a mail program does not mark would be said at the table."""
    for one in mailoutbox[-3:]:
        text = text_of(one.message())
        assert str(one.message()["Reply-To"]).partition("<")[2].startswith("talk+")
        assert "purple" not in text
        assert "ticket" not in text
