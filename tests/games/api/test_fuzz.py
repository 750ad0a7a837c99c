"""Requests made from the description by schemathesis: no failure, and answers as described.

`make api-fuzz` makes 10,000 of them; here are a few. Every other request is what a client would
send: the next decision of a game, a table that waits.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple
from unittest import SkipTest
from urllib.parse import unquote, urlencode

import pytest
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

import engine
from engine import wire
from engine.actions import Claim
from games import log
from games.accounts.bot_accounts import become_bot_account
from games.leagues.league import create_league
from games.leagues.models import Season
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.start import announce
from games.lobby import GameOptions, create_game, join_game
from games.lobby.bot_accounts import invite_bot_account
from games.lobby.pairing.wishes import wish_for_table
from games.log import cache
from games.moderation.games.result import void_game
from games.people.models import Person
from games.plans.sketches import draw_sketch
from games.play.hold import hold_move
from games.players.models import Rating
from games.tables.models import Game
from games.talk.messages import post_message
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.orders import allow_plans, leave, leave_plan
from tests.games.api.conftest import Api, Program, check_answer, description
from tests.games.api.streaming import Station
from tests.games.leagues.conftest import a_plan

CASES = int(os.environ.get("NIGHT_MAIL_API_CASES", "200"))
SCHEMA = schemathesis.openapi.from_dict(description())
OPERATIONS = sorted(
    (found.ok() for found in SCHEMA.get_all_operations()),
    key=lambda operation: (operation.path, operation.method),
)
FILLED = {"board": "usa", "slug": "cup", "number": 1, "name": "Alice"}


class Undo(Exception):
    pass


PLANS = ("getPlan", "givePlan", "cancelPlan", "pausePlan", "resumePlan")


class World(NamedTuple):
    """A game to play in and, by the id of an operation, others in which it can be done."""

    game: Game
    elsewhere: dict[str, Game]
    leagues: dict[str, str]
    message: int
    sketch: int
    wish: int
    callers: dict[str, Person]

    def parameters(self, name: str) -> dict[str, object]:
        """What stands in the address of an operation about things that are there."""
        code = self.elsewhere.get(name, self.game).code
        slug = self.leagues.get(name, FILLED["slug"])
        return {
            **FILLED,
            "slug": slug,
            "code": code,
            "message": self.message,
            "sketch": self.sketch,
            "wish": self.wish,
        }

    def address(self, operation: Any) -> str:
        """The address of an operation about things that are there."""
        name = operation.definition.raw["operationId"]
        return str(operation.path.format(**self.parameters(name)))


@pytest.fixture
def world(
    red_hand: Game, begin: Starter, people: PeopleFactory, alice: Person, bob: Person, dana: Person
) -> World:
    """A league, and games in which Alice is to move, holds a move, waits with an order …"""
    seasons = {}
    for slug in ("cup", "bowl"):
        league = create_league(name=slug, directors=[dana], founder=None, now=NOW)
        league.slug = slug
        league.save()
        seasons[slug] = plan_season(league=league, director=dana, plan=a_plan(), now=NOW)
        announce(season=seasons[slug], now=NOW)
    Season.objects.update(registration_opens_at=NOW)
    register(season=seasons["bowl"], person=alice, now=NOW)
    held, waits, over = begin(alice, bob), begin(bob, alice), begin(alice, bob)
    planned = begin(bob, alice)
    for game in (held, waits, planned):
        keep_all(game, 0, 1)
    leave_plan("plan\ncomplete my tickets", allow_plans(planned).seats.get(number=1))
    void_game(game=over, actor="director", reason="0" * 64, now=NOW)
    hold_move(
        game=held, seat=0, person=alice, decision=log.load(held).decision_seqs[0],
        actions=[any_claim(held)], key="k", now=NOW,
    )  # fmt: skip
    leave("when always: draw blind blind", waits, waits.seats.get(number=1))
    options = GameOptions(board="usa", seats=3)
    joinable = create_game(organiser=bob, options=options, now=NOW)
    joined = create_game(organiser=bob, options=options, now=NOW)
    join_game(game=joined, person=alice, now=NOW)
    own = create_game(organiser=alice, options=options, now=NOW)
    robot, other = (
        become_bot_account(person=people(name), run_by="Alice", now=NOW)
        for name in ("Robot", "Machine")
    )
    invite_bot_account(game=own, organiser=alice, name=robot.name, now=NOW)
    assert other.is_bot_account
    Rating.objects.create(person=bob, board="", mu=25, sigma=2, games=9, at=NOW)
    sketch = draw_sketch(game=red_hand, seat=0, person=alice, name="North", now=NOW)
    message = post_message(game=red_hand, person=alice, text="Hello", now=NOW)
    elsewhere = {
        **dict.fromkeys(("getHeldMove", "withdrawHeldMove"), held),
        **dict.fromkeys(("getOrder", "giveOrder", "cancelOrder"), waits),
        **dict.fromkeys(PLANS, planned),
        "getRecord": over,
        "joinTable": joinable,
        "leaveTable": joined,
        **dict.fromkeys(("cancelTable", "inviteBotAccount", "declineInvitation"), own),
    }
    leagues = dict.fromkeys(("getEntry", "changeEntry", "withdraw"), "bowl")
    callers = {"declineInvitation": robot, "becomeBotAccount": people("Erin")}
    wish = wish_for_table(person=alice, board="", seats=3, pace="3-days", rated=True, now=NOW)
    return World(red_hand, elsewhere, leagues, message.pk, sketch.pk, wish.pk, callers)


def any_claim(game: Game) -> engine.Action:
    """A claim that the first seat can make."""
    actions = engine.view(log.load(game), 0).legal_actions()
    return next(action for action in actions if isinstance(action, Claim))


def sensible(operation: Any, game: Game) -> Any:
    """A body as a client would send it, None where the generated one will do."""
    name = operation.definition.raw["operationId"]
    if name == "submitMove":
        state = log.load(game)
        decision = state.decision_seqs.get(0)
        action = next(iter(state.legal_actions(0)), None)
        if decision is not None and action is not None:
            return {"decision": decision, "actions": [wire.encode_action(action)], "hold": False}
    return {
        "createTable": {"board": "usa", "seats": 2},
        "wishForTable": {"seats": 2, "pace": "3-days"},
        "postMessage": {"text": "Hello"},
        "drawSketch": {"name": "West", "add": ["los-angeles-phoenix-gray"]},
        "writeNote": {"text": "Remember the tunnel"},
        "giveOrder": {"text": "draw blind blind"},
        "givePlan": {"text": "plan\ncomplete my tickets"},
        "joinTable": {},
        "leaveTable": {},
        "register": {"contribution": "the night train"},
        "changeEntry": {},
        "inviteBotAccount": {"name": "Machine"},
        "becomeBotAccount": {"run_by": "Alice"},
    }.get(name)


def ask_stream(station: Station, program: Program, address: str, query: Any) -> int:
    """Open a stream in its process, and leave."""
    asked = {name: str(value) for name, value in (query or {}).items()}
    path = f"{unquote(address).removeprefix('/api/v1/')}?{urlencode(asked)}"
    reader = station.open(path, program)
    reader.leave()
    assert reader.status < 500, (path, reader.body)
    return reader.status


def ask(program: Program, operation: Any, address: str, query: Any, body: Any) -> int:
    """Send a request; return the status after a look at the answer. Nothing that it does stays."""
    data = b"" if body is None else json.dumps(body).encode()
    status = 500
    try:
        with transaction.atomic():
            answer = program.client.generic(
                operation.method.upper(),
                address,
                data,
                "application/json",
                query_params={name: str(value) for name, value in (query or {}).items()},
                headers=program.headers,
            )
            status = answer.status_code
            assert status < 500, (operation.method, address, query, body, answer.content)
            if status not in (400, 404, 405):
                check_answer(operation.method, address, answer)
            raise Undo
    except Undo:
        cache.clear()
    return status


def generated(operation: Any, count: int) -> list[tuple[Any, str, Any]]:
    """Requests, as query, address and body: half of them as described, half not."""
    found: list[tuple[Any, str, Any]] = []
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @seed(20261122)
        @settings(
            max_examples=max(1, count // 2),
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def generate(case: Any) -> None:
            body = case.body if isinstance(case.body, dict | list | str | int | float) else None
            found.append((case.query, str(case.formatted_path), body))

        # Where nothing can be wrong, there is nothing to make.
        with suppress(Unsatisfiable, SkipTest):
            generate()
    return found


@pytest.mark.slow
def test_requests_made_from_the_description_never_fail(
    world: World, api: Api, station: Station, alice: Person
) -> None:
    programs = {name: api(person) for name, person in world.callers.items()}
    alices = api(alice)
    statuses: Counter[int] = Counter()
    reached: set[str] = set()
    each = math.ceil(CASES / (2 * len(OPERATIONS)))

    def send(operation: Any, address: str, query: Any, body: Any) -> None:
        program = programs.get(operation.definition.raw["operationId"], alices)
        if "streams" in operation.definition.raw["tags"]:
            status = ask_stream(station, program, address, query)
        else:
            status = ask(program, operation, address, query, body)
        statuses[status] += 1
        if status < 300:
            reached.add(operation.definition.raw["operationId"])

    for operation in OPERATIONS:
        made = generated(operation, each)
        for query, address, body in made:
            send(operation, address, query, body)
        # Where little can vary, more of what a client would send.
        for _time in range(2 * each - len(made)):
            send(operation, world.address(operation), {}, sensible(operation, world.game))
    good = sum(count for status, count in statuses.items() if status < 300)
    total = sum(statuses.values())
    print(f"{total} cases, {good} with 2xx: {dict(statuses)}")  # noqa: T201
    assert reached == {operation.definition.raw["operationId"] for operation in OPERATIONS}
    assert total >= CASES
    assert good >= total / 2
