"""The tracks that can still be claimed, indexed by what pays for them.

A *lane* is the tracks that are paid for alike: one for each colour, one for gray routes, one for
bullet routes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.actions import Claim
from engine.board.model import Board, Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card

BULLET_KEY: Final = "bullet"


class TrackClaims:
    """An open track with every claim that could be made on it, made once for all games.

    ``claims[colour][n]`` is the claim with n locomotives among that colour; ``locomotives`` is the
    claim with nothing else.
    """

    __slots__ = ("claims", "group", "length", "locomotives", "track")

    def __init__(self, track: Track) -> None:
        self.track = track.id
        self.length = track.length
        self.group = track.group
        colours = (track.colour,) if track.colour in COLOURS else COLOURS
        self.claims: dict[Card, tuple[Claim, ...]] = {
            colour: tuple(Claim(track.id, colour, n) for n in range(track.length))
            for colour in colours
        }
        self.locomotives = Claim(track.id, LOCOMOTIVE, track.length)


def index_key(track: Track) -> str:
    """The lane of a track."""
    return BULLET_KEY if track.kind == "bullet" else track.colour


class ClaimIndex:
    """The open tracks that are paid for alike, in order of length.

    ``ends[k]`` is how many of them have at most k spaces. The claims stand in columns of the same
    order: ``columns[colour][n]`` has those with n locomotives among that colour, of the tracks that
    have more than n spaces; ``locomotives`` has those with nothing else. So what can be paid for
    is always the beginning of a column.
    """

    __slots__ = ("columns", "ends", "locomotives", "longest", "offers")

    def __init__(
        self, offers: Sequence[TrackClaims], colours: Sequence[Card], longest: int
    ) -> None:
        self.longest = longest
        self.offers = sorted(offers, key=lambda offer: offer.length)
        self.ends = [sum(o.length <= k for o in offers) for k in range(longest + 1)]
        self.columns = {
            colour: [
                [offer.claims[colour][n] for offer in self.offers[self.ends[n] :]]
                for n in range(longest)
            ]
            for colour in colours
        }
        self.locomotives = [offer.locomotives for offer in self.offers]

    def claims(self, colour: Card, count: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that so many cards of a colour and locomotives pay for.

        Of tracks with at most so many ``spaces``; each claim has a card of the colour in it.
        """
        ends, columns = self.ends, self.columns[colour]
        if spaces > self.longest:
            spaces = self.longest
        if not locomotives:
            return columns[0][: ends[count if count < spaces else spaces]]
        found: list[Claim] = []
        for n in range(locomotives + 1 if locomotives < spaces else spaces):
            cards = count + n
            found += columns[n][: ends[cards if cards < spaces else spaces] - ends[n]]
        return found

    def only_locomotives(self, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that so many locomotives pay for alone."""
        return self.locomotives[: self.ends[min(locomotives, spaces, self.longest)]]

    def close(self, offer: TrackClaims) -> None:
        """Take a track out."""
        ends, length = self.ends, offer.length
        place = self.offers.index(offer)
        del self.offers[place], self.locomotives[place]
        for columns in self.columns.values():
            for n in range(length):
                del columns[n][place - ends[n]]
        for k in range(length, len(ends)):
            ends[k] -= 1

    def copy(self) -> ClaimIndex:
        """An independent copy; offers and claims are shared, they never change."""
        other = object.__new__(ClaimIndex)
        other.longest = self.longest
        other.offers = self.offers.copy()
        other.ends = self.ends.copy()
        other.columns = {
            colour: [column.copy() for column in columns]
            for colour, columns in self.columns.items()
        }
        other.locomotives = self.locomotives.copy()
        return other


class OpenTracks:
    """The open tracks: ``open`` by id, ``lanes`` by lane."""

    __slots__ = ("lanes", "open")

    def __init__(self, board: Board) -> None:
        self.open = _claims_by_track(board).copy()
        self.lanes = {key: lane.copy() for key, lane in _full_indexes(board).items()}

    def close(self, track: Track) -> None:
        """Take a track out, because it was claimed or because its twin was."""
        self.lanes[index_key(track)].close(self.open.pop(track.id))

    def copy(self) -> OpenTracks:
        """An independent copy."""
        other = object.__new__(OpenTracks)
        other.open = self.open.copy()
        other.lanes = {key: lane.copy() for key, lane in self.lanes.items()}
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenTracks) and self.open.keys() == other.open.keys()

    __hash__ = None  # type: ignore[assignment]


@cache
def _claims_by_track(board: Board) -> dict[str, TrackClaims]:
    return {track.id: TrackClaims(track) for track in board.tracks.values()}


@cache
def _longest(board: Board) -> int:
    return max(track.length for track in board.tracks.values())


@cache
def _full_indexes(board: Board) -> dict[str, ClaimIndex]:
    """The lanes of an empty board, for games to copy. Bullet routes are not on every board."""
    by_lane: dict[str, list[TrackClaims]] = {lane: [] for lane in (*COLOURS, GRAY)}
    for track in board.tracks.values():
        by_lane.setdefault(index_key(track), []).append(_claims_by_track(board)[track.id])
    return {
        lane: ClaimIndex(offers, [lane] if lane in COLOURS else COLOURS, _longest(board))
        for lane, offers in by_lane.items()
    }
