"""A ticket is the same words in the mail and on the page before a move."""

from __future__ import annotations

import html

from engine.actions import DrawTickets
from games import log
from games.people.models import Person
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import prose_of
from tests.fixtures.pages import Browse
from tests.games.notifications.mail.test_privacy import parsed, written


def test_a_country_ticket_names_all_ends_and_its_least_and_most_points(
    begin: Starter, browse: Browse, alice: Person, bob: Person
) -> None:
    """M-8"""
    game = begin(alice, bob, board="switzerland")
    keep_all(game, 0, 1)
    while not any(log.load(game).board.tickets[key].far for key in log.load(game).tickets[0]):
        (seat,) = log.load(game).pending
        act(game, seat, DrawTickets())
        keep_all(game, seat)
    state = log.load(game)
    ticket = next(
        state.board.tickets[key] for key in state.tickets[0] if state.board.tickets[key].far
    )
    ends = " / ".join(f"{state.board.place_name(end.place)} {end.points}" for end in ticket.far)
    name = f"{state.board.place_name(ticket.a)} – {ends}"
    worth = f"{ticket.points}–{ticket.most_points}"
    assert f"{name} ({worth} points)" in prose_of(parsed(written(game, 0)))
    page = html.unescape(browse(alice).get(f"/games/{game.code}/").content.decode())
    assert name in page
    assert f"</span>{worth}</span>" in page
