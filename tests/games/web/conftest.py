"""Readers of pages, and games whose cards are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import time_machine
from django.test import Client

from engine.actions import Draw, Place, RackTicket
from games import log
from games.people.models import Person
from games.play import transaction
from games.tables.models import Game
from tests.fixtures.mail import inbox
from tests.games.conftest import NOW, act, keep_all

__all__ = ["inbox"]

Browse = Callable[..., Client]


@pytest.fixture(autouse=True)
def _still_clock():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def browse() -> Browse:
    """A browser that a person is logged in at, or a stranger's."""

    def open_browser(person: Person | None = None, **options: object) -> Client:
        client = Client(**options)
        if person is not None:
            client.force_login(person)
        return client

    return open_browser


class Stacked:
    """Chance that deals from stacked piles: card by card as written, then the rest in order."""

    def __init__(self, cards: Sequence[str] = (), tickets: Sequence[str] = ()) -> None:
        self.cards = list(cards)
        self.tickets = list(tickets)

    def shuffle(self, items: list[str], number: int) -> list[str]:
        rest = list(items)
        top = []
        for wanted in [*self.cards, *self.tickets]:
            if wanted in rest:
                rest.remove(wanted)
                top.append(wanted)
        return top + rest


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Stack the piles of the games that follow: the first cards, the first tickets."""

    def pile(cards: Sequence[str] = (), tickets: Sequence[str] = ()) -> None:
        chance = Stacked(cards, tickets)
        monkeypatch.setattr(transaction, "chance_of", lambda game: chance)

    return pile


@pytest.fixture
def red_hand(stack, begin, alice, bob) -> Game:
    """A game of USA in which Alice is to move with two red cards, a blue one and a locomotive.

    Face up lie two whites, a green, a black and a locomotive.
    """
    mine = ["red", "red", "blue", "locomotive"]
    row = ["white", "white", "green", "black", "locomotive"]
    stack([*mine, *["yellow"] * 4, *row, "orange", "purple"])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


@pytest.fixture
def team_table(stack, begin, alice, bob, charlie, dana) -> Game:
    """A game of Team Asia, Alice and Bob against Charlie and Dana, at Alice's first turn.

    Alice has three purple cards and a locomotive. Each has put the first of five tickets in the
    rack.
    """
    hands = [["purple"] * 3 + ["locomotive"], ["yellow"] * 4, ["green"] * 4, ["black"] * 4]
    row = ["white", "white", "blue", "orange", "red"]
    deck = ["purple", "orange", "black", "red", *["green"] * 4, *TURNED_UP]
    stack([*(card for hand in hands for card in hand), *row, *deck])
    game = begin(alice, bob, charlie, dana, board="team-asia")
    keep_all(game, 0, 1, 2, 3)
    for seat in range(4):
        act(game, seat, RackTicket(log.load(game).tickets[seat][0]))
    game.refresh_from_db()
    return game


@pytest.fixture
def at_the_tunnel(team_table) -> Game:
    """The same a round later: a purple and a red card lie in the rack of Alice and Bob.

    What a tunnel turns up next is `TURNED_UP`.
    """
    for seat, place in enumerate(["rack", "hand", "hand", "hand"]):
        act(team_table, seat, Draw("blind"))
        act(team_table, seat, Place(place))
        act(team_table, seat, Draw("blind"))
    team_table.refresh_from_db()
    return team_table


TUNNEL = "rawalpindi-west-junction-purple"
TURNED_UP = ["purple", "red", "blue", "locomotive", "orange"]


def links_to_claim(page: str) -> list[str]:
    """The tracks that a page offers to claim in its tables of routes."""
    marker = 'class="claim-link" href="'
    return [part.split("track=", 1)[1].split('"', 1)[0] for part in page.split(marker)[1:]]
