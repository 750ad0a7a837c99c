"""Levels of bots: chosen in the lobby and to practise, shown at seats, explained on a page."""

from __future__ import annotations

import pytest

from engine.bots.levels import LEVELS
from games.people.models import Person
from games.practice.models import PracticeGame
from games.tables.models import Game
from tests.fixtures.games import Starter
from tests.fixtures.pages import Browse


def bots_of(game: Game) -> list[str]:
    return [seat.bot for seat in game.seats.all() if seat.bot]


def test_the_form_offers_the_levels_gentle_first(browse: Browse, alice: Person) -> None:
    form = browse(alice).get("/lobby/new/").context["form"]
    offered = [value for value, _label in form.fields["bot"].choices]
    assert offered == [*LEVELS, "planner", "random"]
    assert form.get_initial_for_field(form.fields["bot"], "bot") == "level-2"


def test_a_game_begins_against_the_level_that_was_chosen(browse: Browse, alice: Person) -> None:
    page = browse(alice)
    assert page.post("/lobby/bots/usa/", {"level": "level-5"}).status_code == 302
    assert bots_of(Game.objects.get()) == ["level-5"]


@pytest.mark.parametrize("asked", ["", "level-99", "<b>"])
def test_without_a_choice_it_is_a_gentle_one(browse: Browse, alice: Person, asked: str) -> None:
    browse(alice).post("/lobby/bots/usa/", {"level": asked})
    assert bots_of(Game.objects.get()) == ["level-2"]


def test_a_guest_chooses_a_level_to_practise(browse: Browse, db: None) -> None:
    page = browse()
    assert 'name="level"' in page.get("/learn/").content.decode()
    page.post("/learn/usa/practice/", {"level": "level-1"})
    assert bots_of(PracticeGame.objects.get().game) == ["level-1"]


def test_a_seat_shows_the_rank_and_the_strength_of_its_bot(
    browse: Browse, alice: Person, begin: Starter
) -> None:
    game = begin(alice, bots=["level-1", "planner"])
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert f"Apprentice ({LEVELS['level-1'].elo})" in page
    assert "Planner (1500)" in page


def test_the_page_of_the_bots_says_a_word_and_a_number_for_each(browse: Browse, db: None) -> None:
    page = browse().get("/learn/bots/").content.decode()
    words = ["Apprentice", "Porter", "Signaller", "Dispatcher", "Stationmaster"]
    assert [page.index(word) for word in words] == sorted(page.index(word) for word in words)
    assert all(str(level.elo) in page for level in LEVELS.values())
