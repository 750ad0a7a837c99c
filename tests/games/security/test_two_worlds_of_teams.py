"""Two worlds of Team Asia that differ in what a reader may not know look the same to that reader.

A game is played past every decision of Alice's that has something to hide, twice. In the one pair
of worlds her hand and the tickets in it differ: nobody may notice, not even her teammate Bob. In
the other pair it is what lies in the rack of the two: the other team and spectators may not notice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction

import engine
from engine.actions import (
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Pay,
    Place,
    PlaceName,
    RackTicket,
    Share,
    Withdraw,
)
from games import log
from games.log import cache
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act
from tests.fixtures.pages import TUNNEL
from tests.games.notifications.mail.test_privacy import written

VARYING = ("ETag", "X-Request-ID")

ROW = ["white", "white", "blue", "orange", "red"]
# Enough that no draw of anybody reaches the cards whose order nobody chose.
DECK = (
    ["yellow", "green", "black"] * 2 + ["purple", "red", "blue", "orange", "orange"] + ["white"] * 9
)


@dataclass(frozen=True)
class World:
    """What Alice has beside two purple cards, and what she does with it; tickets by number."""

    hand: tuple[str, str]
    drawn: str
    place: PlaceName
    tickets: tuple[int, ...]
    racks: int
    drawn_tickets: tuple[int, ...]
    keeps: int
    claim: Claim
    answer: engine.Action


TICKETS = (0, 1, 2, 3, 4)
NEXT = (20, 21, 22, 23)
OWN = Claim(TUNNEL, "purple")
HANDS = (
    World(("green", "green"), "black", "hand", TICKETS, 0, NEXT, 0, OWN, Withdraw()),
    World(
        ("locomotive", "locomotive"), "locomotive", "hand", (0, 31, 32, 33, 34), 0,
        (20, 41, 42, 43), 0, OWN, Withdraw(),
    ),
)  # fmt: skip
RACKS = (
    World(
        ("locomotive", "green"), "purple", "rack", TICKETS, 1, NEXT, 1,
        Claim(TUNNEL, "purple", 1, rack_colour=1), Pay(),
    ),
    World(
        ("locomotive", "green"), "locomotive", "rack", TICKETS, 2, NEXT, 2,
        Claim(TUNNEL, "purple", 1, rack_locomotives=1), Pay(),
    ),
)  # fmt: skip

PAGES = ["", "log/"]
ENDPOINTS = [
    "replay/",
    "record/",
    "clock/",
    "?from=0",
    "move/?do=tickets",
    "move/?do=draw&source=blind",
    f"move/?do=claim&track={TUNNEL}",
    "move/?do=pay&locomotives=1",
    "move/?do=withdraw",
    "move/?do=place&place=rack",
    "move/?do=share&ticket=delhi-bombay",
    "move/?do=rack&ticket=delhi-bombay",
    "move/?text=share+1",
    "move/?text=pay+1+loco+rack",
    "join/",
]
FORMS = [
    ("act/", {"decision": "9", "text": "pay 1 purple rack"}),
    ("act/", {"decision": "9", "action": '{"type":"share","tickets":["delhi-bombay"]}'}),
    ("act/", {"decision": "9", "action": '{"type":"pay","locomotives":1}', "key": "alices-key"}),
    ("act/", {}),
    ("leave/", {}),
    ("cancel/", {}),
    ("remove/", {"seat": "0"}),
    ("team/", {"team": "1"}),
]

# Everywhere else the endpoints are the same, and refuse.
AT_THE_DOORS = ("kept the first tickets", "drew a card", "entered the tunnel")
IN_THE_MAIL = ("all racks are filled", "placed the card", "entered the tunnel", "kept tickets")

Look = Callable[[Game, str], dict[str, object]]


class Undo(Exception):
    pass


@pytest.fixture
def play(
    stack, begin: Starter, monkeypatch: pytest.MonkeyPatch, alice, bob, charlie, dana
) -> Callable[[World, Look], dict[str, object]]:
    """Play the game of a world, look at it after every step, and undo it."""
    monkeypatch.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)

    def through(world: World, look: Look) -> dict[str, object]:
        cache.clear()
        seen: dict[str, object] = {}
        try:
            with transaction.atomic():
                _deal(stack, world)
                game = begin(alice, bob, charlie, dana, board="team-asia")
                Game.objects.filter(pk=game.pk).update(code="samegame", invitation="same")
                game.refresh_from_db()
                for stop in _steps(game, world):
                    game.refresh_from_db()
                    seen |= look(game, stop)
                raise Undo
        except Undo:
            return seen

    return through


def _deal(stack, world: World) -> None:
    ids = list(engine.load_board("team-asia").tickets)
    first = [*world.tickets, *range(5, 20), *world.drawn_tickets]
    hands = [["purple", "purple", *world.hand], ["yellow"] * 4, ["green"] * 4, ["black"] * 4]
    cards = [card for hand in hands for card in hand]
    stack([*cards, *ROW, world.drawn, "red", *DECK], [ids[number] for number in first])


def _steps(game: Game, world: World) -> Iterator[str]:
    """Plays, and stops after each decision of Alice's."""

    def alice(*steps: engine.Action) -> None:
        act(game, 0, *steps)

    def state() -> engine.Game:
        return log.load(game)

    def others() -> None:
        while (seat := state().turn_seat) != 0:
            assert seat is not None
            act(game, seat, engine.automatic_action(state(), seat))

    offered = state().offered[0]
    yield "dealt"
    alice(Keep(offered[:3]))
    yield "kept the first tickets"
    for seat in (1, 2, 3):
        act(game, seat, Keep(state().offered[seat][:4]))
    yield "all have kept"
    alice(RackTicket(offered[world.racks]))
    yield "put a ticket in the rack"
    for seat in (1, 2, 3):
        act(game, seat, RackTicket(state().tickets[seat][0]))
    yield "all racks are filled"
    alice(Draw("blind"))
    yield "drew a card"
    alice(Place(world.place))
    yield "placed the card"
    alice(Draw("blind"))
    yield "drew two cards"
    others()
    yield "one round later"
    alice(world.claim)
    assert state().tunnel is not None
    yield "entered the tunnel"
    alice(world.answer)
    yield "left the tunnel"
    others()
    alice(DrawTickets())
    yield "drew tickets"
    fresh = state().offered[0]
    alice(Keep(fresh[:3], fresh[world.keeps]))
    yield "kept tickets"
    others()
    if world.racks:
        alice(Share((next(one for one in offered[1:3] if one in state().tickets[0]),)))
        yield "shared a ticket"


