"""The page of a finished game, its record, and what is told of a running one."""

from __future__ import annotations

import json
import random

import pytest

import engine
from engine import record
from engine.bots import choose_action
from games import log
from games.language.amounts import in_digits, in_points
from games.tables.models import Game
from tests.fixtures.games import act
from tests.fixtures.recalled import recall


@pytest.fixture
def finished(begin, alice, bob) -> Game:
    def play() -> int:
        game = begin(alice, bob, board="japan", contribution="a lamp at night")
        dice = random.Random(7)
        while (state := log.load(game)).outcome is None:
            seat = next(iter(state.pending))
            act(game, seat, choose_action("planner", engine.view(state, seat), dice))
        return game.pk

    return Game.objects.get(pk=recall("finished", play))


def test_the_final_table_breaks_every_score_down(finished, browse):
    page = browse().get(f"/games/{finished.code}/").content.decode()
    outcome = log.load(finished).outcome
    board = engine.load_board("japan")
    assert "Final scores" in page
    for score in outcome.scores:
        assert f'<td class="numbers total" role="cell">{in_digits(score.total)}</td>' in page
        for result in score.tickets:
            ticket = board.tickets[result.ticket]
            name = f"{board.cities[ticket.a].name} – {board.cities[ticket.b].name}"
            assert name in page


def test_the_secret_is_revealed_with_the_contributions(finished, browse):
    page = browse().get(f"/games/{finished.code}/").content.decode()
    assert bytes(finished.secret).hex() in page
    assert finished.commitment in page
    assert "a lamp at night" in page
    assert f"python -m engine check night-mail-{finished.code}.jsonl" in page


def test_the_record_can_be_checked(finished, browse):
    response = browse().get(f"/games/{finished.code}/record/")
    assert response["Content-Disposition"].endswith(f'"night-mail-{finished.code}.jsonl"')
    told = record.load(response.content.decode().splitlines())
    assert record.check(told) == []


def test_a_running_game_keeps_its_secret(red_hand, browse, alice):
    for address in ("", "log/", "record/", "move/?do=tickets"):
        page = browse(alice).get(f"/games/{red_hand.code}/{address}").content.decode()
        assert bytes(red_hand.secret).hex() not in page
        assert "prev_hash" not in page
        assert '"salt"' not in page
    page = browse(alice).get(f"/games/{red_hand.code}/").content.decode()
    assert red_hand.commitment in page


def test_the_record_of_a_running_game_is_a_redacted_view(red_hand, browse, bob):
    response = browse(bob).get(f"/games/{red_hand.code}/record/")
    lines = [json.loads(line) for line in response.content.decode().splitlines()]
    assert "proves nothing" in lines[0]["notice"]
    dealt = [line["data"] for line in lines if line.get("type") == "game.cards_dealt"]
    assert [("cards" in data, data["seat"]) for data in dealt] == [(False, 0), (True, 1)]


def test_nobody_can_move_any_more(finished, browse, alice):
    page = browse(alice).get(f"/games/{finished.code}/").content.decode()
    assert "card-button" not in page
    response = browse(alice).post(
        f"/games/{finished.code}/act/", {"decision": "3", "text": "draw blind"}
    )
    assert response.status_code == 422
    assert "game is over" in response.content.decode()


def test_home_tells_the_result(finished, browse, alice):
    seat = finished.seats.get(person=alice)
    page = browse(alice).get("/").content.decode()
    assert in_points(seat.points) in page


def test_the_whole_log_has_a_page(finished, browse):
    page = browse().get(f"/games/{finished.code}/log/").content.decode()
    assert "Alice was dealt" in page
    assert "The game is over" in page
