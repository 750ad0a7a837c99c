"""`make faults`: its players hold moves, leave orders, use the pages and ask for codes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.timezone import now

from engine import wire
from engine.actions import Claim, Draw, Place
from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.notifications.models import AccountMail
from games.people.models import Person
from games.plans.models import SeatPlan
from games.play.models import HeldMove
from games.tables.models import Game, Seat
from tests.fixtures.games import Starter
from tools.faults import pages, players
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.pages import first_event
from tools.faults.players import Players
from tools.faults.world import SILENT
from tools.players.browser import Reply


def ask(
    url: str, headers: Mapping[str, str], data: bytes | None = None, *, method: str | None = None
) -> Reply:
    """Ask this process instead of a site under test."""
    browser = Client(enforce_csrf_checks=True)
    for cookie in filter(None, headers.get("Cookie", "").split("; ")):
        name, _equals, value = cookie.partition("=")
        browser.cookies[name] = value
    at = urlsplit(url)
    answer: Any = browser.generic(
        method or ("GET" if data is None else "POST"),
        f"{at.path}?{at.query}",
        data or b"",
        content_type=headers.get("Content-Type", "application/x-www-form-urlencoded"),
        headers={name: value for name, value in headers.items() if name != "Cookie"},
    )
    return Reply(answer.status_code, answer.content.decode(), answer.headers.get("Location", ""))


def session(person: Person) -> str:
    browser = Client()
    browser.force_login(person)
    return browser.cookies["sessionid"].value


@pytest.fixture
def hands(
    red_hand: Game, alice: Person, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> Players:
    """Those of Alice, who is to move, and of Bob, at a site that is this process."""
    monkeypatch.setattr(pages, "ask", ask)
    monkeypatch.setattr(players, "ask", ask)
    monkeypatch.setattr(players, "GAMES_A_WAIT", 1)
    people = (alice, bob)
    tokens = {
        one.pk: create_token(person=one, name="test", scopes=[*Scope.values], days=365, now=now())[
            1
        ]
        for one in people
    }
    world: Any = SimpleNamespace(
        people={"Alice": alice, "Bob": bob, SILENT: charlie},
        tokens=tokens,
        sessions={one.pk: session(one) for one in people},
    )
    site: Any = SimpleNamespace(url="http://testserver", post=None)
    return Players(site, world, Ledger())


def move(hands: Players, monkeypatch: pytest.MonkeyPatch, **shares: float) -> Attempt:
    """Make a move of a player who is to move, of these shares, and send it twice."""
    for name in ("AT_A_PAGE", "HELD"):
        monkeypatch.setattr(players, name, shares.get(name, 0.0))
    attempt = hands._move(sorted(hands.world.tokens), Random(3))
    assert attempt is not None
    hands._insist(attempt, twice=True)
    assert hands.ledger.wrong == []
    return attempt


def test_a_move_at_a_page_is_the_one_that_the_form_of_the_page_carries(
    hands: Players, red_hand: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = red_hand.version
    attempt = move(hands, monkeypatch, AT_A_PAGE=1.0)
    assert attempt.form["decision"] == str(attempt.decision)
    assert (attempt.answer, attempt.first) == (Answer.ACCEPTED, version + 1)
    red_hand.refresh_from_db()
    assert red_hand.version > version


def test_a_page_shows_no_form_for_a_decision_that_is_closed(hands: Players, bob: Person) -> None:
    assert hands.pages.prepare(Seat.objects.get(person=bob), "draw blind") is None


def test_a_form_that_is_late_is_refused_and_leads_to_no_event(
    hands: Players, red_hand: Game, alice: Person
) -> None:
    seat = Seat.objects.get(game=red_hand, person=alice)
    form = hands.pages.prepare(seat, "draw blind")
    assert form is not None
    reply = hands.pages.act(seat, {**form, "decision": "1", "key": "another"})
    assert reply.status == 409
    assert first_event(reply) is None


def test_a_move_is_held_where_it_can_be(
    hands: Players, red_hand: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "can_be_held", lambda actions, board: True)
    monkeypatch.setattr(
        players, "choose_action", lambda bot, view, dice: Claim(
            "dallas-houston-gray-1", "red"
        )
    )  # fmt: skip
    attempt = move(hands, monkeypatch, HELD=1.0, AT_A_PAGE=1.0)
    held = HeldMove.objects.get()
    assert attempt.answer is Answer.HELD
    assert hands.ledger.answered(Answer.HELD) == [attempt]
    assert attempt.until == Seat.objects.get(pk=held.seat_id).held_until
    assert hands._move(sorted(hands.world.tokens), Random(3)) is None


def test_an_order_is_left_by_somebody_whose_turn_is_to_come(
    hands: Players, red_hand: Game, bob: Person
) -> None:
    order = hands._leave_order(sorted(hands.world.tokens), Random(3))
    assert order is not None
    row = SeatPlan.objects.get()
    steps = [dict(wire.encode_action(step)) for step in order.steps]
    assert (row.person, row.order["branches"][0]["do"]) == (bob, steps)
    assert order.given == row.given_at
    assert order.answer is Answer.ACCEPTED
    assert hands.ledger.orders == [order]
    assert hands._leave_order(sorted(hands.world.tokens), Random(3)) is None


def test_only_a_part_of_the_games_waits_for_what_is_left_to_the_worker(
    hands: Players, red_hand: Game, alice: Person, begin: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by a round after which nobody could move: an order was waited for in every game."""
    monkeypatch.setattr(players, "GAMES_A_WAIT", 2)
    people = sorted(hands.world.tokens)
    assert hands._leave_order(people, Random(3)) is None
    begin(alice, bots=["planner"])
    assert hands._leave_order(people, Random(3)) is not None
    Seat.objects.filter(game=red_hand, number=0).update(held_until=now())
    assert hands._leave_order(people, Random(3)) is None


def test_an_order_in_a_game_of_teams_says_where_the_first_card_goes(
    team_table: Game, hands: Players, bob: Person
) -> None:
    Game.objects.exclude(pk=team_table.pk).update(status="finished")
    order = hands._leave_order([bob.pk], Random(3))
    assert order is not None
    assert order.steps == [Draw("blind"), Place("hand"), Draw("blind")]
    assert order.answer is Answer.ACCEPTED


def test_a_code_to_sign_in_that_is_on_its_way_is_written_down(
    hands: Players, alice: Person
) -> None:
    hands._ask_for_code(alice.pk)
    assert hands.ledger.codes == {alice.email: 1}
    assert AccountMail.objects.get().recipient == alice.email


@pytest.mark.parametrize(
    ("error", "looks", "wrong"),
    [
        (OperationalError("the connection is closed"), 2, []),
        (KeyError("first_seq"), 1, ["a player of this run failed: KeyError('first_seq')"]),
    ],
)
def test_a_player_looks_again_only_where_the_database_is_away(
    hands: Players,
    error: Exception,
    looks: int,
    wrong: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(players.connection, "close", lambda: closed.append(True))

    def look(dice: Random) -> Attempt | None:
        if not closed:
            closed.append(False)
            raise error
        hands._stop.set()
        return None

    hands._play(look, Random(3))
    assert closed == [False, *[True] * looks]
    assert hands.ledger.wrong == wrong
