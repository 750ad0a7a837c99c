"""The drawn examples of the rules, and the turn on one page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from games.web.site.examples import EXAMPLES
from tests.paths import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_example_stands_below_its_ruling(client: Client, language: str) -> None:
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    for ruling in EXAMPLES:
        place = page.index(f"<strong>{ruling}</strong>")
        following = page.find("<p><strong>", place + 1)
        assert place < page.index(f'id="example-{ruling}"') < following, ruling


def test_every_part_of_the_rules_of_play_has_an_example() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    groups = re.split(r"^#{2,3} ", text, flags=re.MULTILINE)[1:]
    groups = [group for group in groups if not group.startswith("P.")]
    for group in groups:
        rulings = re.findall(r"^\*\*([BJA]-\d+)\*\*", group, re.MULTILINE)
        assert not rulings or set(rulings) & set(EXAMPLES), group[:40]


@pytest.mark.parametrize("key", engine.board_names())
def test_a_turn_on_one_page_has_what_the_board_has(client: Client, key: str) -> None:
    board = engine.load_board(key)
    page = client.get(f"/rules/{key}/").content.decode()
    assert ("bullet" in page) == (board.bullet_trains is not None)
    assert ("tunnel" in page) == any(track.turns_up for track in board.tracks.values())
    assert (" rack." in page) == (board.teams is not None)
    assert f"{board.final_round.trains} trains or fewer" in page


@pytest.mark.parametrize("key", engine.board_names())
def test_a_turn_on_one_page_says_all_figures_of_the_board(client: Client, key: str) -> None:
    board = engine.load_board(key)
    page = " ".join(client.get(f"/rules/{key}/").content.decode().split())
    assert f"{board.trains} trains" in page
    deal = board.setup_deal
    assert f"offered {deal.offer} tickets and keep at least {deal.keep}" in page
    assert ("long ticket" in page) == bool(deal.long)
    assert ("not keep leave the game, now and later" in page) == (board.returned_later == "removed")
    assert ("3 locomotives in the row" in page) == (board.flush_at == 3)
    closing = [str(seats) for seats in board.seat_counts if seats <= board.parallels.closing_seats]
    assert f"With {' or '.join(closing)} players a double route closes" in page
    triple = any(len(group) == 3 for group in board.groups)
    assert ("2 of its tracks are claimed" in page) == triple
    assert ("every track is open" in page) == (
        max(board.seat_counts) > board.parallels.closing_seats
    )
    assert ("open to all, with any number" in page) == bool(board.parallels.always_open)
    assert ("Build a station" in page) == (board.stations is not None)
    if board.stations:
        assert "Yours cost 1, 2 and 3 cards of one colour" in page
        assert f"not built brings {board.stations.points_left} points" in page
    if board.has_tunnels:
        turned_up = {track.turns_up for track in board.tracks.values()} - {0}
        assert f"turned up ({'3' if turned_up == {3} else '4 to 6'})" in page
    if board.has_ferries:
        most = max(track.least_locomotives for track in board.tracks.values())
        assert f"as it shows: {'1 or 2' if most == 2 else most}." in page
    if board.crossing_points:
        assert f"(1 or 2); each of those scores {board.crossing_points} points" in page
    if board.bullet_trains:
        assert f"{board.bullet_trains.supply} bullet trains belong to all" in page
        assert "With 4 players the places bring +20, +10, 0, −10." in page
        assert "no progress at all brings −20" in page
    for points in filter(None, (board.bonuses.longest, board.bonuses.globetrotter)):
        assert f"{points} points." in page


def test_a_turn_on_europe_says_its_figures_in_dutch(client: Client) -> None:
    page = client.get("/rules/europe/", headers={"accept-language": "nl"}).content.decode()
    page = " ".join(page.split())
    assert "Ze kosten 1, 2 en 3 treinkaarten van één kleur, in die volgorde" in page
    assert "Met 2 of 3 spelers sluit een dubbele route" in page
    assert "Eén daarvan is een lang ticket" in page


def test_there_is_no_turn_on_a_board_that_is_not(client: Client) -> None:
    assert client.get("/rules/atlantis/").status_code == 404
