"""Two games that differ in what a reader may not know have equal bytes for it, at every door."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.core.cache import cache
from django.db import transaction

from games.people.models import Person
from games.tables.models import Game
from tests.games.api.conftest import Api, Program
from tests.games.api.doors import ALL_DOORS, GAME, Door
from tests.games.api.streaming import Station
from tests.games.security.test_two_worlds_of_teams import (  # noqa: F401
    HANDS,
    RACKS,
    Look,
    _differences,
    play,
)
from tests.games.web.play.test_secrets import worlds
from tests.thinning import one_in

STOPS = ("kept the first tickets", "drew a card", "placed the card", "entered the tunnel",
         "kept tickets")  # fmt: skip


class Undo(Exception):
    pass


STREAMS = ("games/samegame/stream/?after=-1", "games/samegame/stream/", "me/stream/")


def answers(
    program: Program, station: Station, doors: Iterable[Door] = ALL_DOORS
) -> dict[str, object]:
    """What every door answers, and each stream; nothing that it changes stays."""
    seen: dict[str, object] = {}
    for door in doors:
        cache.clear()
        try:
            with transaction.atomic():
                answer = program.ask(door.method, door.path, door.body)
                headers = sorted(
                    f"{name}: {value}" for name, value in answer.items() if name != "X-Request-ID"
                )
                where = f"{door.method} {door.path} {door.body}"
                seen[where] = answer.status_code, headers, answer.content
                raise Undo
        except Undo:
            pass
    for path in STREAMS:
        reader = station.open(path, program)
        seen[f"stream {path}"] = reader.status, sorted(reader.headers.items()), reader.body
        reader.leave()
    return seen


def doors_at(stop: int) -> list[Door]:
    """All that is read of the game, and of the other doors some at one stop, some at another."""
    telling = [door for door in ALL_DOORS if door.method == "GET" and door.path.startswith(GAME)]
    others = [door for door in ALL_DOORS if door not in telling]
    return telling + one_in(3, others, stop)


@pytest.mark.parametrize("stop", one_in(2, ["setup", "second", "turn", "keep"], 1))
@pytest.mark.parametrize("reader", ["alice", "dana", "nobody"])
def test_two_worlds_look_the_same_to_a_program(
    stack, begin, api: Api, station: Station, monkeypatch, request, alice, bob, dana, reader, stop
) -> None:
    person = None if reader == "nobody" else request.getfixturevalue(reader)
    program = api(person)
    doors = doors_at(["setup", "second", "turn", "keep"].index(stop))
    seen = {
        world: answers(program, station, doors)
        for world, _game in worlds(stack, begin, monkeypatch, alice, bob, stop=stop)
    }
    assert _differences(seen["poor"], seen["rich"]) == []


def test_the_worlds_differ_for_who_may_know(
    stack, begin, api: Api, station: Station, monkeypatch, alice, bob
):
    program = api(bob)
    poor, rich = (
        answers(program, station)
        for _world, _game in worlds(stack, begin, monkeypatch, alice, bob, stop="keep")
    )
    different = {where.partition(" None")[0] for where in _differences(poor, rich)}
    assert {
        "GET games/samegame/",
        "GET games/samegame/events/",
        f"stream {STREAMS[0]}",
    } <= different


def looker(programs: dict[str, Program], station: Station) -> Look:
    def look(game: Game, stop: str) -> dict[str, object]:
        if stop not in STOPS:
            return {}
        doors = doors_at(STOPS.index(stop))
        return {
            f"{stop}: {where} for {name}": answer
            for name, program in programs.items()
            for where, answer in answers(program, station, doors).items()
        }

    return look


@pytest.mark.slow
@pytest.mark.parametrize(("pair", "names"), [("hands", ("bob", "charlie")), ("racks", ("dana",))])
def test_two_worlds_of_teams_look_the_same_to_a_program(
    play,  # noqa: F811
    api: Api,
    station: Station,
    request: pytest.FixtureRequest,
    pair: str,
    names: tuple[str, ...],
) -> None:
    people: dict[str, Person] = {name: request.getfixturevalue(name) for name in names}
    look = looker(
        {**{name: api(person) for name, person in people.items()}, "nobody": api()}, station
    )
    both = HANDS if pair == "hands" else RACKS
    assert _differences(*(play(world, look) for world in both)) == []
