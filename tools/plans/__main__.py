"""Count the decisions that plans leave to people: ``python -m tools.plans usa --seats 4``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from random import Random
from statistics import mean

import engine
from tools.plans.authors import play
from tools.plans.clock import AfterClaim, Clock, observer


def main() -> None:
    """Play games, and print the means of their counts."""
    parser = ArgumentParser(prog="python -m tools.plans", description=__doc__)
    parser.add_argument("board", choices=engine.board_names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--draws-only", action="store_true", help="plans draw and claim nothing")
    parser.add_argument("--one", action="store_true", help="one author against planners, who wins?")
    parser.add_argument("--pace", default="minutes", help="the pace of the table")
    chosen = parser.parse_args()
    board = engine.load_board(chosen.board)
    turns, decisions, asked, days, wins = [], [], [], [], 0.0
    seen: list[AfterClaim] = []
    reasons: Counter[str] = Counter()
    for seed in range(chosen.games):
        authors = [seed % chosen.seats] if chosen.one else range(chosen.seats)
        clock = Clock(Random(f"clock {seed}"), chosen.pace)
        played = play(board, chosen.seats, seed, authors, claims=not chosen.draws_only, clock=clock)
        days.append(clock.days)
        seen += clock.seen
        turns.append(played.game.turn)
        decisions.append(played.decisions)
        asked.append(played.asked.total())
        reasons.update(played.asked)
        assert played.game.outcome is not None
        first = [score for score in played.game.outcome.scores if score.place == 1]
        wins += sum(authors[0] in score.seats for score in first) / len(first)
    print(f"{chosen.board}, {chosen.seats} seats, {chosen.games} games")
    print(f"turns a game           {mean(turns):6.1f}")
    print(f"decisions a game       {mean(decisions):6.1f}")
    print(f"decisions of authors   {mean(asked):6.1f}")
    print(f"days a game            {mean(days):6.1f}")
    base, guessed = observer(seen)
    print(f"waits after claims     {len(seen):6d}, of which {base:.1%} because the plan asked")
    print(f"an observer is right   {guessed:6.1%} of the times")
    print("by reason              " + ", ".join(f"{n} {why}" for why, n in reasons.most_common()))
    if chosen.one:
        print(f"won by the author      {wins / chosen.games:6.1%}")


if __name__ == "__main__":
    main()
