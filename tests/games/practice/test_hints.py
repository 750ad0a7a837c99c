"""Hints: in games against bots alone, for the player who asked, of what their seat sees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from engine.cli import think
from games import log
from games.absence.substitution import replace_player
from games.common.actors import DIRECTOR
from games.common.work import HINTS
from games.notifications.leases import make_due
from games.people.models import Person
from games.play import bot_process
from games.practice import hints
from games.practice.models import Hint, PracticeGame
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.pages import Browse


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(hints, "PLAYOUTS", 12)
    yield
    bot_process.end_idle()


@pytest.fixture
def game(begin: Starter, alice: Person) -> Game:
    game = begin(alice, bots=["planner"])
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


@pytest.fixture
def page(browse: Browse, alice: Person) -> Client:
    return browse(alice)


def text(page: Client, game: Game) -> str:
    return page.get(f"/games/{game.code}/").content.decode()


def ask(page: Client, game: Game) -> int:
    return page.post(f"/games/{game.code}/hint/").status_code


def test_the_page_says_before_the_first_hint_what_it_makes_of_the_game(
    page: Client, game: Game
) -> None:
    assert "Your first hint makes this a practice game" in text(page, game)
    game.refresh_from_db()
    assert not game.practice


def test_the_first_hint_makes_the_game_practice_in_no_list_and_without_a_clock(
    page: Client, game: Game, browse: Browse, bob: Person
) -> None:
    assert browse(bob).get(f"/games/{game.code}/").status_code == 200
    assert ask(page, game) == 302
    game.refresh_from_db()
    assert (game.practice, game.rated, game.public) == (True, False, False)
    assert PracticeGame.objects.get().game == game
    assert not game.seats.filter(due_at__isnull=False).exists()
    for outsider in (browse(bob), browse()):
        assert outsider.get(f"/games/{game.code}/").status_code == 404
        assert game.code not in outsider.get("/lobby/").content.decode()
        assert ask(outsider, game) in (302, 404)
    assert Hint.objects.count() == 1


def test_a_hint_names_the_best_action_as_a_command_and_runners_up(page: Client, game: Game) -> None:
    ask(page, game)
    waiting = text(page, game)
    assert "Working out a hint" in waiting
    assert "data-hint" in waiting
    pulse = f"/games/{game.code}/pulse/?seen={game.version}&hint=1"
    assert page.get(pulse).status_code == 204
    assert make_due(HINTS, now=NOW.replace(year=2100)) == 1
    assert page.get(pulse).status_code == 205
    shown = page.get(f"/games/{game.code}/").context["hint"]
    assert 2 <= len(shown["lines"]) <= 4
    assert "Expected margin:" in text(page, game)
    prepared = page.get(shown["lines"][0]["url"])
    assert prepared.status_code == 200
    assert all(0 <= line["wins"] <= 100 for line in shown["lines"])


def test_a_second_request_makes_no_second_hint_and_a_move_ends_it(page: Client, game: Game) -> None:
    ask(page, game)
    first = Hint.objects.get().created_at
    ask(page, game)
    assert Hint.objects.get().created_at == first
    decision = log.load(game).decision_seqs[0]
    page.post(f"/games/{game.code}/act/", {"decision": decision, "text": "draw blind, blind"})
    assert make_due(HINTS, now=NOW.replace(year=2100)) == 1
    assert not Hint.objects.exists()
    assert "Working out a hint" not in text(page, game)


def test_there_is_no_hint_in_a_game_of_two_people(
    begin: Starter, browse: Browse, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, bots=["planner"])
    keep_all(game, 0, 1, 2)
    assert 'id="hint"' not in text(browse(alice), game)
    assert ask(browse(alice), game) == 404
    assert not Hint.objects.exists()


def test_there_is_none_where_a_person_played_before_the_bot(
    begin: Starter, browse: Browse, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    replace_player(game=game, seat=1, by="planner", actor=DIRECTOR, now=NOW)
    assert 'id="hint"' not in text(browse(alice), game)
    assert ask(browse(alice), game) == 404


def test_a_guest_has_hints_in_their_own_game_and_nobody_in_that_of_another(
    browse: Browse, alice: Person
) -> None:
    guest, other = browse(), browse()
    guest.post("/learn/usa/practice/", {"level": "level-1"})
    game = Game.objects.get()
    assert "Your first hint makes" not in text(guest, game)
    assert ask(guest, game) == 302
    assert Hint.objects.count() == 1
    other.post("/learn/usa/practice/", {})
    assert ask(other, game) == 404
    assert ask(browse(alice), game) == 404


def test_the_search_is_given_the_view_of_the_seat(game: Game) -> None:
    view = think.seen(bot_process.question_about(game, seat=0))
    assert sum(view.hands[0].values())
    assert not sum(view.hands[1].values())
    assert not view.tickets[1]
