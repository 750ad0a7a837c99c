"""Tickets with several far ends, some of them countries (M-8)."""

from __future__ import annotations

import pytest

import engine
from engine import scoring
from engine.actions import Claim, Keep
from engine.board import Board
from engine.errors import InvalidAction
from engine.events import TicketResult
from engine.game import Game
from tests.engine.mechanics import COUNTRY, countries, first_turn_on, own, ring
from tests.engine.positions import UnshuffledChance


@pytest.fixture
def board() -> Board:
    return ring(countries)


def results(game: Game, *tickets: str) -> list[TicketResult]:
    """The tickets of seat 0 as they score if the game ends now."""
    game.tickets[0] = list(tickets)
    score = next(score for score in scoring.final_scores(game) if score.seats == (0,))
    assert score.completed == sum(result.completed for result in score.tickets)
    assert [engine.view(game, 0).completed(0, one.ticket) for one in score.tickets] == [
        one.completed for one in score.tickets
    ]
    return [*score.tickets]


def test_a_country_ticket_has_the_id_of_its_near_end_and_copies_are_numbered(board: Board) -> None:
    """M-8"""
    assert [*board.tickets][-3:] == ["oak", COUNTRY, f"{COUNTRY}#2"]
    assert [ticket.number for ticket in board.tickets.values()] == [*range(len(board.tickets))]
    assert board.tickets["oak"].points == 4


def test_it_loses_its_cheapest_end_where_none_is_connected(board: Board) -> None:
    """M-8"""
    game = first_turn_on(board)
    assert results(game, "oak") == [TicketResult("oak", False, -4)]


def test_it_scores_the_dearest_end_that_is_connected(board: Board) -> None:
    """M-8: of equally dear ends the first is named."""
    game = first_turn_on(board)
    own(game, 0, "oak-yew", "yew-lime", "lime-pine")
    assert results(game, "oak") == [TicketResult("oak", True, 4, "pine")]
    own(game, 0, f"lime-{COUNTRY}-2")
    assert results(game, "oak") == [TicketResult("oak", True, 9, COUNTRY)]


def test_any_place_of_a_country_is_the_country_as_near_end_too(board: Board) -> None:
    """M-8: each copy counts for itself."""
    game = first_turn_on(board)
    own(game, 0, "elm-fir", f"elm-{COUNTRY}-1")
    copies = (COUNTRY, f"{COUNTRY}#2")
    assert results(game, *copies) == [TicketResult(key, True, 3, "fir") for key in copies]


def test_the_places_of_a_country_are_not_connected_with_one_another(board: Board) -> None:
    """M-8"""
    game = first_turn_on(board)
    own(game, 0, "oak-yew", "yew-lime", f"lime-{COUNTRY}-2", f"elm-{COUNTRY}-1")
    (result,) = results(game, "oak")
    assert result == TicketResult("oak", True, 9, COUNTRY)
    assert results(game, COUNTRY) == [TicketResult(COUNTRY, False, -3)]


def test_the_track_of_an_end_place_counts_for_the_longest_path(board: Board) -> None:
    """M-8, B-12"""
    game = first_turn_on(board)
    own(game, 0, "elm-fir", f"elm-{COUNTRY}-1")
    (score,) = [score for score in scoring.final_scores(game) if score.seats == (0,)]
    assert score.longest == 4


def test_the_clock_keeps_a_country_ticket_for_the_price_of_its_cheapest_end(board: Board) -> None:
    """M-8"""
    game, _ = engine.new_game(board, 2, UnshuffledChance(), [0, 1])
    dear = next(key for key, known in board.tickets.items() if known.points == 10)
    game.offered[0] = (dear, "oak", COUNTRY)
    assert engine.automatic_action(game, 0) == Keep(("oak", COUNTRY))


def test_it_is_told_with_all_its_ends(board: Board) -> None:
    """M-8"""
    from engine.text.phrases import ENGLISH, ticket_phrase

    assert ticket_phrase(board, "oak", ENGLISH) == "Oak – North (9) / Pine (4) / Elm (9)"
    assert ticket_phrase(board, f"{COUNTRY}#2", ENGLISH) == "North – Fir (3)"


def test_a_command_names_an_end_place_by_its_country(board: Board) -> None:
    """M-8"""
    game = first_turn_on(board, hands=[{"red": 3}])
    view = engine.view(game, 0)
    claim = Claim(f"elm-{COUNTRY}-1", "red", 0)
    assert engine.parse("claim elm to north", view) == (claim,)
    assert engine.parse("claim north to elm: 2 red", view) == (claim,)
    assert engine.parse(f"claim {engine.write_action(claim, view)[6:]}", view) == (claim,)
    with pytest.raises(InvalidAction, match=r"city\.ambiguous") as error:
        engine.parse("claim fir to north", view)
    assert "north-1" in str(error.value.params["cities"])


def test_the_ending_tells_country_tickets_like_any_other(board: Board) -> None:
    """M-8"""
    from engine.bots.match import play_match
    from engine.ending.tally import tally_of

    match = play_match(board, ["planner", "planner"], 8)
    log = [event for event, _, _ in match.log]
    tally = tally_of(board, log)
    assert tally is not None
    for side, score in zip(tally.sides, match.outcome.scores, strict=True):
        assert side.total == score.total
