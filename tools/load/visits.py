"""Every page, API call and job of the site, as some readers come to them in any large database."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from engine import wire
from games import log
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from tools.load.leagues import LEAGUE
from tools.load.people import NEWCOMER, REGULAR, VETERAN

STREAMS: Final = frozenset({"api-game-stream", "api-my-stream"})
"""Answers that do not end."""
BOARD: Final = "lantern-island"
OK: Final = (200, 302)
JOBS: Final = ("sweep_deadlines", "count_results", "carry_out_orders", "send_waiting_notices")
"""Jobs that come every minute and find what there is to do by indexes."""
ADMIN: Final = "admin"


@dataclass(frozen=True, slots=True)
class Visit:
    """A request or a job, under a name that is the same in every database."""

    name: str
    do: Callable[[], Any]


def visits(names: Collection[str] = ()) -> Iterator[Visit]:
    """All that is measured: pages and API calls of readers, an accepted move, jobs of the worker.

    A page that a reader may not see, or that needs more than its address, is left out. With
    ``names`` only addresses of those names are visited.
    """
    people = {name: Person.objects.get(name=name) for name in (REGULAR, VETERAN, NEWCOMER)}
    readers: list[tuple[str, Person | None]] = [("a stranger", None), *people.items()]
    for label, reader in readers:
        client = Client()
        if reader is not None:
            client.force_login(reader)
        for what, parameters in _subjects(reader or people[REGULAR]):
            for name in names or _names():
                if (address := _address(name, parameters)) is None:
                    continue
                if what != "itself" and not _names_game(name):
                    continue
                yield from _page(client, address, f"{name} of {what} by {label}")
    yield _move(people[REGULAR])
    yield from _jobs()


def _subjects(person: Person) -> Iterator[tuple[str, dict[str, object]]]:
    """The parameters of addresses: a game of the person in each state, people, boards, leagues."""
    from games.leagues.models import League

    league = League.objects.get(name=LEAGUE)
    known: dict[str, object] = {
        "name": person.name,
        "board": BOARD,
        "key": BOARD,
        "slug": league.slug,
        "number": 1,
        "tier": 1,
        "count": 1,
    }
    yield "itself", known
    for status in (GameStatus.RUNNING, GameStatus.FINISHED):
        seats = Seat.objects.filter(person=person, game__status=status)
        if code := seats.order_by("game").values_list("game__code", flat=True).first():
            yield f"a {status} game", {**known, "code": code}


def _names() -> Iterator[str]:
    """The names of all addresses of the site but those of the admin."""

    def walk(resolver: URLResolver) -> Iterator[str]:
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                if one.app_name != ADMIN:
                    yield from walk(one)
            elif isinstance(one, URLPattern) and one.name and one.name not in STREAMS:
                yield one.name

    yield from dict.fromkeys(walk(get_resolver()))


def _names_game(name: str) -> bool:
    return any("code" in keys for _, keys in _parameters(name))


def _parameters(name: str) -> list[tuple[str, list[str]]]:
    return [(found[0][0], found[0][1]) for found in _candidates(name)]


def _candidates(name: str) -> list[list[tuple[str, list[str]]]]:
    found = get_resolver().reverse_dict.getlist(name)
    return [possibility[0] for possibility in found]


def _address(name: str, parameters: dict[str, object]) -> str | None:
    for _, keys in _parameters(name):
        if all(key in parameters for key in keys):
            try:
                return reverse(name, kwargs={key: parameters[key] for key in keys})
            except NoReverseMatch:
                continue
    return None


def _page(client: Client, address: str, label: str) -> Iterator[Visit]:
    def visit() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, f"{label}: {answer.status_code}"

    if client.get(address).status_code == 200:
        yield Visit(label, visit)


def _move(person: Person) -> Visit:
    """A move of the person through the form of the page."""
    seat = Seat.objects.filter(
        person=person, decision__isnull=False, game__status=GameStatus.RUNNING
    ).order_by("game")[0]
    client = Client()
    client.force_login(person)
    game = Game.objects.get(pk=seat.game_id)
    state = log.load(game)
    action = next(iter(state.legal_actions(seat.number).listed()))
    form = {"decision": seat.decision, "action": json.dumps(wire.encode_action(action))}

    def move() -> None:
        answer = client.post(reverse("act", args=[game.code]), form)
        assert answer.status_code == 302, answer.status_code

    return Visit("an accepted move", move)


def _jobs() -> Iterator[Visit]:
    from ttr_site.celery import app

    app.loader.import_default_modules()

    for name in JOBS:
        yield Visit(f"job {name}", app.tasks[f"games.{name}"])
