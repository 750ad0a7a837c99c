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

SCOPES = ("games:read", "games:move")


def _headers(person: Person) -> dict[str, str]:
    RequestLimit.PER_MINUTE = dict.fromkeys(RequestLimit.PER_MINUTE, 10**9)
    # A bucket of every request of the last minute would be measured, too.
    RequestLimit.allow_request = lambda self, request, view: True  # type: ignore[method-assign]
    return {"Authorization": f"Bearer {token_of(person, 'bench', now(), SCOPES)}"}


def game_view() -> Figure:
    """Requests of the view of a running game, Japan with 4 seats, beside the bare page."""
    person, code = running_game()
    client, headers = Client(), _headers(person)

    def view() -> int:
        assert client.get(f"/api/v1/games/{code}/", headers=headers).status_code == 200
        return 1

    return compare(
        "view of a game by the API, Japan, 4 seats",
        ours=("views", view), theirs=bare_pages(person), need=0.5, aim=0.8,
    )  # fmt: skip


def new_events() -> Figure:
    """Ten events since a seq with no state in memory: late in a game beside early in it."""
    person, code = running_game()
    client, headers = Client(), _headers(person)
    last = Game.objects.get(code=code).version

    def events(after: int) -> int:
        cache.clear()
        address = f"/api/v1/games/{code}/events/?after={after}&limit=10"
        answer = client.get(address, headers=headers)
        assert len(json.loads(answer.content)["results"]) == 10
        return 1

    return compare(
        f"ten events by the API, of {last}: the last ones",
        ours=("times the last", lambda: events(last - 10)),
        theirs=("times the first", lambda: events(-1)),
        need=0.8, aim=1.0,
    )  # fmt: skip


def submitted_move() -> Figure:
    """The moves of games of two, some by the API and the others by the form of the page."""
    moves = planned_moves()
    people = [Person.objects.get(name=name) for name in PLAYERS]
    headers = [_headers(person) for person in people]
    client, browsers = Client(), [Client(), Client()]
    for browser, person in zip(browsers, people, strict=True):
        browser.force_login(person)

    def by_api() -> int:
        game, seat, decision, action = next(moves)
        body = {"decision": decision, "actions": [wire.encode_action(action)], "hold": False}
        address = f"/api/v1/games/{game.code}/moves/"
        answer = client.post(address, body, "application/json", headers=headers[seat])
        assert answer.status_code == 200, answer.content
        return 1

    def by_form() -> int:
        game, seat, decision, action = next(moves)
        said = json.dumps(wire.encode_action(action))
        form = {"decision": decision, "action": said, "hold": "0"}
        answer = browsers[seat].post(f"/games/{game.code}/act/", form)
        assert answer.status_code == 302
        return 1

    return compare(
        "a move by the API",
        ours=("moves", by_api), theirs=("moves by the form", by_form), need=1 / 1.1, aim=1.0,
    )  # fmt: skip


FIGURES = (game_view, new_events, submitted_move)
