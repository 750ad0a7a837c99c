"""An evening on the page of the game: it begins and ends there for everybody who looks."""

from __future__ import annotations

from datetime import timedelta

import time_machine

from engine.actions import Draw
from tests.fixtures.games import NOW, act, keep_all


def test_four_people_see_it_begin_count_the_minutes_and_see_it_end(
    begin, browse, tick, alice, bob, charlie, dana
) -> None:
    people = (alice, bob, charlie, dana)
    game = begin(*people, evening_minutes=5)
    keep_all(game, 0, 1, 2, 3)
    browsers = {person: browse(person) for person in (*people, None)}
    url = f"/games/{game.code}/"
    seen = {}

    def open_page(person) -> str:
        game.refresh_from_db()
        seen[person] = game.version
        return browsers[person].get(url).content.decode()

    def pulse(person) -> int:
        """Say that the page is open; 205 is news."""
        return browsers[person].post(f"{url}pulse/?seen={seen[person]}").status_code

    with time_machine.travel(NOW, tick=False):
        for person in browsers:
            assert "up to 5 minutes for a turn as soon as everybody is at the page" in open_page(
                person
            )
        assert {pulse(person) for person in (alice, bob, charlie, None)} == {204}
        tick()
        assert pulse(dana) == 204
        tick()
        assert {pulse(person) for person in browsers} == {205}
        for person in browsers:
            page = open_page(person)
            assert "Everybody is at the page: up to 5 minutes for a turn." in page
            assert "5 minutes left" in page
            assert " data-evening" in page
        act(game, 0, Draw("blind"), Draw("blind"))
    with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
        assert "3 minutes left" in open_page(alice)
        assert {pulse(person) for person in (alice, bob, dana)} == {204, 205}
    with time_machine.travel(NOW + timedelta(minutes=3), tick=False):
        assert pulse(alice) == 204
        tick(minutes=3)
        assert pulse(alice) == 205
        page = open_page(alice)
        assert "Left the page: Charlie. The usual time for a turn counts again." in page
        assert "2 days 23 hours left" in page
        assert " data-evening" not in page


def test_spectators_who_are_late_do_not_hear_who_is_there_now(
    begin, browse, tick, alice, bob, dana
) -> None:
    game = begin(alice, bob, evening_minutes=5, spectator_turns=5)
    for person in (alice, bob):
        browse(person).post(f"/games/{game.code}/pulse/?seen={game.version}")
    assert tick(minutes=1).evenings == 1
    assert "Everybody is at the page" in browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "at the page" not in browse(dana).get(f"/games/{game.code}/").content.decode()
