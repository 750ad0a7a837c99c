"""Processes that play the games of a simulation in parallel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Self

from tools.league.players import Visit, play_games
from tools.league.process import start_process


class Workers:
    """A pool of n processes; with 0 everything happens in this one.

    A game is always played by the same process, which keeps its state.
    """

    def __init__(self, count: int, *, throwaway: bool = False) -> None:
        self._processes = [
            ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=start_process, initargs=(throwaway,)
            )
            for _ in range(count)
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.shutdown(cancel_futures=True)

    def play(self, games: Sequence[int], look: Visit) -> int:
        """Let everybody look at these games; return how many moves were made."""
        if not self._processes:
            return play_games(games, look)
        count = len(self._processes)
        futures: list[Future[int]] = [
            process.submit(play_games, [game for game in games if game % count == number], look)
            for number, process in enumerate(self._processes)
        ]
        return sum(one.result() for one in futures)
