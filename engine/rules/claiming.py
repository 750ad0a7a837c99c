"""Shared by claims of routes and tunnels: payment from hand and rack (A-4), parallel tracks that
close (B-9, A-7).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.actions import Claim, Pay
from engine.board.model import Board
from engine.cards import LOCOMOTIVE, Card, Hand
from engine.errors import IllegalAction
from engine.rules.context import VisibleGame

if TYPE_CHECKING:
    from engine.board.model import Track

_capacity: Final = cache(Board.capacity)


def closed_parallels(game: VisibleGame, track: Track) -> tuple[str, ...]:
    """The parallel tracks that close for all when this one is claimed (B-9, A-7)."""
    if not track.parallel:
        return ()
    parallel = game.board.groups[track.group]
    still_open = [
        other for other in parallel if other != track.id and other in game.open_tracks.by_id
    ]
    claimed = len(parallel) - len(still_open)
    if claimed < _capacity(game.board, track.group, game.seats):
        return ()
    return tuple(still_open)


def are_alike(one: Track, other: Track) -> bool:
    """Whether it does not matter which of two tracks is claimed: gray twins (B-9, M-13)."""
    facts = (one.group, one.length, one.colour, one.kind)
    return facts == (other.group, other.length, other.colour, other.kind)


def open_equivalent(game: VisibleGame, key: str) -> Track:
    """An open track that is like this one: a gray twin will do where the first is taken."""
    track = game.board.tracks[key]
    if key in game.open_tracks.by_id:
        return track
    for other in game.board.tracks_of_city[track.a]:
        if are_alike(other, track) and other.id in game.open_tracks.by_id:
            return other
    return track


def locomotive_counts(held: Hand, colour: Card, count: int, least: int = 0, most: int = 9) -> range:
    """The numbers of locomotives with which cards of a colour make up n, fewest first.

    A track may ask for at least, or take at most, some of them (M-1, M-2).
    """
    fewest = count if colour == LOCOMOTIVE else max(least, count - held[colour])
    return range(fewest, min(count, held[LOCOMOTIVE], most) + 1)


def split_hand_first(
    game: VisibleGame, seat: int, colour: Card, coloured: int, locomotives: int
) -> tuple[int, int]:
    """The cards of a payment that the rack pays in the one split that is listed: hand first.

    The two numbers are coloured cards and locomotives. Without teams there is no rack.
    """
    if not game.teams:
        return 0, 0
    hand = game.hands[seat]
    return max(0, coloured - hand[colour]), max(0, locomotives - hand[LOCOMOTIVE])


def check_split(
    game: VisibleGame, seat: int, colour: Card, coloured: int, action: Claim | Pay
) -> None:
    """Refuse a payment of which hand or rack does not hold its share (B-7, A-4)."""
    hand, rack = game.hands[seat], game.racks[game.team_of[seat]] if game.teams else None
    locomotives = action.locomotives
    from_rack, locomotives_from_rack = action.rack_colour, action.rack_locomotives
    if rack is None and (from_rack or locomotives_from_rack):
        raise IllegalAction("A-4", "claim.no_rack")
    if not (0 <= from_rack <= coloured and 0 <= locomotives_from_rack <= locomotives):
        raise IllegalAction("A-4", "claim.rack_more_than_paid")
    track = {"track": action.track} if isinstance(action, Claim) else {}
    if hand[colour] < coloured - from_rack:
        raise IllegalAction(
            "B-7",
            "claim.too_few_cards",
            **track,
            colour=colour,
            needed=coloured - from_rack,
            held=hand[colour],
        )
    if hand[LOCOMOTIVE] < locomotives - locomotives_from_rack:
        raise IllegalAction(
            "B-7",
            "claim.too_few_locomotives",
            **track,
            needed=locomotives - locomotives_from_rack,
            held=hand[LOCOMOTIVE],
        )
    if rack is not None and (rack[colour] < from_rack or rack[LOCOMOTIVE] < locomotives_from_rack):
        raise IllegalAction("A-4", "claim.rack_too_few", colour=colour)
