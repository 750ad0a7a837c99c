"""Look for openings of games with lessons, and write them for the site.

    python -m tools.openings [BOARD …]

Two planners (or as many as the board takes) play from many seeds. An opening ends where seat 0 is
to move, has six to ten turns left by the planners' own play, wins in the end, can claim a route of
each mechanic of the board at once, and completes a ticket with one more route.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import engine
from engine import wire
from engine.actions import Claim
from engine.bots import choose_action
from engine.network import component_of_city, is_completed

FOLDER = Path(__file__).parent.parent / "games" / "practice" / "lessons" / "openings"
SEEDS = range(120)
TURNS_LEFT = range(6, 11)
FEWEST_TRAINS = 5


def main() -> None:
    for key in sys.argv[1:] or engine.board_names():
        board = engine.load_board(key)
        found = max(
            (candidate for seed in SEEDS for candidate in candidates(board, seed)),
            key=lambda candidate: candidate[0],
            default=None,
        )
        if found is None:
            print(f"{key}: no opening among {len(SEEDS)} seeds")
            continue
        value, opening = found
        (FOLDER / f"{key}.json").write_text(json.dumps(opening, separators=(",", ":")) + "\n")
        print(f"{key}: {len(opening['moves'])} moves, value {value}")


def candidates(board: engine.Board, seed: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """The openings in the game of a seed, each with how much it is worth."""
    seats = min(board.seat_counts)
    chance = engine.Chance.from_seed(f"lesson {seed}", seats)
    game, _events = engine.new_game(board, seats, chance, range(seats))
    moves: list[dict[str, object]] = []
    points: list[tuple[int, engine.View]] = []
    while game.pending:
        seat = min(game.pending)
        view = engine.view(game, seat)
        if seat == 0 and game.pending[seat] == "turn":
            points.append((len(moves), view))
        action = choose_action("planner", view)
        moves.append({**wire.encode_action(action), "seat": seat})
        game.play(seat, action, chance)
    assert game.outcome is not None
    best = game.outcome.scores[0]
    if 0 not in best.seats or best.place != 1:
        return
    done = {result.ticket for result in best.tickets if result.completed}
    for number, (length, view) in enumerate(points):
        left = len(points) - number
        if left in TURNS_LEFT and view.last_seat is None and is_good(view, done):
            yield (
                worth(view, left),
                {
                    "board_digest": board.digest,
                    "secret": chance.secret.hex(),
                    "contributions": list(chance.contributions),
                    "moves": moves[:length],
                },
            )


def is_good(view: engine.View, done: set[str]) -> bool:
    """Whether every mechanic can be tried at once, and a ticket lacks a single route."""
    claims = {action.track for action in view.legal_actions() if isinstance(action, Claim)}
    tracks = [view.board.tracks[track] for track in claims]
    if min(view.trains) < FEWEST_TRAINS or not any(track.kind == "normal" for track in tracks):
        return False
    if view.board.bullet_trains and (
        view.bullets < FEWEST_TRAINS or not any(track.kind == "bullet" for track in tracks)
    ):
        return False
    has_tunnels = any(track.turns_up for track in view.board.tracks.values())
    if has_tunnels and not any(track.turns_up for track in tracks):
        return False
    if view.board.crossing_points and not any(track.crossings for track in tracks):
        return False
    return bool(claims) and any(completes(view, track, done) for track in claims)


def completes(view: engine.View, track: str, done: set[str]) -> bool:
    parts = component_of_city(view.board, [*view.network(0), track])
    own = [view.board.tickets[ticket] for ticket in view.tickets[0] if ticket in done]
    if view.teams:
        rack = view.ticket_racks[view.team_of[0]]
        own += [view.board.tickets[ticket] for ticket in rack if ticket in done]
    return any(not view.completed(0, ticket.id) and is_completed(ticket, parts) for ticket in own)


def worth(view: engine.View, left: int) -> int:
    """More for about eight turns, an even score, a small hand and few tickets."""
    return (
        -3 * abs(left - 8)
        - abs(view.points[0] - view.points[-1]) // 3
        - max(view.hand_sizes[0] - 10, 0)
        - 2 * max(len(view.tickets[0]) - 4, 0)
    )


if __name__ == "__main__":
    main()
