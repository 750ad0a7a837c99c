"""Stepping through a game: what one knew at each moment, and everything once the game is over."""

from __future__ import annotations

import gzip
import json
import random
import re
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.actions import Draw
from engine.bots import choose_action
from engine.cards import CARDS
from games import log
from games.tables.models import Game
from tests.fixtures.games import act, keep_all
from tests.fixtures.recalled import recall
from tests.fixtures.records import golden

GOLDEN = Path(__file__).parents[3] / "golden"
LARGEST = 150_000
"""The most bytes of a page with a whole game, compressed."""


def replay(client, game: Game, at: object = "") -> str:
    response = client.get(f"/games/{game.code}/replay/", {"at": at} if at != "" else {})
    assert response.status_code == 200
    return response.content.decode()


def steps_of(page: str) -> list[dict[str, Any]]:
    """The facts of each step, as the script of the page puts them together."""
    data = json.loads(re.search(r'<script id="replay-data"[^>]*>(.*?)</script>', page, re.S)[1])
    return list(accumulate(data["steps"], lambda facts, change: {**facts, **change}))


def link_to(page: str, label: str) -> int | None:
    """The event that a link of the bar leads to."""
    found = re.search(rf'href="\?at=(\d+)" title="{label}"', page)
    return int(found[1]) if found else None


@pytest.fixture
def running(begin, alice, bob) -> Game:
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, log.load(game).turn_seat, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


@pytest.fixture
def finished(begin, alice, bob) -> Game:
    def play() -> int:
        game = begin(alice, bob, board="japan")
        dice = random.Random(7)
        while (state := log.load(game)).outcome is None:
            seat = next(iter(state.pending))
            act(game, seat, choose_action("planner", engine.view(state, seat), dice))
        return game.pk

    return Game.objects.get(pk=recall("finished without a contribution", play))


def test_a_running_game_opens_at_its_last_step(running, browse):
    page = replay(browse(), running)
    assert link_to(page, "Next step") is None
    assert link_to(page, "Previous step") is not None
    assert "You see what you knew at that point" in page


def test_a_finished_game_opens_at_its_start(finished, browse):
    page = replay(browse(), finished)
    assert link_to(page, "Previous step") is None
    assert "Before the first turn" in page


def test_every_step_of_a_finished_game_has_the_facts_of_its_state(finished, browse):
    steps = steps_of(replay(browse(), finished))
    ends = [step["seq"] - 1 for step in steps[1:]] + [finished.version]
    assert len(steps) > 50
    for step, end in zip(steps[::7], ends[::7], strict=True):
        state = log.state_at(finished, at=end)
        assert step["row"] == [-1 if card is None else CARDS.index(card) for card in state.row]
        assert step["deck"] == len(state.deck)
        for seat in range(2):
            assert step[f"trains-{seat}"] == state.trains[seat]
            assert step[f"cards-{seat}"] == sum(state.hands[seat].values())
            assert step[f"hand-{seat}"] == [state.hands[seat][card] for card in CARDS]
            held = [written.lstrip("+") for written in step[f"held-{seat}"]]
            assert held == state.tickets[seat]
            view = engine.view(state, seat)
            done = [one for one in state.tickets[seat] if view.completed(seat, one)]
            assert [f"+{one}" for one in done] == [
                written for written in step[f"held-{seat}"] if written.startswith("+")
            ]
    outcome = log.load(finished).outcome
    assert outcome is not None
    assert {steps[-1][f"points-{score.seats[0]}"] for score in outcome.scores} == {
        score.total for score in outcome.scores
    }


def test_every_train_stands_on_the_board_from_its_step_on(finished, browse):
    page = replay(browse(), finished)
    steps = steps_of(page)
    shown = re.findall(r'<g class="piece[^"]*" data-in="([^"]*)">', page)
    for number in range(0, len(steps), 9):
        end = steps[number + 1]["seq"] - 1 if number + 1 < len(steps) else finished.version
        state = log.state_at(finished, at=end)
        standing = [
            spans
            for spans in shown
            for start, stop in [map(int, spans.split(" ")[-1].split("-"))]
            if start <= number < stop == len(steps)
        ]
        assert len(standing) >= len(state.owner), number
    opened = replay(browse(), finished, finished.version)
    on = re.findall(r'<g class="piece" data-in="', opened)
    assert len(on) >= len(log.load(finished).owner)


