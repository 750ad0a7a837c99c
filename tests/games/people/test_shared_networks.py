"""Two players who share a network: shown at their table by consent of both, else to nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.people.models import Person
from games.people.traces import note_traces
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all

Browse = Callable[..., Client]
HOME, OFFICE = "93.184.216.34", "185.199.108.10"
SHOWN = "Alice and Bob share a network, and both chose to show this."


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    game = begin(alice, bob, charlie)
    keep_all(game, 0, 1, 2)
    return game


def at(address: str, *people: Person) -> None:
    for person in people:
        note_traces(person=person, device="", address=address, now=NOW)


def allow(browse: Browse, person: Person) -> None:
    """Tick the box on the page of settings."""
    browser = browse(person)
    form = {
        "name": person.name,
        "language": person.language,
        "timezone": person.timezone,
        "theme": person.theme,
        "mail_privacy": person.mail_privacy,
        "tells_shared_network": "on",
    }
    assert browser.post("/settings/", form).status_code == 302
    person.refresh_from_db()
    assert person.tells_shared_network


def page(browse: Browse, game: Game, reader: Person | None) -> str:
    """The page of a game as its reader finds it, but for the tokens of its forms."""
    with time_machine.travel(NOW, tick=False):
        browser = browse(reader) if reader else browse()
        text = browser.get(f"/games/{game.code}/").content.decode()
    return re.sub(r'(csrfmiddlewaretoken" value|nonce|data-[a-z-]*token)="[^"]*"', "", text)


def test_both_must_allow_it_and_only_their_table_reads_it(
    game: Game, browse: Browse, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    at(HOME, alice, bob)
    allow(browse, alice)
    for reader in (alice, bob, charlie, dana, None):
        assert "share a network" not in page(browse, game, reader)
    allow(browse, bob)
    for reader in (alice, bob, charlie):
        assert SHOWN in page(browse, game, reader)
    for reader in (dana, None):
        assert "share a network" not in page(browse, game, reader)
    bob.tells_shared_network = False
    bob.save()
    assert "share a network" not in page(browse, game, charlie)


@pytest.mark.parametrize("willing", ["nobody", "alice", "alice and charlie"])
def test_without_the_consent_of_both_no_page_shows_a_shared_network(
    game: Game,
    browse: Browse,
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    willing: str,
) -> None:
    """In one world Bob comes from the home of Alice, in the other from elsewhere."""
    for person in (alice, charlie):
        person.tells_shared_network = person.name.lower() in willing
        person.save()
    at(HOME, alice)
    at(OFFICE, charlie)
    readers = (alice, bob, charlie, dana, None)
    before = [page(browse, game, reader) for reader in readers]
    at(HOME, bob)
    at(OFFICE, bob, dana)
    assert [page(browse, game, reader) for reader in readers] == before


def test_a_crowd_of_others_in_the_network_changes_nothing_on_the_page(
    game: Game, browse: Browse, people: Callable[..., Person], alice: Person, bob: Person
) -> None:
    """Or it would tell that others are there, who have not been asked."""
    for person in (alice, bob):
        person.tells_shared_network = True
        person.save()
    at(HOME, alice, bob)
    before = page(browse, game, alice)
    assert SHOWN in before
    at(HOME, *(people(f"Guest{letter}") for letter in "ABCDEF"))
    assert page(browse, game, alice) == before
