"""Pages of the site beside the bare page that every page is built on."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache, partial

from django.test import Client

from games.people.models import Person
from games.play.presence import mark_seen
from tools.bench.figure import Figure, Value, Workload, compare
from tools.bench.site import begin_game, make_people, play_on

TURNS = 48


def game_page() -> Figure:
    """Requests of the table of a running game, Japan with 4 seats, through the whole site."""
    person, code = running_game()
    return Figure("page of a game, Japan, 4 seats", beside_bare(1 / 4, f"/games/{code}/", person))


def beside_bare(
    need: float,
    address: str,
    person: Person | None = None,
    *,
    prepare: Callable[[], object] = lambda: None,
    rows: int = 0,
) -> Value:
    """Requests of a page with ``rows`` rows, each after ``prepare``, by a person or anonymously."""
    client = _browser_of(person)

    def prepared() -> int:
        prepare()
        return _fetch(client, address)

    assert client.get(address).content.count(b"<tr") >= rows
    # As web processes do (ttr_site/gunicorn.py).
    gc.collect()
    gc.freeze()
    return compare(need, ours=("pages", prepared), theirs=bare_pages(person))


def bare_pages(person: Person | None = None) -> Workload:
    """The yardstick of pages: one with nothing in it, asked for by a person or anonymously."""
    return "bare pages", partial(_fetch, _browser_of(person), "/bare/")


def _browser_of(person: Person | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def _fetch(client: Client, address: str) -> int:
    assert client.get(address).status_code == 200
    return 1


@cache
def running_game() -> tuple[Person, str]:
    """A person whose turn it is, and who has seen their last move; the code of the game."""
    people = make_people("Alice", "Bob", "Charlie", "Dana")
    game = begin_game(people, "japan")
    mover, seen = -1, -1
    for state, seat, _decision in play_on(game, "planner", 7):
        if mover == 0:
            seen = state.seq
        if state.turn >= TURNS and seat == 0 and state.pending[seat] == "turn":
            break
        mover = seat
    mark_seen(seat=game.seats.get(number=0), seq=seen)
    return people[0], game.code


FIGURES = (game_page,)
