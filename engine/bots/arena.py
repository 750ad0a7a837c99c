"""The arena: bots against each other with the same shuffles from every side, and their Elo.

In a *bout* one bot plays one side of a table and another bot plays all the others. The same
shuffles come back with the first bot on every side in turn, so that cards and order of play favour
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10, sqrt
from random import Random
from typing import Final

from engine.board.model import Board
from engine.bots import choose_action
from engine.chance import Chance
from engine.rules.setup import new_game
from engine.view import view

ANCHOR: Final = "planner-1"
ANCHOR_ELO: Final = 1500
RESAMPLES: Final = 200
STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class Bout:
    """A game to play: ``first`` on the side of this number, ``second`` on all others."""

    first: str
    second: str
    seed: str
    side: int


@dataclass(frozen=True, slots=True)
class Result:
    """A bout that was played.

    ``score`` is the share of the other sides that the first bot left behind, a tie half. ``won`` is
    1 for a victory of its own, a half for one that it shares. ``margin`` is its points less
    those of the best other side.
    """

    bout: Bout
    score: float
    won: float
    margin: int


@dataclass(frozen=True, slots=True)
class Rating:
    """The Elo of a bot with the ends of its 95 % interval."""

    bot: str
    elo: int
    low: int
    high: int


def bouts(board: Board, seats: int, bots: Sequence[str], shuffles: int, seed: str) -> list[Bout]:
    """The bouts of all pairs of bots, shuffle by shuffle, each from every side."""
    sides = seats // board.teams.size if board.teams else seats
    return [
        Bout(first, second, f"{seed}.{number}", side)
        for number in range(shuffles)
        for first, second in combinations(bots, 2)
        for side in range(sides)
    ]


def play_bout(board: Board, seats: int, bout: Bout) -> Result:
    """Play a bout; the same bout always ends the same."""
    chance = Chance.from_seed(bout.seed, seats)
    dice = [Random(f"{bout.seed} seat {seat}") for seat in range(seats)]
    game, _ = new_game(board, seats, chance)
    sides = game.teams or tuple((seat,) for seat in game.order)
    own = sides[bout.side]
    while game.pending:
        seat = next(iter(game.pending))
        name = bout.first if seat in own else bout.second
        game.play(seat, choose_action(name, view(game, seat), dice[seat]), chance)
    assert game.outcome is not None
    (mine,) = [score for score in game.outcome.scores if score.seats[0] in own]
    others = [score for score in game.outcome.scores if score is not mine]
    beaten = sum(
        1.0 if mine.place < other.place else 0.5 if mine.place == other.place else 0.0
        for other in others
    )
    shared = any(other.place == 1 for other in others)
    return Result(
        bout,
        beaten / len(others),
        (0.5 if shared else 1.0) if mine.place == 1 else 0.0,
        mine.total - max(other.total for other in others),
    )


def play_bouts(
    board: Board, seats: int, wanted: Sequence[Bout], played: Mapping[Bout, Result]
) -> Iterator[Result]:
    """The results of these bouts in order; those played already are not played again."""
    for bout in wanted:
        yield played.get(bout) or play_bout(board, seats, bout)


def share_with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of shares with its 95 % interval (Wilson's).

    >>> [round(part, 2) for part in share_with_interval([1.0] * 65 + [0.0] * 35)]
    [0.65, 0.55, 0.74]
    """
    count = len(values)
    mean = sum(values) / count
    square = 1.96**2
    middle = (mean + square / (2 * count)) / (1 + square / count)
    half = 1.96 * sqrt(mean * (1 - mean) / count + square / (4 * count**2)) / (1 + square / count)
    return mean, middle - half, middle + half


def ratings(results: Sequence[Result], bots: Sequence[str]) -> list[Rating]:
    """The Elo of each bot, strongest first, planner-1 (or else the mean) at 1500.

    Intervals come from samples with replacement of the shuffles, whose games belong together.
    """
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        bout = result.bout
        groups.setdefault((bout.first, bout.second, bout.seed), []).append(result)
    drawn = list(groups.values())
    middle = _fit(results, bots)
    rng = Random(0)
    spread: dict[str, list[float]] = {bot: [] for bot in bots}
    for _ in range(RESAMPLES):
        sample = [one for _ in drawn for one in drawn[int(rng.random() * len(drawn))]]
        for bot, elo in _fit(sample, bots).items():
            spread[bot].append(elo)
    found = []
    for bot in bots:
        values = sorted(spread[bot])
        low, high = values[int(0.025 * RESAMPLES)], values[int(0.975 * RESAMPLES) - 1]
        found.append(Rating(bot, round(middle[bot]), round(low), round(high)))
    return sorted(found, key=lambda rating: -rating.elo)


def _fit(results: Sequence[Result], bots: Sequence[str]) -> dict[str, float]:
    """Elo by Bradley and Terry's model; half a game each way keeps a clean sweep finite."""
    scores: dict[tuple[str, str], float] = {}
    games: dict[tuple[str, str], float] = {}
    for result in results:
        for own, other, score in (
            (result.bout.first, result.bout.second, result.score),
            (result.bout.second, result.bout.first, 1 - result.score),
        ):
            scores[own, other] = scores.get((own, other), 0.5) + score
            games[own, other] = games.get((own, other), 1.0) + 1
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(STEPS):
        for bot in bots:
            won = sum(scores.get((bot, other), 0.0) for other in bots)
            met = sum(
                games[bot, other] / (strength[bot] + strength[other])
                for other in bots
                if (bot, other) in games
            )
            if met:
                strength[bot] = won / met
    elo = {bot: 400 * log10(strength[bot]) for bot in bots}
    zero = elo[ANCHOR] if ANCHOR in elo else sum(elo.values()) / len(elo)
    return {bot: ANCHOR_ELO + value - zero for bot, value in elo.items()}
