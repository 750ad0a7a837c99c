"""Lessons beside a game: which is shown when, read, skipped, hidden and taken up again."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

import engine
from engine.bots import choose_action
from games.practice.lessons.mechanics import course
from games.practice.lessons.model import Lesson, Moment, standing_lesson
from games.practice.lessons.openings import opening_of
from games.practice.models import PracticeGame
from games.tables.models import Game

pytestmark = pytest.mark.django_db

BOARDS = engine.board_names()


class Reader:
    """A guest who plays the game with lessons on a board."""

    def __init__(self, board: str = "usa") -> None:
        self.client = Client()
        self.address = self.client.post(f"/learn/{board}/begin/").headers["Location"]

    @property
    def page(self) -> str:
        return self.client.get(self.address).content.decode()

    @property
    def lesson(self) -> str:
        found = re.search(r'data-lesson="([^"]+)"', self.page)
        return found[1] if found else ""

    def draw(self) -> None:
        page = self.page
        decision = re.search(r'name="decision" value="(\d+)"', page)
        action = re.search(r'class="card-button" name="action" value="([^"]+)"', page)
        assert decision
        assert action
        fields = {"decision": decision[1], "action": unescape(action[1])}
        assert self.client.post(f"{self.address}act/", fields).status_code == 302

    def read(self) -> None:
        self.client.post(f"{self.address}lesson/read/", {"lesson": self.lesson})


def test_the_lessons_follow_what_one_does() -> None:
    reader = Reader()
    assert reader.lesson == "draw"
    reader.draw()
    assert reader.lesson == "second"
    reader.draw()
    assert reader.lesson == "tickets"
    reader.read()
    assert reader.lesson == "claim"


def test_a_lesson_can_be_skipped_and_the_next_one_is_shown() -> None:
    reader = Reader()
    reader.read()
    assert reader.lesson != "draw"
    assert PracticeGame.objects.get().read == ["draw"]


def test_lessons_are_turned_off_and_on_where_they_stopped() -> None:
    reader = Reader()
    reader.draw()
    reader.client.post(f"{reader.address}lesson/show/")
    assert reader.lesson == ""
    reader.client.post(f"{reader.address}lesson/show/", {"show": "1"})
    assert reader.lesson == "second"


def test_who_comes_back_goes_on_from_the_learn_page() -> None:
    reader = Reader("japan")
    assert f'href="{reader.address}"' in reader.client.get("/learn/").content.decode()


def test_nobody_reads_the_lessons_of_others() -> None:
    reader = Reader()
    for path in ("read/", "show/"):
        Client().post(f"{reader.address}lesson/{path}", {"lesson": "draw"})
        other = Reader()
        answer = other.client.post(f"{reader.address}lesson/{path}", {"lesson": "draw"})
        assert answer.status_code == 404
    practice = PracticeGame.objects.order_by("pk").first()
    assert practice
    assert (practice.read, practice.hidden) == ([], False)


def test_what_is_no_lesson_is_not_kept() -> None:
    reader = Reader()
    reader.client.post(f"{reader.address}lesson/read/", {"lesson": "nonsense"})
    assert PracticeGame.objects.get().read == []


def test_a_route_that_completes_a_ticket_is_suggested() -> None:
    reader = Reader()
    reader.draw()
    reader.draw()
    reader.read()
    assert re.search(r"do=claim&amp;track=[^\"]+\">Try ", reader.page)
    assert "completes your ticket" in reader.page


def test_a_game_without_lessons_has_none() -> None:
    client = Client()
    address = client.post("/learn/usa/practice/").headers["Location"]
    page = client.get(address).content.decode()
    assert "data-lesson" not in page
    assert not Game.objects.get().rated


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_teaches_its_mechanics(board: str) -> None:
    facts = engine.load_board(board)
    keys = {lesson.key for lesson in course(facts)}
    assert {"draw", "claim", "tickets", "score"} <= keys
    assert ("progress" in keys) == (facts.bullet_trains is not None)
    assert ({"partner", "place"} <= keys) == (facts.teams is not None)
    assert ("tunnel" in keys) == any(track.turns_up for track in facts.tracks.values())


@pytest.mark.parametrize("board", BOARDS)
def test_by_the_planners_own_play_six_to_ten_turns_are_left(board: str) -> None:
    facts, opening = engine.load_board(board), opening_of(board)
    seats = min(facts.seat_counts)
    chance = engine.Chance(opening.secret, opening.contributions)
    game, _events = engine.new_game(facts, seats, chance, range(seats))
    for seat, action in opening.moves:
        game.play(seat, action, chance)
    assert game.pending == {0: "turn"}
    assert game.last_seat is None
    lessons, seen = course(facts), set[str]()
    turns = 0
    while game.pending:
        seat = min(game.pending)
        view = engine.view(game, seat)
        if seat == 0:
            turns += game.pending[0] == "turn"
            active = standing_lesson(lessons, Moment(view), [])
            seen |= {active.key} if isinstance(active, Lesson) else set()
        game.play(seat, choose_action("planner", view), chance)
    assert 6 <= turns <= 10
    assert "draw" in seen
