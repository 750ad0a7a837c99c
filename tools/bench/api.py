"""The API beside the pages: a view of a game, a move, events since a seq."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING

from tools.bench.figure import Figure, compare
from tools.bench.pages import running_game
from tools.bench.site import NOW, begin_game, make_people, open_site

if TYPE_CHECKING:
    from games.people.models import Person
    from games.tables.models import Game

SCOPES = ("games:read", "games:move")


def _headers(person: Person) -> dict[str, str]:
    from django.utils.timezone import now

    from games.accounts.tokens import create_token
    from games.api.authentication import RequestLimit

    RequestLimit.PER_MINUTE = dict.fromkeys(RequestLimit.PER_MINUTE, 10**9)
    # A bucket of every request of the last minute would be measured, too.
    RequestLimit.allow_request = lambda self, request, view: True  # type: ignore[method-assign]
    _token, text = create_token(person=person, name="bench", scopes=SCOPES, days=7, now=now())
    return {"Authorization": f"Bearer {text}"}


def game_view() -> Figure:
    """Requests of the view of a running game, Japan with 4 seats, beside the bare page."""
    open_site()
    from django.test import Client

    person, code = running_game()
    client, headers = Client(), _headers(person)
    browser = Client()
    browser.force_login(person)

    def view() -> int:
        assert client.get(f"/api/v1/games/{code}/", headers=headers).status_code == 200
        return 1

    def bare() -> int:
        assert browser.get("/bare/").status_code == 200
        return 1

    return compare(
        "view of a game by the API, Japan, 4 seats",
        ours=("views", view), theirs=("bare pages", bare), need=0.5, aim=0.8,
    )  # fmt: skip


def new_events() -> Figure:
    """Ten events since a seq with no state in memory: late in a game beside early in it."""
    open_site()
    from django.test import Client

    from games.log import cache
    from games.tables.models import Game

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
    """Moves by the API beside moves by the form, each a draw, in games of two."""
    open_site()
    from django.test import Client

    import engine
    from engine.bots import choose_action
    from games import log
    from games.play import submit_action

    people = make_people("Erin", "Frank")
    dice = random.Random(7)
    headers = [_headers(person) for person in people]
    browsers = [Client(), Client()]
    for browser, person in zip(browsers, people, strict=True):
        browser.force_login(person)
    client = Client()
    games: list[Game] = []

    def prepared() -> tuple[Game, int, int]:
        """A game in which the seat of the turn is to draw, from the deck."""
        while True:
            game = games[-1] if games else begin_game(people, "usa")
            if not games:
                games.append(game)
            state = log.load(game)
            if state.outcome is not None or state.turn > 60:
                games.clear()
                continue
            seat = min(state.pending)
            if state.pending[seat] in ("turn", "second") and state.deck:
                return game, seat, state.decision_seqs[seat]
            action = choose_action("planner", engine.view(state, seat), dice)
            submit_action(
                game=game, seat=seat, decision=state.decision_seqs[seat], actions=[action],
                actor=str(seat), now=NOW,
            )  # fmt: skip

    action = {"type": "draw", "source": "blind"}

    def timed(kind: str) -> float:
        game, seat, decision = prepared()
        if kind == "api":
            body = json.dumps({"decision": decision, "actions": [action], "hold": False})
            began = time.process_time()
            answer = client.post(
                f"/api/v1/games/{game.code}/moves/", body, "application/json",
                headers=headers[seat],
            )  # fmt: skip
            took = time.process_time() - began
            assert answer.status_code == 200, answer.content
        else:
            form = {"decision": decision, "action": json.dumps(action), "hold": "0"}
            began = time.process_time()
            answer = browsers[seat].post(f"/games/{game.code}/act/", form)
            took = time.process_time() - began
            assert answer.status_code == 302
        return took

    found: dict[str, list[float]] = {"api": [], "form": []}
    for _round in range(300):
        for kind in found:
            found[kind].append(timed(kind))
    api, form = (sorted(times)[len(times) // 2] for times in (found["api"], found["form"]))
    ratio = api / form
    text = f"{api * 1000:.1f} ms, {form * 1000:.1f} ms by the form: {ratio:.2f} x (at most 1.1 x)"
    return Figure("a move by the API, median of 300", text, ratio <= 1.1)
