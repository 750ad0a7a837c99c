"""The tracks that can still be claimed, indexed by what pays for them."""

from __future__ import annotations

from functools import cache

from engine.board.model import Board, Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card
from engine.claim_indexes import (
    SETS_KEY,
    ClaimIndex,
    RestrictedIndex,
    SetsIndex,
    TrackClaims,
    index_key,
    is_bound,
    is_restricted,
)


class OpenTracks:
    """The open tracks: ``by_id``, and ``indexes`` by what pays for them.

    ``restricted`` are for each colour the keys of the indexes that it pays for and whose tracks
    limit the locomotives or cross mountains; empty where there are none (M-1, M-2, M-5). ``bound``
    are the keys of those that no locomotive pays for, and which are not among them (M-2). ``alone``
    are the keys of those that locomotives pay for alone (B-7, M-2). ``sets`` is the index of the
    tracks that sets pay for, None where there are none (M-3). Copies share the indexes that neither
    has changed; ``_own`` are those that nobody else holds.
    """

    __slots__ = ("_own", "alone", "bound", "by_id", "indexes", "restricted", "sets")

    def __init__(
        self,
        by_id: dict[str, TrackClaims],
        indexes: dict[str, ClaimIndex],
        restricted: dict[Card, tuple[str, ...]],
        bound: dict[Card, tuple[str, ...]],
        alone: tuple[str, ...],
    ) -> None:
        self.alone = alone
        self.bound = bound
        self.by_id = by_id
        self.indexes = indexes
        self.restricted = restricted
        index = indexes.get(SETS_KEY)
        self._own: set[str] = set()
        self.sets: SetsIndex | None = index if isinstance(index, SetsIndex) else None

    @classmethod
    def of(cls, board: Board) -> OpenTracks:
        """All tracks of a board."""
        restricted, bound = _restricted_by_colour(board), _bound_by_colour(board)
        alone = _paid_by_locomotives(board)
        return cls(_claims_by_track(board), _full_indexes(board), restricted, bound, alone).copy()

    def close(self, track: Track) -> None:
        """Take a track out, because it was claimed or because its twin was."""
        offer = self.by_id.pop(track.id)
        if offer.key not in self._own:
            self._own.add(offer.key)
            index = self.indexes[offer.key] = self.indexes[offer.key].copy()
            if isinstance(index, SetsIndex):
                self.sets = index
        self.indexes[offer.key].close(offer)

    def copy(self) -> OpenTracks:
        """An independent copy."""
        self._own.clear()
        keys = self.restricted, self.bound, self.alone
        return OpenTracks(self.by_id.copy(), self.indexes.copy(), *keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenTracks) and self.by_id.keys() == other.by_id.keys()


@cache
def _claims_by_track(board: Board) -> dict[str, TrackClaims]:
    teams = board.teams is not None
    return {track.id: TrackClaims(track, teams=teams) for track in board.tracks.values()}


@cache
def _longest(board: Board) -> int:
    return max(track.length for track in board.tracks.values())


@cache
def _full_indexes(board: Board) -> dict[str, ClaimIndex]:
    """The indexes of an empty board, for games to copy. Bullet routes are not on every board."""
    by_key: dict[str, list[TrackClaims]] = {key: [] for key in (*COLOURS, GRAY)}
    for track in board.tracks.values():
        by_key.setdefault(index_key(track), []).append(_claims_by_track(board)[track.id])
    limits = (_restricted_by_colour(board), _bound_by_colour(board))
    restricted = {key for by_colour in limits for keys in by_colour.values() for key in keys}
    found: dict[str, ClaimIndex] = {}
    if SETS_KEY in by_key:
        found[SETS_KEY] = SetsIndex.open(by_key.pop(SETS_KEY))
    for key, offers in by_key.items():
        index = RestrictedIndex.limited if key in restricted else ClaimIndex.of
        colour = key.split(" ")[0]
        found[key] = index(offers, [colour] if colour in COLOURS else COLOURS, _longest(board))
    return found


@cache
def _paid_by_locomotives(board: Board) -> tuple[str, ...]:
    """The keys of the indexes with a track that locomotives pay for alone, in their order."""
    free = {
        index_key(track)
        for track in board.tracks.values()
        if track.most_locomotives >= track.length and not track.most_sets
    }
    return tuple(key for key in _full_indexes(board) if key in free)


@cache
def _restricted_by_colour(board: Board) -> dict[Card, tuple[str, ...]]:
    """For each colour the keys of the restricted tracks for which locomotives may pay too."""
    tracks = board.tracks.values()
    return _keys_by_colour([t for t in tracks if is_restricted(t) and not is_bound(t)])


@cache
def _bound_by_colour(board: Board) -> dict[Card, tuple[str, ...]]:
    """For each colour the keys of the tracks for which no locomotive may pay (M-2)."""
    return _keys_by_colour([track for track in board.tracks.values() if is_bound(track)])


def _keys_by_colour(tracks: list[Track]) -> dict[Card, tuple[str, ...]]:
    """For each colour the keys of the indexes of these tracks that it pays for, in one order."""
    keys = sorted({(track.colour, index_key(track)) for track in tracks if not track.most_sets})
    if not keys:
        return {}
    return {
        card: tuple(key for colour, key in keys if colour in (card, GRAY))
        for card in (*COLOURS, LOCOMOTIVE)
    }
