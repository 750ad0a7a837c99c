"""What a seat knew and could do at a decision: for its player, and for all after the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.actions import Claim, Draw
from engine.events import TurnStarted
from games import log
from games.people.models import Person
from games.play.transaction import game_transaction
from games.tables.models import Game
from tests.fixtures.games import NOW, act
from tests.fixtures.records import golden
from tests.games.web.play.test_replay import replay, steps_of
from tests.games.web.play.test_secrets import worlds
from tests.thinning import one_in

pytestmark = pytest.mark.django_db


def ask(client: Any, game: Game, at: object, seat: object) -> Any:
    return client.get(f"/games/{game.code}/replay/decision/", {"at": at, "seat": seat})


def decision(client: Any, game: Game, at: int, seat: int) -> str:
    answer = ask(client, game, at, seat)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_a_player_reads_what_they_knew_and_chose(
    table: Game, alice: Person, bob: Person, browse: Any
) -> None:
    then = log.load(table)
    at, seat = then.seq, then.turn_seat
    assert seat is not None
    act(table, seat, Draw("blind"))
    hand = then.hands[seat]
    me = (alice, bob)[seat]
    page = decision(browse(me), table, at, seat)
    assert "Draw cards, claim a route or draw tickets." in page
    assert "The choice: You drew a card from the deck" in page
    assert "From the deck, unseen chosen" in page
    assert f"Your cards {sum(hand.values())}" in page
    claimable = {action.track for action in then.legal_actions(seat) if isinstance(action, Claim)}
    assert f"Routes you could claim {len(claimable)}" in page
    assert "There is no choice yet." in decision(browse(me), table, log.load(table).seq, seat)


def test_nobody_else_reads_it_while_the_game_runs(
    table: Game, alice: Person, bob: Person, dana: Person, browse: Any
) -> None:
    then = log.load(table)
    seat = then.turn_seat
    assert seat is not None
    other = (bob, alice)[seat]
    for person in (other, dana, None):
        assert ask(browse(person), table, then.seq, seat).status_code == 404
    Game.objects.filter(pk=table.pk).update(public=False)
    assert ask(browse(dana), table, then.seq, seat).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("stop", ["setup", "second", "turn", "keep"])
def test_two_worlds_give_the_same_answers(
    stack: Any, begin: Any, browse: Any, monkeypatch: Any, alice: Person, bob: Person, dana: Person,
    stop: str,
) -> None:  # fmt: skip
    """Bob's hidden facts differ: no decision that anybody else may ask for tells it."""
    seen: dict[str, list[object]] = {}
    for world, game in worlds(stack, begin, monkeypatch, alice, bob, stop=stop):
        seen[world] = []
        for turn, person in enumerate((alice, dana, None)):
            client = browse(person)
            for at in one_in(3 if person != alice else 1, range(log.load(game).seq + 1), turn):
                for seat in (0, 1):
                    answer = ask(client, game, at, seat)
                    body = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", answer.content)
                    seen[world].append((answer.status_code, body))
    assert seen["poor"] == seen["rich"]
    assert 200 in {status for status, _body in seen["poor"]}


def test_after_the_end_everybody_reads_the_decisions_of_every_seat(browse: Any) -> None:
    game = golden("team-asia-4-passes")
    client = browse()
    steps = steps_of(replay(client, game))
    ends = [step["seq"] - 1 for step in steps[1:]] + [game.version]
    kinds = set()
    for step, end in list(zip(steps, ends, strict=True))[::4]:
        pending = log.state_at(game, at=end).pending
        assert set(step["deciding"]) <= set(pending)
        for seat in step["deciding"]:
            page = decision(client, game, step["seq"], seat)
            assert f"In the seat of Seat {seat + 1}" in page
            assert page.count(" chosen ") >= 1, (step["seq"], seat)
            kinds.add(pending[seat])
    assert {"setup", "turn", "second", "keep", "place"} <= kinds


def test_a_decision_that_was_taken_back_says_so(table: Game, alice: Person, browse: Any) -> None:
    to = log.load(table).seq
    act(table, 0, Draw("blind"))
    at = log.load(table).seq
    with game_transaction(game=table, now=NOW) as locked:
        locked.take_back(to)
    page = decision(browse(alice), table, at, 0)
    assert "A director took the game back before there was a choice." in page


@pytest.mark.slow
def test_what_the_clock_chose_is_called_so(browse: Any) -> None:
    game = golden("usa-3-passes")
    turns = [
        (line.seq, line.event.seat)
        for line in log.events(game)
        if isinstance(line.event, TurnStarted)
    ]
    by_clock = {line.seq for line in log.events(game) if line.actor == "clock"}
    for seq, seat in turns[:40]:
        page = decision(browse(), game, seq, seat)
        assert ("The clock chose:" in page) == (seq + 1 in by_clock)


@pytest.mark.parametrize(
    ("at", "seat"), [("", 0), ("x", 0), (99999, 0), (3, 7), (3, "x"), (-1, 0), ("9" * 30, 0)]
)
def test_what_is_no_decision_is_not_found(browse: Any, at: object, seat: object) -> None:
    game = golden("japan-2-final-round")
    assert ask(browse(), game, at, seat).status_code == 404
    assert ask(browse(), game, game.version, 0).status_code == 404
