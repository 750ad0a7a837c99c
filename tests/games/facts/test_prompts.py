"""What a seat is to decide is the same sentence on the page and in the mail."""

from __future__ import annotations

import html

import pytest

from engine.actions import Draw, DrawTickets
from games.people.models import Person
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import prose_of
from tests.fixtures.pages import Browse
from tests.games.notifications.mail.test_privacy import parsed, written

TURN = "Draw cards, claim a route or draw tickets."
STATIONS = "Draw cards, claim a route, build a station or draw tickets."
SECOND = "Draw your second card."


@pytest.mark.parametrize(
    ("board", "steps", "sentence"),
    [
        ("usa", None, "Choose your first tickets: keep at least 2 of 3."),
        ("usa", (), TURN),
        ("europe", (), STATIONS),
        ("usa", (Draw("blind"),), f"{SECOND} It may not be a face-up locomotive."),
        ("nordic", (Draw("blind"),), SECOND),
        ("usa", (DrawTickets(),), "Choose from the tickets you drew: keep at least 1 of 3."),
    ],
)
def test_page_and_mail_say_the_same_of_each_decision(
    board: str,
    steps: tuple[Draw | DrawTickets, ...] | None,
    sentence: str,
    begin: Starter,
    browse: Browse,
    alice: Person,
    bob: Person,
) -> None:
    game = begin(alice, bob, board=board)
    if steps is not None:
        keep_all(game, 0, 1)
    for step in steps or ():
        act(game, 0, step)
    assert f"{sentence} " in prose_of(parsed(written(game, 0)))
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert sentence in html.unescape(page)
