"""Stepping through a game: what one knew at each moment, and everything once the game is over."""

from __future__ import annotations

import random
import re

import pytest

import engine
from engine.actions import Draw
from engine.bots import choose_action
from games import log
from games.tables.models import Game
from games.web.parts.phrases import cards
from tests.fixtures.games import act, keep_all


def replay(client, game: Game, at: object = "") -> str:
    response = client.get(f"/games/{game.code}/replay/", {"at": at} if at != "" else {})
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def running(begin, alice, bob) -> Game:
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, log.load(game).turn_seat, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


@pytest.fixture
def finished(begin, alice, bob) -> Game:
    game = begin(alice, bob, board="japan")
    dice = random.Random(7)
    while (state := log.load(game)).outcome is None:
        seat = next(iter(state.pending))
        act(game, seat, choose_action("planner", engine.view(state, seat), dice))
    game.refresh_from_db()
    return game


def test_a_running_game_opens_at_its_last_event(running, browse):
    page = replay(browse(), running)
    assert f"event {running.version} of {running.version}" in page
    assert "You see what you knew at that moment" in page


def test_a_finished_game_opens_at_its_start_and_tells_everything_of_any_moment(finished, browse):
    opened = replay(browse(), finished)
    assert f"event 0 of {finished.version}" in opened
    middle = finished.version // 2
    page = replay(browse(), finished, middle)
    state = log.state_at(finished, at=middle)
    for hand in state.hands:
        assert f"<p>{cards(hand)}</p>" in page
    for tickets in state.tickets:
        for ticket in map(state.board.tickets.get, tickets):
            names = [state.board.cities[city].name for city in (ticket.a, ticket.b)]
            assert " – ".join(names) in page


def test_in_a_running_game_each_sees_the_own_hand_of_that_moment_and_no_other(
    running, browse, alice, bob
):
    drew, other = (bob, alice) if log.load(running).turn_seat == 0 else (alice, bob)
    own = replay(browse(drew), running)
    assert "Your cards" in own
    assert sum(map(int, re.findall(r'<b class="number">(\d+)</b>', own))) == 6
    before = replay(browse(drew), running, 6)
    assert sum(map(int, re.findall(r'<b class="number">(\d+)</b>', before))) == 4
    for person in (other, None):
        page = replay(browse(person), running)
        assert "What everybody held" not in page
    assert "Your cards" not in replay(browse(), running)


def test_the_steps_lead_from_the_first_event_to_the_last_and_back(finished, browse):
    client = browse()
    seq, seen = 0, []
    while step := re.search(r'href="\?at=(\d+)" title="Step on"', replay(client, finished, seq)):
        assert int(step[1]) > seq
        seq = int(step[1])
        seen.append(seq)
        if len(seen) == 12:
            break
    page = replay(client, finished, seen[-1])
    assert f'href="?at={seen[-2]}" title="Step back"' in page
    last = int(re.search(r'href="\?at=(\d+)" title="End"', page)[1])
    assert last == finished.version
    assert 'title="Step on"' not in replay(client, finished, last)
    assert "Final score" in replay(client, finished, last)


def test_the_course_is_drawn_and_written(finished, browse):
    page = replay(browse(), finished)
    assert page.count('class="chart"') == 2
    end = log.milestones_of(finished)[-1]
    assert end.seq == finished.version
    assert f'{end.points[0]} <span class="quiet">({end.trains[0]})</span>' in page


@pytest.mark.parametrize("at", ["99999", "-1", "x", "1" * 30, "²"])
def test_a_moment_that_is_none_is_not_found(running, browse, at):
    assert browse().get(f"/games/{running.code}/replay/", {"at": at}).status_code == 404


def test_who_may_not_see_a_game_may_not_step_through_it(begin, browse, alice, bob, charlie):
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(public=False)
    assert browse(charlie).get(f"/games/{game.code}/replay/").status_code == 404
    assert browse(bob).get(f"/games/{game.code}/replay/").status_code == 200
