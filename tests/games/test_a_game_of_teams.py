"""A whole game of Team Asia by four people at their browsers, with every move that only it knows.

What is steered is the order of the cards; from the second round on a planner says what each would
choose, and each makes it by a form.
"""

from __future__ import annotations

import random
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client

import engine
from engine.bots import choose_action
from games import log
from games.people.models import Person
from games.tables.models import Game
from games.web.play.move_form import encode_actions
from tests.fixtures.games import NOW, Starter
from tests.games.web.play.test_team_turns import make, page_of

HANDS = [
    ["red", "green", "green", "green"],
    ["blue", "green", "green", "green"],
    ["white", "white", "purple", "black"],
    ["yellow", "yellow", "yellow", "black"],
]
ROW = ["black", "orange", "orange", "purple", "black"]
# What the tunnels of Charlie and of Dana turn up: one white asks, then two yellows do.
TURNED_UP = ["white", "red", "blue", "orange", "yellow", "yellow", "red", "red", "blue", "orange"]
TRIPLE = ["calcutta-dacca-red", "calcutta-dacca-blue", "calcutta-dacca-purple"]


def submit(game: Game, client: Client, decision: int, action: engine.Action) -> int:
    """Post a move as a form does; return the status of the answer."""
    fields = {"decision": decision, "action": encode_actions([action])[0]}
    return client.post(f"/games/{game.code}/act/", fields).status_code


@pytest.mark.slow
def test_a_whole_game_of_team_asia_through_pages(
    stack, begin: Starter, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    """A-3 to A-8, A-11, A-12"""
    stack([*(card for hand in HANDS for card in hand), *ROW, *TURNED_UP])
    game = begin(alice, bob, charlie, dana, board="team-asia")
    browsers = [Client() for _ in range(4)]
    for browser, person in zip(browsers, (alice, bob, charlie, dana), strict=True):
        browser.force_login(person)
    with time_machine.travel(NOW, tick=False):
        _set_up(game, browsers)
        _first_round(game, browsers)
        _play_to_the_end(game, browsers)
        _look_back(game, browsers)


def _set_up(game: Game, browsers: list[Client]) -> None:
    for seat, browser in enumerate(browsers):
        offered = log.load(game).offered[seat]
        make(game, browser, do="keep", ticket=offered[:4])
    for seat, browser in enumerate(browsers):
        assert log.load(game).pending[seat] == "rack"
        make(game, browser, do="rack", ticket=log.load(game).tickets[seat][0])


def _first_round(game: Game, browsers: list[Client]) -> None:
    alice, bob, charlie, dana = browsers
    # Teammates claim one track each of the triple, and that closes the third.
    make(game, alice, do="claim", track=TRIPLE[0])
    make(game, bob, do="claim", track=TRIPLE[1])
    refused = charlie.get(
        f"/games/{game.code}/move/?{urlencode({'do': 'claim', 'track': TRIPLE[2]})}"
    )
    assert refused.status_code == 422
    assert "is closed, because the parallel route was claimed" in refused.content.decode()
    # A tunnel that is paid for, and one that is withdrawn from.
    asked = make(game, charlie, do="claim", track="kabul-rawalpindi-white")
    assert "costs 1 more card: pay, or withdraw." in asked
    make(game, charlie, do="pay")
    assert log.load(game).owner["kabul-rawalpindi-white"] == 2
    make(game, dana, do="claim", track="cawnpore-kathmandu-yellow")
    assert "do=pay" in page_of(game, dana)
    make(game, dana, do="withdraw")
    state = log.load(game)
    assert "cawnpore-kathmandu-yellow" not in state.owner
    assert state.hands[3]["yellow"] == 3
    # A turn of sharing.
    make(game, alice, do="share", ticket=state.tickets[0][:2])
    assert len(log.load(game).ticket_racks[0]) == 4


def _play_to_the_end(game: Game, browsers: list[Client]) -> None:
    dice = random.Random(7)
    kinds = set()
    for step in range(3000):
        state = log.load(game)
        if state.outcome is not None:
            assert kinds >= {"turn", "place", "second"}
            return
        seat = min(state.pending)
        kinds.add(state.pending[seat])
        if step % 40 == 0:
            assert browsers[seat].get(f"/games/{game.code}/").status_code == 200
        action = choose_action("planner", engine.view(state, seat), dice)
        assert submit(game, browsers[seat], state.decision_seqs[seat], action) == 302, action
        game.refresh_from_db()
    raise AssertionError("The game did not end.")


def _look_back(game: Game, browsers: list[Client]) -> None:
    game.refresh_from_db()
    assert game.status == "finished"
    state = log.load(game)
    assert state.outcome is not None
    first, second = state.outcome.scores
    assert {first.seats, second.seats} == {(0, 1), (2, 3)}
    page = page_of(game, browsers[0])
    for name in ("Asian Express", "Globetrotter", "Alice and Bob", "Charlie and Dana"):
        assert name in page
    for score in (first, second):
        assert f'<td class="numbers total" role="cell">{score.total}</td>' in page
        mine = [ticket.ticket for ticket in score.tickets]
        team = state.team_of[score.seats[0]]
        held = [
            *state.ticket_racks[team],
            *(t for seat in score.seats for t in state.tickets[seat]),
        ]
        assert sorted(mine) == sorted(held)
    seats = {seat.number: (seat.place, seat.points) for seat in game.seats.all()}
    assert seats[0] == seats[1]
    assert seats[2] == seats[3]
