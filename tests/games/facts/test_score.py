"""A final score has the same parts, in the same words, wherever it is shown."""

from __future__ import annotations

import re

from engine.ending.tally import POINT_KINDS
from games import log
from games.facts.score import part_label
from games.facts.views import public_view
from games.people.models import Person
from games.sharing.score_cards import score_card
from games.tables.models import Game
from tests.fixtures.finished import play_on
from tests.fixtures.games import Starter
from tests.fixtures.mail import Inbox, html_of, prose_of
from tests.fixtures.pages import Browse
from tests.fixtures.records import Ended

CELL = re.compile(r'data-label="([^"]+)">([^<]+)(?:<br><span class="quiet small">([^<]*)</span>)?')


def cells_of(browse: Browse, game: Game) -> list[tuple[str, str, str]]:
    """The parts of all scores on the page of a game: label, points and note."""
    page = browse().get(f"/games/{game.code}/").content.decode()
    return CELL.findall(page)


def test_page_mail_and_score_card_name_the_same_parts(
    begin: Starter, browse: Browse, inbox: Inbox, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, board="europe")
    inbox()
    play_on(game)
    mail = inbox(alice)[-1]
    cells = cells_of(browse, game)
    labels = ["Routes", "Tickets", "Longest path", "Stations left"]
    assert [label for label, _points, _note in cells] == 2 * labels
    for label, points, note in cells:
        words = f"{label[0].lower()}{label[1:]}"
        assert f"{words} {points}{', ' if note else ''}{note}" in prose_of(mail)
        assert f">{words}</th>" in html_of(mail)
    card = score_card(game, list(game.seats.all()), public_view(log.load(game)))
    for line, routes, tickets in zip(card.lines, cells[::4], cells[1::4], strict=True):
        assert line.details[0].startswith(f"routes {routes[1]}, tickets {tickets[1]}")


def test_points_below_zero_have_a_real_minus(ended: Ended, browse: Browse) -> None:
    game = ended("usa-3-passes")
    tickets = [points for label, points, _note in cells_of(browse, game) if label == "Tickets"]
    assert any(points.startswith("−") for points in tickets)
    assert not any("-" in points for points in tickets)
    card = score_card(game, list(game.seats.all()), public_view(log.load(game)))
    for line, points in zip(card.lines, tickets, strict=True):
        assert f"tickets {points}" in line.details[0]


def test_every_kind_of_points_has_a_label() -> None:
    labels = {part_label(kind) for kind in POINT_KINDS}
    assert len(labels) == len(POINT_KINDS)
    assert "grand_tour" not in labels