def test_in_a_running_game_each_sees_the_own_hand_of_that_moment_and_no_other(
    running, browse, alice, bob
):
    drew, other = (bob, alice) if log.load(running).turn_seat == 0 else (alice, bob)
    mine = 1 - log.load(running).turn_seat
    page = replay(browse(drew), running)
    assert "What you held" in page
    steps = steps_of(page)
    assert sum(steps[-1][f"hand-{mine}"]) == 6
    assert sum(next(step for step in steps if step["seq"] >= 6)[f"hand-{mine}"]) == 4
    hands = {key for step in steps for key in step if re.match("(hand|held|offer)-", key)}
    assert hands == {f"hand-{mine}", f"held-{mine}", f"offer-{mine}"}
    for person in (other, None):
        page = replay(browse(person), running)
        assert "What everybody held" not in page
        assert f"hand-{mine}" not in page
    assert '"hand-' not in replay(browse(), running)
    assert "What you held" not in replay(browse(), running)


def test_the_tickets_that_a_page_names_are_those_that_its_reader_has_seen(running, browse, alice):
    data = re.search(r'"tickets": (\{.*?\}), "steps"', replay(browse(alice), running))[1]
    state = log.load(running)
    assert set(json.loads(data)) <= {*state.tickets[0], *log.state_at(running, at=8).offered[0]}


@pytest.mark.slow
def test_without_scripts_the_links_lead_from_the_first_step_to_the_last_and_back(finished, browse):
    client = browse()
    seq, seen = 0, []
    while (step := link_to(replay(client, finished, seq), "Next step")) is not None:
        assert step > seq
        seq = step
        seen.append(seq)
        if len(seen) == 12:
            break
    page = replay(client, finished, seen[-1])
    assert link_to(page, "Previous step") == seen[-2]
    last = link_to(page, "End")
    assert last == finished.version
    assert link_to(replay(client, finished, last), "Next step") is None
    assert "Final scores" in replay(client, finished, last)
    turn = link_to(page, "Next turn")
    assert link_to(replay(client, finished, turn), "Previous turn") < turn


def test_a_moment_between_two_steps_opens_the_step_before_it(finished, browse):
    client = browse()
    steps = steps_of(replay(client, finished))
    seq = next(a["seq"] for a, b in pairwise(steps) if b["seq"] > a["seq"] + 1)
    assert f'data-fact="seq">{seq}<' in replay(client, finished, seq + 1)


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


def test_the_page_of_the_longest_game_stays_small(db, browse):
    longest = max(GOLDEN.glob("*.jsonl"), key=lambda path: path.stat().st_size)
    game = golden(longest.stem)
    page = replay(browse(), game)
    size = len(gzip.compress(page.encode(), 6))
    print(f"{longest.stem}: {len(steps_of(page))} steps, {len(page)} bytes, {size} compressed")  # noqa: T201
    assert size < LARGEST


def test_only_the_play_button_looks_like_one(running, browse, alice):
    page = replay(browse(alice), running)
    bar = page[page.index('class="replay-buttons"') :].partition("</nav>")[0]
    triangles = [
        path
        for path in re.findall(r'<path[^>]* d="([^"]+)"', bar)
        for shape in path.split("z")
        if len(re.findall(r"-?[\d.]+", shape)) in (5, 6) and "v" not in shape
    ]
    assert len(triangles) == 1
    assert triangles[0] in bar[bar.index("data-play") :]


def test_a_branch_is_offered_in_ones_own_seat(played, browse, alice, bob, charlie):
    for reader, seat in ((alice, "0"), (bob, "1"), (charlie, None)):
        page = replay(browse(reader), played)
        form = page[page.index('name="seat"') :]
        chosen = re.search(r'<option value="(\d)" selected', form[: form.index("</select>")])
        assert (chosen[1] if chosen else None) == seat