def looker(
    browse,
    people: dict[str, Person | None],
    mails: list[tuple[int, str]],
    *,
    endpoints: bool = True,
) -> Look:
    """Pages and mails for the people, and the response of every endpoint to the first of them."""

    first = [*people][:1] if endpoints else []

    def look(game: Game, stop: str) -> dict[str, object]:
        seen: dict[str, object] = {}
        for name, person in people.items():
            tag = browse(person).get("/games/samegame/")["ETag"]
            seen[f"{stop}: the tag for {name}"] = tag
            client = browse(person)
            for page in PAGES:
                seen[f"{stop}: {page} for {name}"] = _plain(client.get(f"/games/samegame/{page}"))
        for name in first if stop in AT_THE_DOORS else []:
            client = browse(people[name])
            for page in (
                *(f"/games/samegame/{endpoint}" for endpoint in ENDPOINTS),
                "/",
                "/lobby/",
            ):
                seen[f"{stop}: {page} for {name}"] = _plain(client.get(page))
            for form, data in FORMS:
                answer = client.post(f"/games/samegame/{form}", data)
                seen[f"{stop}: {form} {data} of {name}"] = _plain(answer)
        for seat, privacy in mails if stop in IN_THE_MAIL else []:
            source = bytes(written(game, seat, privacy).source)
            seen[f"{stop}: mail to {seat}, {privacy}"] = source
        return seen

    return look


def _plain(response) -> tuple[int, list[str], bytes]:
    body = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", response.content)
    headers = [f"{key}: {value}" for key, value in response.items() if key not in VARYING]
    return response.status_code, headers, body


def _differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    assert [*one] == [*other]
    return [name for name, answer in one.items() if answer != other[name]]


@pytest.mark.slow
def test_nobody_can_tell_two_hands_of_alice_apart(
    play, browse, bob: Person, charlie: Person
) -> None:
    """A-2, leaks 1 and 2: not her teammate, not by what she could pay for in the tunnel."""
    readers = {"bob": bob, "charlie": charlie, "nobody": None}
    mails = [(1, "full"), (2, "full"), (0, "counts"), (0, "nothing")]
    look = looker(browse, readers, mails)
    assert _differences(*(play(world, look) for world in HANDS)) == []


@pytest.mark.slow
def test_the_other_team_cannot_tell_two_racks_apart(play, browse, charlie: Person) -> None:
    """A-2, A-4 and A-6: how much lies in the rack is public, and what it is is the team's."""
    readers = {"charlie": charlie, "nobody": None}
    look = looker(browse, readers, [(2, "full"), (1, "counts"), (1, "nothing")])
    assert _differences(*(play(world, look) for world in RACKS)) == []


@pytest.mark.slow
def test_the_worlds_do_differ_for_who_may_know(play, browse, alice: Person, bob: Person) -> None:
    """Otherwise the tests above could not fail."""
    look = looker(browse, {"alice": alice}, [(0, "full")], endpoints=False)
    hands = _differences(*(play(world, look) for world in HANDS))
    for stop in ("kept the first tickets", "drew a card", "entered the tunnel", "drew tickets"):
        assert f"{stop}:  for alice" in hands
    look = looker(browse, {"bob": bob}, [(1, "full")], endpoints=False)
    racks = _differences(*(play(world, look) for world in RACKS))
    for stop in ("all racks are filled", "placed the card", "entered the tunnel", "kept tickets"):
        assert f"{stop}:  for bob" in racks
    assert "placed the card: mail to 0, full" in hands
    assert "placed the card: mail to 1, full" in racks
