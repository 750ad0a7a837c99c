"""Play a new board with bots, and count what happened."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pool
from statistics import fmean

from engine.board.loading import build_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.cli.common import with_progress_bar
from engine.events import RouteClaimed
from tools.new_board.facts import Facts

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
    def deviation(self) -> float:
        """The standard deviation of the share that a seat wins by chance alone."""
        fair = 1 / self.seats
        return math.sqrt(fair * (1 - fair) / len(self.games))

    @property
    def completed(self) -> float:
        """The share of the tickets kept that were completed."""
        kept = sum(sum(game.kept) for game in self.games)
        return sum(sum(game.completed) for game in self.games) / (kept or 1)


def play_tables(facts: Facts, key: str, games: int) -> list[Games]:
    """Planners at each size of table, then random players, then a planner against a random one."""
    sizes: list[int] = facts["rules"]["seats"]
    tables = [Games((bot,) * seats) for bot in ("planner", "random") for seats in sizes]
    if 2 in sizes:
        tables.append(Games(("planner", "random")))
    jobs = [(table.bots, seed) for table in tables for seed in range(games)]
    with Pool(min(os.cpu_count() or 1, 8), _begin_worker, (facts, key)) as pool:
        played = with_progress_bar(pool.imap(_play, jobs, 4), len(jobs))
        for number, game in enumerate(played):
            tables[number // games].games.append(game)
    return tables


def _begin_worker(facts: Facts, key: str) -> None:
    _boards[:] = [build_board(key, facts)]


def _play(job: tuple[tuple[str, ...], int]) -> Played:
    bots, seed = job
    match = play_match(_boards[0], bots, f"new board {seed}")
    scores = [
        next(score for score in match.outcome.scores if seat in score.seats)
        for seat in range(len(bots))
    ]
    return Played(
        won=tuple(score.place == 1 for score in scores),
        points=tuple(score.total for score in scores),
        kept=tuple(len(score.tickets) for score in scores),
        completed=tuple(score.completed for score in scores),
        turns=match.game.turn,
        events=len(match.log),
        reason=match.outcome.reason,
        claimed=frozenset(e.track for e, _, _ in match.log if isinstance(e, RouteClaimed)),
    )
