"""The final score (B-12, B-13, J-9, J-10, A-11 to A-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from engine.events import Score, TicketResult
from engine.network import component_of_city, longest_trail_length

if TYPE_CHECKING:
    from engine.board.model import BulletTrains, Ticket
    from engine.state import State


_NUMBER: Final = attrgetter("number")
_result: Final = cache(TicketResult)


def final_scores(game: State) -> tuple[Score, ...]:
    """The scores of all sides, best place first, equal places in order of play (B-13)."""
    sides = game.teams or tuple((seat,) for seat in game.order)
    scores = [_without_bonuses(game, side) for side in sides]
    scores = _with_bonuses(game, scores)
    return tuple(_ranked(scores, by_longest=game.board.tie_break_longest))


def bullet_bonuses(progress: Sequence[int], bullet_trains: BulletTrains) -> list[int]:
    """The bullet bonus of each seat by its place on the progress track (J-9).

    Tied seats take the points of their place; the next takes the place that counts all before it.
    No progress costs the same whatever the place.

    >>> from engine.board import load_board
    >>> bullets = load_board("japan").bullet_trains
    >>> bullet_bonuses([12, 7, 7, 3, 0], bullets)
    [25, 15, 15, -5, -20]
    """
    by_place = bullet_trains.bonus[len(progress)]
    return [
        by_place[sum(other > own for other in progress)] if own else bullet_trains.no_progress
        for own in progress
    ]


def _without_bonuses(game: State, side: tuple[int, ...]) -> Score:
    board = game.board
    own = [track for seat in side for track in game.claims[seat]]
    claimed = {track for tracks in game.claims for track in tracks}
    shared = [track for track in game.owner if track not in claimed]
    joined = component_of_city(board, [*own, *shared])
    results = []
    for ticket in _tickets(game, side):
        done = ticket.a in joined and joined[ticket.a] == joined.get(ticket.b)
        results.append(_result(ticket.id, done, ticket.points if done else -ticket.points))
    routes = sum([game.points[seat] for seat in side])
    wants_longest = board.bonuses.longest or board.tie_break_longest
    return Score(
        seats=side,
        place=0,
        total=routes + sum([result.points for result in results]),
        routes=routes,
        tickets=tuple(results),
        completed=sum([result.completed for result in results]),
        longest=longest_trail_length(board, own) if wants_longest else 0,
        progress=sum([game.progress[seat] for seat in side]),
    )


def _tickets(game: State, side: tuple[int, ...]) -> list[Ticket]:
    """The tickets of a side in board order: those in its hands and in its rack (A-11)."""
    held = [ticket for seat in side for ticket in game.tickets[seat]]
    if game.teams:
        held += game.ticket_racks[game.team_of[side[0]]]
    known = game.board.tickets
    return sorted([known[ticket] for ticket in held], key=_NUMBER)


def _with_bonuses(game: State, scores: list[Score]) -> list[Score]:
    board = game.board
    longest = max(score.longest for score in scores)
    most = max(score.completed for score in scores)
    bullets = (
        bullet_bonuses([score.progress for score in scores], board.bullet_trains)
        if board.bullet_trains
        else [0] * len(scores)
    )
    rewarded: list[Score] = []
    for score, bullet_bonus in zip(scores, bullets, strict=True):
        # A zero is never a best (B-12, A-12).
        longest_bonus = board.bonuses.longest if 0 < score.longest == longest else 0
        globetrotter = board.bonuses.globetrotter if 0 < score.completed == most else 0
        if not (longest_bonus or bullet_bonus or globetrotter):
            rewarded.append(score)
            continue
        rewarded.append(
            replace(
                score,
                total=score.total + longest_bonus + bullet_bonus + globetrotter,
                longest_bonus=longest_bonus,
                bullet_bonus=bullet_bonus,
                globetrotter_bonus=globetrotter,
            )
        )
    return rewarded


def _ranked(scores: list[Score], *, by_longest: bool) -> list[Score]:
    """Rank by points, completed tickets and, where the board awards it, the longest path."""

    def rank(score: Score) -> tuple[int, int, int]:
        return score.total, score.completed, score.longest if by_longest else 0

    ranked = sorted(scores, key=rank, reverse=True)
    ranks = [rank(score) for score in ranked]
    # The first of equals tells how many are better.
    return [replace(score, place=1 + ranks.index(rank(score))) for score in ranked]
