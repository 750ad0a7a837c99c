"""The final score (B-12, B-13, J-9, J-10, A-11 to A-13, M-4, M-5, M-8 to M-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from engine.events import Score, TicketResult
from engine.lending import bonus_for_kept, lent_to
from engine.network import (
    component_of_city,
    longest_trail_length,
    most_connected,
    points_of,
    scored_end,
    twice_joined_parts,
)

if TYPE_CHECKING:
    from engine.board.model import Board, BulletTrains, Ticket, TieBreak
    from engine.state import State


_NUMBER: Final = attrgetter("number")
_result: Final = cache(TicketResult)


def final_scores(game: State) -> tuple[Score, ...]:
    """The scores of all sides, best place first, equal places in order of play (B-13)."""
    sides = game.teams or tuple((seat,) for seat in game.order)
    scores = [_without_bonuses(game, side) for side in sides]
    scores = _with_bonuses(game, scores)
    return tuple(ranked(scores, game.board.tie_breaks))


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
    tickets = _tickets(game, side)
    lent = lent_to(game, side, [*own, *shared], tickets)
    shared += [one.track for one in lent if one.track is not None]
    joined = component_of_city(board, [*own, *shared])
    results = []
    for ticket in tickets:
        if ticket.far:
            results.append(_country_result(ticket, joined))
            continue
        done = ticket.a in joined and joined[ticket.a] == joined.get(ticket.b)
        results.append(_result(ticket.id, done, ticket.points if done else -ticket.points))
    routes = sum([game.points[seat] for seat in side])
    mountains = mountain_bonus = connected = None
    if board.crossing_points:
        mountains = sum([board.tracks[track].crossings > 0 for track in own])
        trains = sum([game.mountain_trains[seat] for seat in side])
        mountain_bonus = trains * board.crossing_points
        routes -= mountain_bonus
    if board.bonuses.most_connected:
        connected = most_connected(board, own)
    wants_longest = board.bonuses.longest or "longest path" in board.tie_breaks
    tours = grand_tours(board, own, tickets) if board.bonuses.grand_tour else None
    tour_bonus = None if tours is None else grand_tour_bonus(board, tours)
    kept_bonus = bonus_for_kept(game, side)
    return Score(
        seats=side,
        place=0,
        total=routes
        + sum([result.points for result in results])
        + (tour_bonus or 0)
        + (mountain_bonus or 0)
        + (kept_bonus or 0),
        routes=routes,
        tickets=tuple(results),
        completed=sum([result.completed for result in results]),
        longest=longest_trail_length(board, own) if wants_longest else 0,
        progress=sum([game.progress[seat] for seat in side]),
        grand_tours=tours,
        grand_tour_bonus=tour_bonus,
        mountains=mountains,
        mountain_bonus=mountain_bonus,
        connected=connected,
        stations=lent if board.stations else None,
        station_bonus=kept_bonus,
    )


def _country_result(ticket: Ticket, joined: Mapping[str, str]) -> TicketResult:
    """A country ticket at the end: what its dearest connected end brings (M-8)."""
    end = scored_end(ticket, joined)
    place = end.place if end else None
    return _result(ticket.id, end is not None, points_of(ticket, joined), place)


def grand_tours(board: Board, own: Sequence[str], tickets: Sequence[Ticket]) -> int:
    """The number of tickets whose ends two paths of own tracks join that share none (M-10)."""
    parts = twice_joined_parts(board, own)
    return sum(
        any(
            near in parts and parts[near] == parts.get(far)
            for near in ticket.near_cities
            for far in ticket.far_cities
        )
        for ticket in tickets
    )


def grand_tour_bonus(board: Board, tours: int) -> int:
    """The points for n grand tours (M-10)."""
    return board.bonuses.grand_tour[min(tours, len(board.bonuses.grand_tour) - 1)]


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
    if board.bonuses.most_connected:
        scores = _with_connected_bonus(board, scores)
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


def _with_connected_bonus(board: Board, scores: list[Score]) -> list[Score]:
    """The scores with the points for the most connected cities; all who tie score (M-9)."""
    most = max(score.connected or 0 for score in scores)
    rewarded = []
    for score in scores:
        bonus = board.bonuses.most_connected if 0 < (score.connected or 0) == most else 0
        rewarded.append(replace(score, total=score.total + bonus, connected_bonus=bonus))
    return rewarded


def measure(score: Score, tie_break: TieBreak) -> int:
    """The number that a tie-break compares; more is better (B-13, A-13, M-4; decision 151)."""
    match tie_break:
        case "longest path":
            return score.longest
        case "mountain tracks":
            return score.mountains or 0
        case "longest path bonus":
            return score.longest_bonus
        case "fewest stations":
            return -len(score.stations or ())


def _rank(score: Score, tie_breaks: Sequence[TieBreak]) -> tuple[int, ...]:
    """The numbers that decide a place, in their order: points, completed tickets, tie-breaks."""
    return (score.total, score.completed, *[measure(score, one) for one in tie_breaks])


def ranked(scores: Sequence[Score], tie_breaks: Sequence[TieBreak]) -> list[Score]:
    """The scores with their places, best first; equals keep their order (B-13)."""
    ordered = sorted(scores, key=lambda score: _rank(score, tie_breaks), reverse=True)
    ranks = [_rank(score, tie_breaks) for score in ordered]
    # The first of equals tells how many are better.
    places = [1 + ranks.index(own) for own in ranks]
    return [replace(score, place=place) for score, place in zip(ordered, places, strict=True)]
