"""The API beside the pages: a view of a game, a move, events since a seq."""

from __future__ import annotations

import json

from django.test import Client
from django.utils.timezone import now

from engine import wire
from games.api.authentication import RequestLimit
from games.log import cache
from games.people.models import Person
from games.tables.models import Game
from tools.bench.figure import Figure, compare
from tools.bench.moves import PLAYERS, planned_moves
from tools.bench.pages import bare_pages, running_game
from tools.players.people import token_of


def game_view() -> Figure:
    """Requests of the view of a running game, Japan with 4 seats, beside the bare page."""
    person, code = running_game()
    client = _program(person)

    def view() -> int:
        assert client.get(f"/api/v1/games/{code}/").status_code == 200
        return 1

    return Figure(
        "view of a game by the API, Japan, 4 seats",
        compare(0.5, ours=("views", view), theirs=bare_pages(person)),
    )


def new_events() -> Figure:
    """Ten events since a seq with no state in memory: late in a game beside early in it."""
    person, code = running_game()
    client = _program(person)
    last = Game.objects.get(code=code).version

    def events(after: int) -> int:
        cache.clear()
        answer = client.get(f"/api/v1/games/{code}/events/?after={after}&limit=10")
        assert len(json.loads(answer.content)["results"]) == 10
        return 1

    late, early = ("times the last", lambda: events(last - 10)), ("the first", lambda: events(-1))
    return Figure(f"ten events by the API, of {last}", compare(0.8, ours=late, theirs=early))


def submitted_move() -> Figure:
    """The moves of games of two, some by the API and the others by the form of the page."""
    moves = planned_moves()
    people = [Person.objects.get(name=name) for name in PLAYERS]
    programs, browsers = [_program(person) for person in people], [Client(), Client()]
    for browser, person in zip(browsers, people, strict=True):
        browser.force_login(person)

    def by_api() -> int:
        game, seat, decision, action = next(moves)
        body = {"decision": decision, "actions": [wire.encode_action(action)], "hold": False}
        address = f"/api/v1/games/{game.code}/moves/"
        answer = programs[seat].post(address, body, "application/json")
        assert answer.status_code == 200, answer.content
        return 1

    def by_form() -> int:
        game, seat, decision, action = next(moves)
        said = json.dumps(wire.encode_action(action))
        form = {"decision": decision, "action": said, "hold": "0"}
        answer = browsers[seat].post(f"/games/{game.code}/act/", form)
        assert answer.status_code == 302
        return 1

    return Figure(
        "a move by the API",
        compare(1 / 1.1, ours=("moves", by_api), theirs=("moves by the form", by_form)),
    )


def _program(person: Person) -> Client:
    """What sends requests with a token of a person, and no limit."""
    # A bucket of every request of the last minute would be measured, too.
    RequestLimit.allow_request = lambda self, request, view: True  # type: ignore[method-assign]
    token = token_of(person, "bench", now(), ("games:read", "games:move"))
    return Client(headers={"authorization": f"Bearer {token}"})


FIGURES = (game_view, new_events, submitted_move)
