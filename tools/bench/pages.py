"""Pages of the site beside the bare page that every page is built on."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from functools import cache, partial

from django.test import Client

import engine
from engine.bots import choose_action
from games import log
from games.people.models import Person
from games.play.presence import mark_seen
from tools.bench.figure import Figure, Work, compare
from tools.bench.site import begin_game, make_people, move

TURNS = 48


def game_page() -> Figure:
    """Requests of the table of a running game, Japan with 4 seats, through the whole site."""
    person, code = running_game()
    return beside_bare("page of a game, Japan, 4 seats", f"/games/{code}/", 1 / 4, person=person)


def beside_bare(
    name: str,
    address: str,
    need: float,
    *,
    person: Person | None = None,
    prepare: Callable[[], object] = lambda: None,
    rows: int = 0,
    aim: float = 0.33,
) -> Figure:
    """Requests of a page with ``rows`` rows, each after ``prepare``, by a person or anonymously."""
    client = _browser_of(person)

    def prepared() -> int:
        prepare()
        return _fetch(client, address)

    assert client.get(address).content.count(b"<tr") >= rows
    # As web processes do (ttr_site/gunicorn.py).
    gc.collect()
    gc.freeze()
    return compare(
        name,
        ours=("pages", prepared),
        theirs=bare_pages(person),
        need=need,
        aim=aim,
    )


def bare_pages(person: Person | None = None) -> tuple[str, Work]:
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
    """A person whose turn it is, and the code of the game."""
    people = make_people("Alice", "Bob", "Charlie", "Dana")
    game = begin_game(people, "japan")
    dice = random.Random(7)
    last = -1
    while True:
        state = log.load(game)
        seat, decision = next(iter(state.decision_seqs.items()))
        if state.turn >= TURNS and seat == 0 and state.pending[seat] == "turn":
            break
        action = choose_action("planner", engine.view(state, seat), dice)
        accepted = move(game, seat, decision, action)
        last = accepted.last_seq if seat == 0 else last
    mark_seen(seat=game.seats.get(number=0), seq=last)
    return people[0], game.code


FIGURES = (game_page,)
