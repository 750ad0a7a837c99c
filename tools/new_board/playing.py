"""Play a new board with bots, and count what happened."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool
from statistics import fmean

from engine.board.loading import build_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.events import RouteClaimed
from tools.new_board.facts import Facts

CHUNK = 4
Tell = Callable[[float], None]
_boards: list[Board] = []
"""The board of a worker process."""


@dataclass(frozen=True)
class Played:
    """One game: who won, and what each seat had at its end."""

    won: tuple[bool, ...]
    points: tuple[int, ...]
    kept: tuple[int, ...]
    completed: tuple[int, ...]
    turns: int
    events: int
    reason: str
    claimed: frozenset[str]


@dataclass
class Games:
    """All games of one kind of table: the bots in its seats, and the games."""

    bots: tuple[str, ...]
    games: list[Played] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.bots)

    def mean(self, of: Callable[[Played], float]) -> float:
        return fmean(of(game) for game in self.games)

    def wins(self, seat: int) -> float:
        """The share of games that a seat won; a shared victory counts in part."""
        return self.mean(lambda game: game.won[seat] / sum(game.won))

    def points(self, seat: int) -> float:
        """What a seat had in the mean at the end."""
        return self.mean(lambda game: game.points[seat])

    @property
    def completed(self) -> float:
        """The share of the tickets kept that were completed."""
        kept = sum(sum(game.kept) for game in self.games)
        return sum(sum(game.completed) for game in self.games) / (kept or 1)

    @property
    def reasons(self) -> Counter[str]:
        return Counter(game.reason for game in self.games)

    @property
    def claims(self) -> Counter[str]:
        """How often each track was claimed."""
        return Counter(track for game in self.games for track in game.claimed)


def play_tables(facts: Facts, key: str, games: int, tell: Tell) -> list[Games]:
    """Planners at each size of table, then random players, then a planner against a random one."""
    seats: Sequence[int] = facts["rules"]["seats"]
    tables = [Games(("planner",) * count) for count in seats]
    tables += [Games(("random",) * count) for count in seats]
    if 2 in seats and "teams" not in facts["rules"]:
        tables.append(Games(("planner", "random")))
    jobs = [
        (number, table.bots, seed) for number, table in enumerate(tables) for seed in range(games)
    ]
    with Pool(min(os.cpu_count() or 1, 8), _begin_worker, (facts, key)) as pool:
        for done, (number, played) in enumerate(pool.imap(_play, jobs, CHUNK), 1):
            tables[number].games.append(played)
            tell(done / len(jobs))
    return tables


def _begin_worker(facts: Facts, key: str) -> None:
    _boards[:] = [build_board(key, facts)]


def _play(job: tuple[int, tuple[str, ...], int]) -> tuple[int, Played]:
    number, bots, seed = job
    # Every other game the two change seats, so that a seat is no advantage to one of them.
    seated = bots[::-1] if seed % 2 and len(set(bots)) > 1 else bots
    match = play_match(_boards[0], seated, f"new board {seed}")
    scores = [
        next(score for score in match.outcome.scores if seat in score.seats)
        for seat in range(len(seated))
    ]
    if seated != bots:
        scores.reverse()
    return number, Played(
        won=tuple(score.place == 1 for score in scores),
        points=tuple(score.total for score in scores),
        kept=tuple(len(score.tickets) for score in scores),
        completed=tuple(score.completed for score in scores),
        turns=match.game.turn,
        events=len(match.log),
        reason=match.outcome.reason,
        claimed=frozenset(e.track for e, _, _ in match.log if isinstance(e, RouteClaimed)),
    )
