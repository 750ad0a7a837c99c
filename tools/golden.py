"""Write the golden records: one finished game for each board, seat count and end reason.

    python -m tools.golden [board ...]

They are written once for a rules version and then kept: tests/engine/record/test_golden_records.py
checks that they still mean the same. Write them again only with a new rules version or other board
facts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine import bots, record
from engine.actions import Action, Claim
from engine.board import board_names, load_board
from engine.bots.match import Match, play_match
from engine.view import View

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
TRIES = 400


def stalling_bot(view: View, rng: Random) -> Action:
    """Play for a game that ends in passes: never comes down to two trains if it can help it.

    It claims the shortest routes first and stops three trains short of nothing, so that in the end
    no open route is short enough for anybody.
    """
    assert view.seat is not None
    actions = view.legal_actions().listed()
    if view.pending[view.seat] != "turn":
        return rng.choice(actions)
    tracks = view.board.tracks
    trains = view.trains[view.seat]
    claims = [action for action in actions if isinstance(action, Claim)]
    others = [action for action in actions if not isinstance(action, Claim)]
    short = any(offer.length <= 3 for offer in view.open_tracks.by_id.values())

    def left(claim: Claim) -> int:
        return trains - tracks[claim.track].length - 3

    # With 4, 5 and 6 one can still reach every number but 1, 2, 3 and 7.
    good = [claim for claim in claims if left(claim) >= 0]
    good = [claim for claim in good if short or left(claim) not in (1, 2, 3, 7)]
    if good:
        least = min(tracks[claim.track].length for claim in good)
        return rng.choice([claim for claim in good if tracks[claim.track].length == least])
    return rng.choice(others) if others else max(claims, key=left)


def games(board: str, seats: int) -> Iterator[tuple[str, Match]]:
    """A planner's game, and for every other end reason the first game that ends by it."""
    facts = load_board(board)
    first = play_match(facts, ["planner", "random"] * (seats // 2) + ["planner"] * (seats % 2), 1)
    yield first.outcome.reason, first
    for seed in range(TRIES):
        match = play_match(facts, ["stall"] * seats, f"stall {seed}")
        if match.outcome.reason != first.outcome.reason:
            yield match.outcome.reason, match
            return


def main() -> None:
    """Write those of the boards that the command line names, or all."""
    bots.BOTS = {**bots.BOTS, "stall": stalling_bot}
    FOLDER.mkdir(exist_ok=True)
    for board in sys.argv[1:] or board_names():
        for seats in load_board(board).seat_counts:
            for reason, match in games(board, seats):
                path = FOLDER / f"{board}-{seats}-{reason.replace(' ', '-')}.jsonl"
                lines = record.dump(match.record())
                path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                sys.stdout.write(f"{path.name}: {len(match.log)} events\n")


if __name__ == "__main__":
    main()
