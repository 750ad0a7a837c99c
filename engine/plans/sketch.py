"""A sketch: tracks marked as if a seat had claimed them, and what that would come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.bots.evaluation import shortage
from engine.bots.network_plan import trains_needed
from engine.cards import LOCOMOTIVE, Card
from engine.network import is_completed, longest_trail_length, most_connected
from engine.plans.model import ClaimTrack, Plan
from engine.rules.claiming import open_equivalent
from engine.rules.teams import payable_cards
from engine.view import View


@dataclass(frozen=True, slots=True)
class Sketch:
    """Tracks by their keys, in the order in which they were marked."""

    tracks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SketchSums:
    """What a sketch comes to on a view of its seat.

    ``tracks`` are those that can still be claimed, ``lost`` those that somebody else has or that
    have closed (B-9). ``trains`` are left once all are claimed, negative if there are too few.
    ``missing`` counts the cards that are lacking by colour, gray tracks on the colour of which most
    is left over, before locomotives; ``locomotives`` are held and may stand in. ``points`` are
    those of the tracks (B-8, M-5), ``completed`` the tickets that would be complete, ``longest``
    and ``connected`` the spaces of the longest path and the cities of the largest network.
    """

    tracks: tuple[str, ...]
    lost: tuple[str, ...]
    trains: int
    missing: Mapping[Card, int]
    locomotives: int
    points: int
    completed: tuple[str, ...]
    longest: int
    connected: int


def sums_of_sketch(sketch: Sketch, view: View) -> SketchSums:
    """What a sketch comes to for the view's own seat.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> sums = sums_of_sketch(Sketch(("charleston-miami-purple",)), engine.view(game, 0))
    >>> sums.trains, sums.points, sums.longest
    (41, 7, 4)
    """
    seat, board = view.seat, view.board
    assert seat is not None
    own = {key for mate in view.side(seat) for key in view.claims[mate]}
    marked = [open_equivalent(view, key) for key in dict.fromkeys(sketch.tracks) if key not in own]
    open_ = [
        track
        for track in dict.fromkeys(marked)
        if track.id in view.open_tracks.by_id and track.id not in view.blocked_tracks[seat]
    ]
    payable = payable_cards(view, seat)
    keys = [track.id for track in open_]
    parts = view.parts(seat, keys)
    mine = [*own, *(track.id for track in open_ if trains_needed(view, track))]
    scored = [track for track in open_ if trains_needed(view, track)]
    return SketchSums(
        tracks=tuple(keys),
        lost=tuple(track.id for track in marked if track not in open_),
        trains=view.trains[seat] - sum(trains_needed(view, track) for track in open_),
        missing=shortage(payable, open_, 0),
        locomotives=payable[LOCOMOTIVE],
        points=sum(
            board.route_points[track.length] + track.crossings * board.crossing_points
            for track in scored
        ),
        completed=tuple(
            key for key in view.tickets[seat] if is_completed(board.tickets[key], parts)
        ),
        longest=longest_trail_length(board, mine),
        connected=most_connected(board, mine) if mine else 0,
    )


def plan_of_sketch(sketch: Sketch, view: View) -> Plan:
    """A plan that claims the tracks of a sketch that can still be claimed, in their order."""
    return Plan(tuple(ClaimTrack(key) for key in sums_of_sketch(sketch, view).tracks))
