"""Completed tickets that two separate paths complete (M-10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import engine
from engine import scoring
from engine.board import Board
from engine.game import Game
from engine.network import component_of_city, twice_joined_parts
from tests.engine.mechanics import first_turn_on, own, ring

POINTS = [0, 5, 10, 20, 30, 40]
ROUND = ("elm-fir", "fir-oak", "oak-yew", "yew-lime", "lime-pine", "pine-rowan", "rowan-alder",
         "alder-hazel", "hazel-holly", "holly-maple", "maple-beech", "beech-elm")  # fmt: skip


def touring() -> Board:
    return ring(lambda raw: raw["rules"]["bonuses"].update(grand_tour=POINTS))


def tours(game: Game, tickets: Sequence[str]) -> tuple[int | None, int | None]:
    """The grand tours of seat 0 and the points for them, if the game ends now."""
    game.tickets[0] = list(tickets)
    (score,) = [score for score in scoring.final_scores(game) if score.seats == (0,)]
    ticket_points = sum(ticket.points for ticket in score.tickets)
    bonuses = score.longest_bonus + score.globetrotter_bonus + (score.grand_tour_bonus or 0)
    assert score.total == score.routes + ticket_points + bonuses
    return score.grand_tours, score.grand_tour_bonus


def test_tickets_on_a_closed_ring_are_grand_tours_and_pay_by_their_number() -> None:
    """M-10: five or more bring the most."""
    game = first_turn_on(touring())
    own(game, 0, *ROUND)
    tickets = [*game.board.tickets]
    for count in range(8):
        expected = POINTS[min(count, 5)]
        assert tours(game, tickets[:count]) == (count, expected)


def test_one_path_is_no_tour() -> None:
    """M-10"""
    game = first_turn_on(touring())
    own(game, 0, *ROUND[:-1])
    assert tours(game, [*game.board.tickets]) == (0, 0)


def test_two_paths_may_cross_in_a_city_but_not_share_a_track() -> None:
    """M-10: cities still hang together whichever one track is taken away."""
    usa = engine.load_board("usa")
    rng = Random(4)
    for _ in range(60):
        tracks = rng.sample([*usa.tracks], rng.randint(4, 40))
        parts = twice_joined_parts(usa, tracks)
        left = [component_of_city(usa, [one for one in tracks if one != gone]) for gone in tracks]
        for a, b in combinations(sorted(parts), 2):
            always = all(a in joined and joined[a] == joined.get(b) for joined in left)
            assert (parts[a] == parts[b]) is always


def test_boards_without_grand_tours_say_nothing_of_them() -> None:
    """M-10"""
    game = first_turn_on(ring())
    own(game, 0, *ROUND)
    assert tours(game, [*game.board.tickets][:2]) == (None, None)
