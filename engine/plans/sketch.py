"""A sketch: tracks marked as if a seat had claimed them, and what that would come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.bots.evaluation import shortage
from engine.bots.network_plan import trains_needed
from engine.cards import LOCOMOTIVE, Card
from engine.network import is_completed, longest_trail_length
from engine.plans.model import ClaimTrack, Plan
from engine.rules.claiming import open_equivalent
from engine.rules.teams import payable_cards
from engine.view import View


@dataclass(frozen=True, slots=True)
class SketchSums:
    """What a sketch comes to on a view of its seat.

    ``tracks`` are those that can still be claimed, ``lost`` those that somebody else has or that
    have closed (B-9). ``trains`` are left once all are claimed, negative if there are too few.
    ``missing`` counts the cards that are lacking by colour, gray tracks on the colour of which most
    is left over, before locomotives; ``locomotives`` are held and may stand in. ``points`` are
    those of the tracks (B-8, M-5), ``completed`` the tickets that would be complete, ``longest``
    the spaces of the longest path.
    """

    tracks: tuple[str, ...]
    lost: tuple[str, ...]
    trains: int
    missing: Mapping[Card, int]
    locomotives: int
    points: int
    completed: tuple[str, ...]
    longest: int


def sums_of_sketch(sketch: Iterable[str], view: View) -> SketchSums:
    """What the tracks of a sketch, by their keys, come to for the view's own seat.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> sums = sums_of_sketch(["charleston-miami-purple"], engine.view(game, 0))
    >>> sums.trains, sums.points, sums.longest
    (41, 7, 4)
    """
    seat, board = view.seat, view.board
    assert seat is not None
    own = {key for mate in view.side(seat) for key in view.claims[mate]}
    marked = dict.fromkeys(open_equivalent(view, key) for key in sketch if key not in own)
    claimable = view.open_tracks.by_id.keys() - view.blocked_tracks[seat]
    open_ = [track for track in marked if track.id in claimable]
    keys = [track.id for track in open_]
    placed = [track for track in open_ if trains_needed(view, track)]
    payable, parts = payable_cards(view, seat), view.parts(seat, keys)
    return SketchSums(
        tracks=tuple(keys),
        lost=tuple(track.id for track in marked if track not in open_),
        trains=view.trains[seat] - sum(trains_needed(view, track) for track in open_),
        missing=shortage(payable, open_, 0),
        locomotives=payable[LOCOMOTIVE],
        points=sum(
            board.route_points[track.length] + track.crossings * board.crossing_points
            for track in placed
        ),
        completed=tuple(
            key for key in view.tickets[seat] if is_completed(board.tickets[key], parts)
        ),
        longest=longest_trail_length(board, [*own, *(track.id for track in placed)]),
    )


def plan_of_sketch(sketch: Iterable[str], view: View) -> Plan:
    """A plan that claims the tracks of a sketch that can still be claimed, in their order."""
    return Plan(tuple(ClaimTrack(key) for key in sums_of_sketch(sketch, view).tracks))
