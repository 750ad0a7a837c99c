"""Nobody can tell whether somebody else has left an order, holds a move, keeps a note or sketches.

A game is played in several worlds. Bob leaves an order, or none, or one that will never fit; in the
end he makes the same move, by his order or by hand at the same moment. Alice, who plays against
him, a spectator and an anonymous user must see the same bytes in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from engine.actions import Draw
from engine.text.plans import read_plan
from games import log
from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.log import cache
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.giving import give
from games.plans.sketches import draw_sketch
from games.play.deferred import QUICKER
from games.play.hold import hold_move, make_held_moves
from games.play.transaction import game_transaction
from games.tables.models import Game, PlanChoice, Seat
from games.talk.messages import write_note
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.orders import leave
from tests.games.notifications.mail.test_privacy import written
from tests.games.security.test_two_worlds_of_teams import Undo, _differences, _plain

DELAY = timedelta(minutes=7)
BLIND = (Draw("blind"), Draw("blind"))
ORDER = "when red is face up: claim dallas to houston: 1 red else draw blind blind"
NEVER = "when red is face up: draw red"
HAND = ["red", "red", "blue", "locomotive"]
ROW = ["white", "white", "green", "black", "yellow"]
PAGES = (
    "",
    "log/",
    "replay/",
    "talk/",
    "pulse/?seen=1",
    "order/",
    "plan/",
    "sketches/",
    "sketches/1/",
    "record/",
    "move/?text=cancel",
)
SITE_PAGES = ("/", "/lobby/", "/settings/")
FORMS = (
    ("plan/", {"do": "give", "text": "complete my tickets"}),
    ("plan/change/", {"do": "pause"}),
    ("order/cancel/", {}),
    ("held/withdraw/", {}),
    ("order/", {"text": "when always: pass"}),
    ("sketches/1/mark/", {"track": "los-angeles-phoenix-gray"}),
    ("sketches/1/delete/", {}),
)
API = ("", "events/", "actions/", "sketches/", "order/", "picture.png")

THOROUGH = ("left", "he has moved", "held")

World = Callable[[Game, Callable[[str], None]], None]


@pytest.fixture
def worlds(stack, begin: Starter, browse, monkeypatch, alice: Person, bob: Person, charlie: Person):
    """Play a game in several worlds; return what the others saw of each, stop by stop."""
    monkeypatch.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)

    def through(world: World) -> dict[str, object]:
        seen: dict[str, object] = {}

        def look(stop: str) -> None:
            for name, person in {"alice": alice, "charlie": charlie, "nobody": None}.items():
                client = browse(person)
                answer = client.get("/games/samegame/")
                seen[f"{stop}: tag for {name}"] = answer.headers["ETag"]
                for page in PAGES if stop in THOROUGH and name != "charlie" else ("",):
                    answer = client.get(f"/games/samegame/{page}")
                    seen[f"{stop}: {page} for {name}"] = _plain(answer)
                for page in SITE_PAGES if stop in THOROUGH and name == "alice" else ():
                    seen[f"{stop}: {page} for {name}"] = _plain(client.get(page))
            for form, data in FORMS if stop == "left" else ():
                answer = browse(charlie).post(f"/games/samegame/{form}", data)
                seen[f"{stop}: {form}"] = _plain(answer)
            game = Game.objects.get(code="samegame")
            seen[f"{stop}: mail"] = bytes(written(game, 0).source)
            with connection.cursor() as cursor:
                cursor.execute("SELECT COUNT(*) FROM games_notice WHERE person_id = %s", [alice.pk])
                seen[f"{stop}: notices"] = cursor.fetchone()

        cache.clear()
        try:
            with transaction.atomic():
                stack([*HAND, *["yellow"] * 4, *ROW, "orange", "purple", "green", "blue"])
                game = begin(alice, bob)
                Game.objects.filter(pk=game.pk).update(code="samegame", invitation="same")
                keep_all(game, 0, 1)
                game.refresh_from_db()
                world(game, look)
                raise Undo
        except Undo:
            return seen

    return through


def seat(game: Game) -> Seat:
    return Seat.objects.select_related("person", "game").get(game=game, number=1)


def order(game: Game, text: str) -> None:
    if text:
        leave(text, game, seat(game))
        Seat.objects.filter(game=game, number=1).update(plan_delay=DELAY)


def bob_orders(text: str, *, by_hand: bool) -> World:
    """Bob leaves an order, and moves by it or by hand seven minutes after Alice."""

    def play(game: Game, look: Callable[[str], None]) -> None:
        order(game, text)
        look("left")
        act(game, 0, *BLIND)
        look("it is his turn")
        moment = NOW + DELAY
        with travel(moment - timedelta(seconds=1)):
            carry_out_orders(now=moment - timedelta(seconds=1))
            look("a moment before")
        with travel(moment):
            if by_hand:
                carry_out_orders(now=moment)
                act(game, 1, *BLIND, now=moment)
            else:
                assert carry_out_orders(now=moment) == 1
            look("he has moved")
            assert log.load(game).turn_seat == 0

    return play


def bob_plans(text: str, *, by_hand: bool) -> World:
    """Bob gives a plan, and draws twice by it or by hand, each time seven minutes later."""

    def play(game: Game, look: Callable[[str], None]) -> None:
        Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
        game.refresh_from_db()
        bobs = Seat.objects.filter(game=game, number=1)
        if text:
            row = seat(game)
            plan = read_plan(text, engine.view(log.load(game), 1))
            give(game=game, seat=1, person=row.person, plan=plan, now=NOW)
            bobs.update(plan_delay=DELAY)
        look("left")
        with CaptureQueriesContext(connection) as queries:
            act(game, 0, *BLIND)
        look(f"Alice has moved in {len(queries)} queries")
        for moment, stop in ((NOW + DELAY, "he has drawn"), (NOW + 2 * DELAY, "he has moved")):
            if text:
                bobs.update(plan_delay=DELAY * QUICKER)
            with travel(moment - timedelta(seconds=1)):
                carry_out_orders(now=moment - timedelta(seconds=1))
            with travel(moment):
                moved = carry_out_orders(now=moment)
                assert moved == (0 if by_hand else 1)
                if by_hand:
                    act(game, 1, Draw("blind"), now=moment)
                look(stop)
        assert log.load(game).turn_seat == 0

    return play


def travel(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


@pytest.mark.slow
def test_an_order_is_seen_by_nobody_whether_or_not_it_fits(worlds) -> None:
    none = worlds(bob_orders("", by_hand=True))
    for text, by_hand in ((ORDER, False), (NEVER, True)):
        assert _differences(none, worlds(bob_orders(text, by_hand=by_hand))) == []


def test_a_plan_is_seen_by_nobody_whether_it_moves_or_asks(worlds) -> None:
    none = worlds(bob_plans("", by_hand=True))
    draws = "plan\ndraw blind for 9 turns"
    asks = f"{draws}\nask me if somebody has 45 trains"
    for text, by_hand in ((draws, False), (asks, True)):
        assert _differences(none, worlds(bob_plans(text, by_hand=by_hand))) == []


def test_a_held_move_and_a_note_are_seen_by_nobody_until_the_move_is_made(worlds) -> None:
    def bob_waits(*, holds: bool) -> World:
        def play(game: Game, look: Callable[[str], None]) -> None:
            act(game, 0, *BLIND)
            moment = NOW + timedelta(minutes=10)
            claim = next(
                action
                for action in log.load(game).legal_actions(1)
                if type(action).__name__ == "Claim"
            )
            row = seat(game)
            if holds:
                write_note(game=game, person=row.person, text="Alice wants red", now=NOW)
                hold_move(
                    game=game,
                    seat=1,
                    person=row.person,
                    decision=row.decision,
                    actions=[claim],
                    key="held",
                    now=NOW,
                )
            look("held")
            with travel(moment):
                if holds:
                    assert make_held_moves(now=moment) == 1
                else:
                    act(game, 1, claim, now=moment)
                look("made")

        return play

    assert _differences(worlds(bob_waits(holds=False)), worlds(bob_waits(holds=True))) == []


def test_a_sketch_is_seen_by_nobody_on_pages_or_by_the_api(worlds, alice: Person) -> None:
    token = create_token(person=alice, name="x", scopes=[*Scope.values], days=30, now=NOW)[1]

    def bob_sketches(names: tuple[str, ...]) -> World:
        def play(game: Game, look: Callable[[str], None]) -> None:
            row = seat(game)
            tracks = ["los-angeles-phoenix-gray", "dallas-houston-gray-1"]
            for name in names:
                draw_sketch(game=game, seat=1, person=row.person, name=name, add=tracks, now=NOW)
            look("left")
            told.append(
                [
                    _plain(Client().get(f"/api/v1/games/samegame/{path}", headers=headers))
                    for path in API
                ]
            )
            act(game, 0, *BLIND)
            look("it is his turn")

        return play

    headers, told = {"Authorization": f"Bearer {token}"}, []
    none = worlds(bob_sketches(()))
    assert _differences(none, worlds(bob_sketches(("West", "East")))) == []
    assert told[0] == told[1]


def test_an_order_that_a_take_back_ends_is_seen_by_nobody(worlds) -> None:
    def taken_back(text: str) -> World:
        def play(game: Game, look: Callable[[str], None]) -> None:
            order(game, text)
            start = game.version
            act(game, 0, *BLIND)
            with game_transaction(game=game, now=NOW) as locked:
                locked.take_back(start)
            look("left")

        return play

    assert _differences(worlds(taken_back("")), worlds(taken_back(ORDER))) == []


def test_the_owner_does_see_the_difference(worlds, browse, bob: Person) -> None:
    """Otherwise the tests above could not fail."""
    pages: list[bytes] = []

    def look_as_bob(text: str) -> World:
        def play(game: Game, look: Callable[[str], None]) -> None:
            order(game, text)
            pages.append(_plain(browse(bob).get("/games/samegame/"))[2])

        return play

    worlds(look_as_bob(""))
    worlds(look_as_bob(ORDER))
    assert pages[0] != pages[1]
