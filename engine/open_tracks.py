"""The tracks that can still be claimed, indexed by what pays for them.

A *claim index* holds the tracks that are paid for alike: there is one for each colour, one for gray
routes, one for bullet routes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.actions import Claim
from engine.board.model import Board, Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card

BULLET_KEY: Final = "bullet"
NO_TRACK: Final = 1000
"""The length of the shortest of no tracks: more than anybody has cards."""


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
    """The key of the index that a track is in."""
    return BULLET_KEY if track.kind == "bullet" else track.colour


class ClaimIndex:
    """The open tracks that are paid for alike, in order of length.

    ``counts_by_length[k]`` is how many of them have at most k spaces; whoever has fewer cards than
    the ``shortest`` of them has spaces can pay for none. The claims stand in columns of the same
    order: ``columns[colour][n]`` has those with n locomotives among that colour, of the
    tracks that have more than n spaces; ``locomotives`` has those with nothing else. So what can be
    paid for is always the beginning of a column.
    """

    __slots__ = ("columns", "counts_by_length", "locomotives", "longest", "shortest", "tracks")

    def __init__(
        self,
        tracks: list[TrackClaims],
        counts_by_length: list[int],
        columns: dict[Card, list[list[Claim]]],
        locomotives: list[Claim],
    ) -> None:
        self.tracks = tracks
        self.counts_by_length = counts_by_length
        self.columns = columns
        self.locomotives = locomotives
        self.longest = len(counts_by_length) - 1
        self.shortest = tracks[0].length if tracks else NO_TRACK

    @classmethod
    def of(cls, offers: Sequence[TrackClaims], colours: Sequence[Card], longest: int) -> ClaimIndex:
        """The index of these tracks, which all these colours pay for."""
        tracks = sorted(offers, key=lambda offer: offer.length)
        counts = [sum([offer.length <= k for offer in offers]) for k in range(longest + 1)]
        columns = {
            colour: [
                [offer.claims[colour][n] for offer in tracks[counts[n] :]] for n in range(longest)
            ]
            for colour in colours
        }
        return cls(tracks, counts, columns, [offer.locomotives for offer in tracks])

    def claims(self, colour: Card, count: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that so many cards of a colour and locomotives pay for.

        Of tracks with at most so many ``spaces``; each claim has a card of the colour in it.
        """
        ends, columns = self.counts_by_length, self.columns[colour]
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
        return self.locomotives[: self.counts_by_length[min(locomotives, spaces, self.longest)]]

    def close(self, offer: TrackClaims) -> None:
        """Take a track out."""
        ends, length = self.counts_by_length, offer.length
        place = self.tracks.index(offer)
        del self.tracks[place], self.locomotives[place]
        for columns in self.columns.values():
            for n in range(length):
                del columns[n][place - ends[n]]
        for k in range(length, len(ends)):
            ends[k] -= 1
        self.shortest = self.tracks[0].length if self.tracks else NO_TRACK

    def copy(self) -> ClaimIndex:
        """An independent copy; offers and claims are shared, they never change."""
        columns = {
            colour: [column.copy() for column in columns]
            for colour, columns in self.columns.items()
        }
        return ClaimIndex(
            self.tracks.copy(), self.counts_by_length.copy(), columns, self.locomotives.copy()
        )


class OpenTracks:
    """The open tracks: ``by_id``, and ``indexes`` by what pays for them."""

    __slots__ = ("by_id", "indexes")

    def __init__(self, by_id: dict[str, TrackClaims], indexes: dict[str, ClaimIndex]) -> None:
        self.by_id = by_id
        self.indexes = indexes

    @classmethod
    def of(cls, board: Board) -> OpenTracks:
        """All tracks of a board."""
        return cls(_claims_by_track(board), _full_indexes(board)).copy()

    def close(self, track: Track) -> None:
        """Take a track out, because it was claimed or because its twin was."""
        self.indexes[index_key(track)].close(self.by_id.pop(track.id))

    def copy(self) -> OpenTracks:
        """An independent copy."""
        return OpenTracks(
            self.by_id.copy(), {key: index.copy() for key, index in self.indexes.items()}
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenTracks) and self.by_id.keys() == other.by_id.keys()


@cache
def _claims_by_track(board: Board) -> dict[str, TrackClaims]:
    return {track.id: TrackClaims(track) for track in board.tracks.values()}


@cache
def _longest(board: Board) -> int:
    return max(track.length for track in board.tracks.values())


@cache
def _full_indexes(board: Board) -> dict[str, ClaimIndex]:
    """The indexes of an empty board, for games to copy. Bullet routes are not on every board."""
    by_key: dict[str, list[TrackClaims]] = {key: [] for key in (*COLOURS, GRAY)}
    for track in board.tracks.values():
        by_key.setdefault(index_key(track), []).append(_claims_by_track(board)[track.id])
    return {
        key: ClaimIndex.of(offers, [key] if key in COLOURS else COLOURS, _longest(board))
        for key, offers in by_key.items()
    }
