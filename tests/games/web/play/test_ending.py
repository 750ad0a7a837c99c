"""The ending of a game on its page: paths, tickets, awards, story, chart, what comes next."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client
from django.utils.html import escape

import engine
from engine.bots import choose_action
from games import log
from games.common import event_types
from games.log import timeline
from games.log.models import Event
from games.play import end_game
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW, act, keep_all

NAMES = (
    *("usa-3-final-round", "japan-4-final-round", "team-asia-4-final-round"),
    *("switzerland-3-final-round", "switzerland-2-final-round", "india-4-final-round"),
    *("nordic-3-final-round",),
)


@pytest.fixture(autouse=True)
def _cold(monkeypatch):
    monkeypatch.setattr(timeline, "_endings", type(timeline._endings)(100))


def page_of(browse, game, person=None, query: str = "") -> str:
    answer = browse(person).get(f"/games/{game.code}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def lit(page: str) -> set[str]:
    """The paths that are lit on the board from the beginning."""
    return set(re.findall(r'class="light light-path on" id="light-([\w-]+)"', page))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_tells_story_awards_tickets_and_chart(ended, browse, alice, bob, name):
    game = ended(name, alice, bob)
    page = page_of(browse, game)
    ending = log.logged_ending(game).ending
    for words in ("The story of the game", "Awards", "Luck of all players", "All tickets"):
        assert words in page
    assert 'aria-label="Points on the board, turn by turn"' in page
    assert page.count('class="award"') == len(ending.awards)
    assert page.count("data-step=") == len(ending.tickets)
    assert sorted(map(int, re.findall(r'data-step="(\d+)"', page))) == list(
        range(1, len(ending.tickets) + 1)
    )
    for end in ending.tickets:
        if end.completed:
            assert f"completed in turn {end.turn}" in page
        elif end.spaces is None:
            assert "no way was left" in page
        else:
            board = game.board and engine.load_board(game.board)
            first = board.tracks[end.missing[0]]
            assert escape(f"{board.cities[first.a].name} – {board.cities[first.b].name}") in page
            assert re.search(rf"{end.spaces} spaces? short", page)


def test_a_country_ticket_names_the_end_that_it_scored(ended, browse, alice, bob):
    """B-15, M-8"""
    game = ended("switzerland-3-final-round", alice, bob)
    page = page_of(browse, game)
    board, outcome = engine.load_board("switzerland"), log.load(game).outcome
    ends = [one.end for score in outcome.scores for one in score.tickets if one.end]
    assert ends
    for end in ends:
        assert escape(f", to {board.place_name(end)}") in page


def test_the_running_points_of_the_tickets_end_at_routes_and_tickets(ended, browse, alice, bob):
    game = ended("usa-3-final-round", alice, bob)
    page = page_of(browse, game)
    parts = re.findall(r'data-routes="(-?\d+)" data-total="(-?\d+)"(.*?)</ul>', page, re.S)
    outcome = log.load(game).outcome
    assert len(parts) == 3
    for score, (routes, total, tickets) in zip(outcome.scores, parts, strict=True):
        assert (int(routes), int(total)) == (score.routes, score.total)
        steps = re.findall(r'data-step="(\d+)" data-running="(-?\d+)"', tickets)
        assert [int(step) for step, _ in steps] == sorted(int(step) for step, _ in steps)
        assert int(steps[-1][1]) == score.routes + sum(one.points for one in score.tickets)


def test_the_longest_path_is_lit_and_a_link_lights_that_of_another(ended, browse, alice, bob):
    """Alice has the longest path; of a link that changes nothing."""
    game = ended("usa-3-final-round", alice, bob)
    paths = {path.side[0]: path for path in log.logged_ending(game).ending.paths}
    assert [seat for seat, path in paths.items() if path.holds] == [0]
    page = page_of(browse, game)
    assert lit(page) == {"path-0"}
    before = list(Event.objects.values_list("pk", "hash")), Game.objects.values().get(pk=game.pk)
    other = page_of(browse, game, alice, "?player=1")
    assert lit(other) == {"path-1"}
    assert re.search(r'class="side-tickets chosen" data-side="path-1"', other)
    assert '<a class="path-link" href="?player=1#board" data-light="path-1" aria-current' in other
    assert before == (
        list(Event.objects.values_list("pk", "hash")),
        Game.objects.values().get(pk=game.pk),
    )


@pytest.mark.parametrize("value", ["9", "-1", "x", "", "1e3", "²"])
def test_a_player_that_is_not_there_lights_what_is_lit_anyway(ended, browse, alice, value):
    game = ended("usa-3-final-round", alice)
    assert lit(page_of(browse, game, None, f"?player={value}")) == {"path-0"}


def test_where_the_board_awards_progress_the_bullet_routes_are_lit(ended, browse, alice):
    game = ended("japan-4-final-round", alice)
    page = page_of(browse, game)
    (furthest,) = [path for path in log.logged_ending(game).ending.paths if path.holds]
    assert lit(page) == {f"path-{furthest.side[0]}"}
    assert "see their bullet routes and their tickets" in page
    assert "longest path" not in page.lower()
    assert f"{len(furthest.bullets)} bullet routes" in page


def test_a_running_game_has_no_ending_whatever_is_asked(table, browse, alice):
    for query in ("", "?player=0"):
        page = page_of(browse, table, alice, query)
        for words in ("The story of the game", "All tickets", "light-path", "data-step"):
            assert words not in page
    assert timeline._endings.get(table.head) is None


def test_a_voided_game_has_none(ended, browse, alice):
    game = ended("usa-2-final-round", alice)
    end_game.void_game(game=game, actor="director", reason="", now=NOW)
    page = page_of(browse, game)
    for words in ("The story of the game", "Awards", "All tickets", "light-path"):
        assert words not in page


def test_a_game_ended_early_tells_what_everybody_saw(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    end_game.adjudicate_game(game=game, places=[1, 2], actor="director", reason="", now=NOW)
    page = page_of(browse, game)
    assert "The game was ended early, in turn 1." in page
    assert "Awards" not in page
    assert "All tickets" not in page
    state, board = log.load(game), engine.load_board("usa")
    for ticket in {*state.tickets[0], *state.tickets[1]}:
        card = board.tickets[ticket]
        story = page[page.index('id="story"') :].split("</section>")[0]
        assert board.cities[card.a].name not in story


def test_a_seat_that_changed_hands_is_in_the_story(ended, browse, alice):
    game = ended("usa-2-final-round", alice)
    last = Event.objects.filter(game=game).order_by("seq").last()
    assert last is not None
    found = log.logged_ending(game)
    assert found.handed_over == ()
    ending = timeline.LoggedEnding(found.ending, (0,), found.milestones)
    timeline._endings.put(game.head, ending)
    assert "Alice took the seat over during the game." in page_of(browse, game)
    assert event_types.SEAT_REPLACED not in page_of(browse, game)


def test_the_ending_is_computed_once(ended, browse, alice, monkeypatch):
    game = ended("usa-2-final-round", alice)
    calls = []
    real = timeline.ending_of
    monkeypatch.setattr(timeline, "ending_of", lambda *given: calls.append(1) or real(*given))
    for query in ("", "?player=1", ""):
        page_of(browse, game, alice, query)
    assert calls == [1]


def test_names_on_the_page_are_escaped(ended, browse, alice):
    alice.name = "<b>Al"
    alice.save()
    page = page_of(browse, ended("usa-2-final-round", alice))
    assert "<b>Al" not in page
    assert "&lt;b&gt;Al" in page


def test_the_next_game_that_waits_stands_beside_the_rematch(ended, begin, browse, alice, bob):
    game = ended("usa-2-final-round", alice, bob)
    assert "Next game waiting" not in page_of(browse, game, alice)
    waiting = begin(alice, bob, name="Sunday")
    page = page_of(browse, game, alice)
    actions = page[page.index('id="again"') :].split("</section>")[0]
    assert "Play again" in actions
    assert f'href="/games/{waiting.code}/">Next game waiting: USA · Sunday' in actions.replace(
        "USA Sunday", "USA · Sunday"
    )
    assert page.count("Next game waiting") == 1


def test_spectators_are_offered_neither_rematch_nor_a_next_game(ended, browse, alice, bob, charlie):
    game = ended("usa-2-final-round", alice, bob)
    for person in (None, charlie):
        page = page_of(browse, game, person)
        assert "Play again" not in page
        assert "Next game waiting" not in page


def test_the_end_comes_with_the_parts_of_an_open_page(ended, browse, alice):
    game = ended("usa-2-final-round", alice)
    answer = browse(alice).get(f"/games/{game.code}/", headers={"X-Parts": "5 head:00000000"})
    page = answer.content.decode()
    assert "<html" not in page
    for part in ("final", "story", "reveal", "under"):
        assert f'id="part-{part}"' in page
    assert game.status == GameStatus.FINISHED


def test_the_game_of_a_guest_ends_with_the_same_page_and_another_practice_game(db):
    guest = Client()
    address = guest.post("/learn/usa/begin/").headers["Location"]
    game = Game.objects.get()
    dice = random.Random(3)
    while (state := log.load(game)).outcome is None:
        seat = next(iter(state.pending))
        act(game, seat, choose_action("planner", engine.view(state, seat), dice))
    page = guest.get(address).content.decode()
    for words in ("The story of the game", "Awards", "All tickets", "How the game went", "Guest"):
        assert words in page
    assert lit(page)
    assert "same board, same bots" in page
    assert "/rematch/" not in page
    assert Client().get(address).status_code == 404
