"""A webhook, which the others may read, is called as if nobody had given a plan.

A game is played twice: by Bob's plan, and by his hand with the same moves at the same minutes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

import engine
from engine.actions import Action, Draw
from engine.text.plans import read_plan
from games import log
from games.log import cache
from games.notifications.mail.runner import send_due
from games.notifications.models import Delivery, Mail, NotificationPreferences
from games.notifications.pump import fan_out
from games.notifications.webhooks.models import Style
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.giving import give
from games.tables.models import Game, PlanChoice
from games.talk.messages import post_message
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.security.test_two_worlds_of_teams import Undo

BLIND = (Draw("blind"), Draw("blind"))
PLAN = "plan\nconnect seattle with helena\ndraw for these, always blind"
ASKS = f"{PLAN}\nask me after 2 turns"
MINUTES = 105
MOVES_OF_ALICE = (0, 35, 70)
TALK = (3, 37)

Moves = list[tuple[int, Action]]


@pytest.fixture
def calls(begin: Starter, monkeypatch: pytest.MonkeyPatch, alice: Person, bob: Person) -> Callable:
    """Play a game in one world; return the calls of Bob's webhook and what he was mailed."""

    def begun() -> Game:
        with monkeypatch.context() as cards:
            cards.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)
            game = begin(alice, bob)
        Game.objects.filter(pk=game.pk).update(code="samegame", plans=PlanChoice.ALL)
        keep_all(game, 0, 1)
        game.refresh_from_db()
        save_webhook(
            person=bob, style=Style.JSON, url="https://chat.example.org/1", off=(), now=NOW
        )
        return game

    def minute(game: Game, number: int, by_hand: Moves | None, moves: Moves) -> None:
        now = NOW + timedelta(minutes=number)
        if number in MOVES_OF_ALICE:
            assert log.load(game).pending == {0: "turn"}
            act(game, 0, *BLIND, now=now)
        if number in TALK:
            post_message(game=game, person=alice, text=f"Hello at {number}", now=now)
        before = game.version
        if by_hand is None:
            carry_out_orders(now=now)
        for _at, action in [one for one in by_hand or () if one[0] == number]:
            act(game, 1, action, now=now)
        game.refresh_from_db()
        fresh = log.events(game, after=before - 1)
        moves += [(number, line.action) for line in fresh if line.action and line.seat == 1]
        send_due(now=now)
        fan_out(now=now)

    def through(delay: int, text: str, by_hand: Moves | None) -> tuple[list, Moves, int]:
        cache.clear()
        moves: Moves = []
        try:
            with transaction.atomic():
                NotificationPreferences.objects.create(person=bob, delay=delay)
                game = begun()
                if by_hand is None:
                    view = engine.view(log.load(game), 1)
                    plan = read_plan(text, view)
                    give(game=game, seat=1, person=bob, plan=plan, now=NOW)
                for number in range(MINUTES):
                    minute(game, number, by_hand, moves)
                rows = Delivery.objects.filter(channel="webhook").order_by("pk")
                told = [(one.created_at, {**json.loads(one.body), "id": ""}) for one in rows]
                mails = Mail.objects.filter(person=bob).count()
                raise Undo
        except Undo:
            return told, moves, mails

    return through


@pytest.mark.parametrize("with_plan", [False, True])
def test_a_call_that_waits_does_not_wait_for_a_plan_that_is_given_meanwhile(
    red_hand: Game, alice: Person, with_plan: bool
) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
    red_hand.refresh_from_db()
    act(red_hand, 0, *BLIND)
    send_due(now=NOW)
    fan_out(now=NOW)
    NotificationPreferences.objects.create(person=alice, delay=5)
    save_webhook(person=alice, style=Style.JSON, url="https://chat.example.org/1", off=(), now=NOW)
    act(red_hand, 1, *BLIND)
    send_due(now=NOW)
    red_hand.refresh_from_db()
    later = NOW + timedelta(minutes=5)
    if with_plan:
        plan = read_plan(PLAN, engine.view(log.load(red_hand), 0))
        give(game=red_hand, seat=0, person=alice, plan=plan, by_mail=True, now=NOW)
    calls = []
    for minute in range(10):
        now = NOW + timedelta(minutes=minute)
        send_due(now=now)
        calls += [now] * fan_out(now=now)
    assert calls == [later]
    turns = Mail.objects.filter(person=alice, created_at__gte=later)
    assert turns.exists() != with_plan


@pytest.mark.parametrize(("delay", "text"), [(0, PLAN), (5, PLAN), (5, ASKS)])
def test_a_webhook_gets_the_same_calls_at_the_same_times(
    calls: Callable, delay: int, text: str
) -> None:
    told, moves, mails = calls(delay, text, None)
    told_by_hand, same, mails_by_hand = calls(delay, text, moves)
    assert same == moves
    assert len(moves) >= 4
    assert told == told_by_hand
    # With a delay, what the plan or the hand has settled by then is not told.
    calls_of_turns = sum("turn" in body["kinds"] for _at, body in told)
    assert calls_of_turns == len(MOVES_OF_ALICE) or (delay and calls_of_turns)
    if text == PLAN:
        # Otherwise the plan would save its owner no mail.
        assert mails < mails_by_hand
