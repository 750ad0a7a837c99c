"""The cities of one's own tickets stand out on the board, for nobody else."""

from __future__ import annotations

import re
from html import unescape

from engine.board import load_board
from games import log
from tests.fixtures.games import keep_all


def ringed(page: str) -> list[str]:
    """What each ring tells a mouse that rests there."""
    return [unescape(one) for one in re.findall(r'<g class="wanted"><title>([^<]+)</title>', page)]


def table_of(game, browse, person) -> str:
    return browse(person).get(f"/games/{game.code}/").content.decode()


def names(game, seat: int) -> set[str]:
    board, state = load_board(game.board), log.load(game)
    tickets = [board.tickets[key] for key in (*state.tickets[seat], *state.offered[seat])]
    return {f"{board.cities[t.a].name} – {board.cities[t.b].name} ({t.points})" for t in tickets}


def test_the_cities_of_offered_tickets_are_ringed_while_one_chooses(begin, browse, alice, bob):
    game = begin(alice, bob)
    told = {name for text in ringed(table_of(game, browse, alice)) for name in text.split("; ")}
    assert told == names(game, 0)


def test_the_cities_of_kept_tickets_are_ringed_on_the_table_and_before_a_move(
    begin, browse, alice, bob
):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    for address in ("", "move/?do=tickets"):
        page = browse(alice).get(f"/games/{game.code}/{address}").content.decode()
        assert {name for text in ringed(page) for name in text.split("; ")} == names(game, 0)


def test_they_are_ringed_where_an_order_is_written(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    page = browse(bob).get(f"/games/{game.code}/order/").content.decode()
    assert {name for text in ringed(page) for name in text.split("; ")} == names(game, 1)


def test_nobody_else_sees_them(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    assert ringed(table_of(game, browse, None)) == []
    others = {name for text in ringed(table_of(game, browse, bob)) for name in text.split("; ")}
    assert others == names(game, 1)
    assert others.isdisjoint(names(game, 0))


def test_a_completed_ticket_has_no_rings_any_more(begin, browse, alice, bob, monkeypatch):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    assert ringed(table_of(game, browse, alice))
    monkeypatch.setattr("games.facts.tickets.is_completed", lambda ticket, parts: True)
    assert ringed(table_of(game, browse, alice)) == []
