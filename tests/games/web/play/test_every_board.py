"""The pages of a game on every board: at its first choice, in its midst, and when it is over."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

import engine
from games.language.story import StoryTeller
from games.log import logged_ending
from games.people.models import Person
from tests.fixtures.games import NOW, Starter
from tests.games.leagues.conftest import play_out
from tests.thinning import one_in


@pytest.mark.parametrize("board", one_in(2, engine.board_names()))
def test_the_pages_of_a_game_open_at_any_moment(
    board: str, begin: Starter, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    facts = engine.load_board(board)
    players = [alice, bob, charlie, dana][: min(facts.seat_counts)]
    game = begin(*players, board=board)
    browsers = {lang: Client(headers={"accept-language": lang}) for lang in ("en", "nl")}
    with time_machine.travel(NOW, tick=False):
        for language, browser in browsers.items():
            browser.force_login(alice)
            assert browser.get(f"/games/{game.code}/").status_code == 200, language
        play_out(game, NOW)
        game.refresh_from_db()
        for address in ("", "replay/", f"replay/?at={game.version // 2}", "board.png"):
            for language, browser in browsers.items():
                answer = browser.get(f"/games/{game.code}/{address}")
                assert answer.status_code == 200, (address, language)
        ending = logged_ending(game).ending
        names = [person.name for person in players]
        assert StoryTeller(facts, names).paragraphs(ending.story)
