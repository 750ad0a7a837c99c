"""Durations in words: the same on pages and in mails, in the language of the reader."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.people.models import Person
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse


@pytest.mark.parametrize(
    ("left", "english", "dutch"),
    [
        ({"days": 10, "hours": 5}, "10 days 5 hours left", "nog 10 dagen 5 uur"),
        ({"days": 1}, "1 day left", "nog 1 dag"),
        ({"hours": 5, "minutes": 20}, "5 hours 20 minutes left", "nog 5 uur 20 minuten"),
        ({"minutes": 1}, "1 minute left", "nog 1 minuut"),
        ({"minutes": 0}, "less than a minute left", "nog geen minuut"),
        ({"hours": -1}, "time is up", "de tijd is om"),
    ],
)
def test_pages_and_mails_say_the_time_left_in_the_same_words(
    left: dict[str, int],
    english: str,
    dutch: str,
    begin: Starter,
    browse: Browse,
    inbox: Inbox,
    alice: Person,
    bob: Person,
) -> None:
    Person.objects.filter(pk=bob.pk).update(language="nl")
    bob.refresh_from_db()
    game = begin(alice, bob)
    # The clock of the test goes on while the pages are made.
    game.seats.update(due_at=NOW + timedelta(seconds=40, **left))
    mails = inbox()
    for reader, words in ((alice, english), (bob, dutch)):
        (text,) = [text_of(mail) for mail in mails if reader.email in str(mail["To"])]
        assert f"{words[0].upper()}{words[1:]}: " in text
        for address in ("/", f"/games/{game.code}/"):
            assert f">{words}</span>" in browse(reader).get(address).content.decode()
