"""What a page prepares as a payment: it spares the colours that one's tickets need."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Keep
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act
from tests.fixtures.pages import Browse


def prepared(page: str) -> str:
    """The words of the payment that a page of a move has chosen."""
    return page.split('aria-current="true">', 1)[1].split("<", 1)[0]


@pytest.fixture
def begin_with(
    stack: Callable[..., None], begin: Starter, alice: Person, bob: Person
) -> Callable[..., Game]:
    def make(board: str, tickets: list[str], cards: list[str]) -> Game:
        stack(cards, tickets)
        game = begin(alice, bob, board=board)
        offered = log.load(game).offered[0]
        assert set(tickets) <= set(offered)
        act(game, 0, Keep(tuple(key for key in offered if key in tickets)))
        act(game, 1, Keep(log.load(game).offered[1]))
        return game

    return make


def page_of(browse: Browse, alice: Person, game: Game, query: str) -> str:
    return browse(alice).get(f"/games/{game.code}/move/?{query}").content.decode()


def test_a_grey_route_is_paid_with_a_colour_that_no_ticket_needs(
    begin_with: Callable[..., Game], browse: Browse, alice: Person
) -> None:
    """Los Angeles – Miami lacks red routes, and no ticket blue ones."""
    tickets = ["los-angeles-miami", "new-york-atlanta"]
    game = begin_with("usa", tickets, ["red", "red", "blue", "locomotive"])
    page = page_of(browse, alice, game, "do=claim&track=atlanta-nashville-gray")
    assert prepared(page) == "1 blue"


def test_a_needed_colour_goes_before_a_locomotive(
    begin_with: Callable[..., Game], browse: Browse, alice: Person
) -> None:
    tickets = ["los-angeles-miami", "new-york-atlanta"]
    game = begin_with("usa", tickets, ["red", "red", "locomotive", "locomotive"])
    page = page_of(browse, alice, game, "do=claim&track=atlanta-nashville-gray")
    assert prepared(page) == "1 red"


def test_a_station_is_paid_with_a_colour_that_no_ticket_needs(
    begin_with: Callable[..., Game], browse: Browse, alice: Person
) -> None:
    """Angora – Kharkov lacks black, red and green routes."""
    game = begin_with("europe", ["angora-kharkov", "angora-athina"], ["red", "red", "red", "blue"])
    page = page_of(browse, alice, game, "do=station&city=wien")
    assert prepared(page) == "1 blue"


def test_a_grey_tunnel_is_begun_with_a_colour_that_no_ticket_needs(
    begin_with: Callable[..., Game], browse: Browse, alice: Person
) -> None:
    """Barcelona – Bruxelles lacks red and blue routes."""
    tickets = ["barcelona-bruxelles", "brest-marseille"]
    game = begin_with("europe", tickets, ["blue", "blue", "green", "green"])
    state = log.load(game)
    tunnel = next(
        key
        for key, track in state.board.tracks.items()
        if track.turns_up and track.colour == "gray" and track.length == 2
    )
    page = page_of(browse, alice, game, f"do=claim&track={tunnel}")
    assert prepared(page) == "2 green"


def test_a_route_that_cannot_be_paid_says_what_is_missing(
    begin_with: Callable[..., Game], browse: Browse, alice: Person
) -> None:
    tickets = ["los-angeles-miami", "new-york-atlanta"]
    game = begin_with("usa", tickets, ["red", "red", "blue", "purple"])
    for track, sentence in [
        ("charleston-miami-purple", "4 purple: you have 1."),
        ("miami-new-orleans-red", "6 red: you have 2."),
        ("calgary-helena-gray", "4 cards of one colour: you have 2."),
    ]:
        answer = browse(alice).get(f"/games/{game.code}/move/?do=claim&track={track}")
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
