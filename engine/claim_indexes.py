"""Claim indexes: open tracks that are paid for alike, with every claim that could be made on them.

There is one index for each colour, one for gray routes, one for bullet routes; one for each way in
which a claim is restricted, by the locomotives among the cards (M-1, M-2) or by trains for crossing
mountains (M-5); and one for what sets pay for (M-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.actions import Claim
from engine.board.model import Track
from engine.cards import CARD_COUNTS, COLOURS, LOCOMOTIVE, Card

BULLET_KEY: Final = "bullet"
SETS_KEY: Final = "sets"
NO_TRACK: Final = 1000
"""The length of the shortest of no tracks: more than anybody has cards."""
MOST_SPLITS: Final = 2000
"""At most this many lists of claims are kept; those of an empty board serve all games."""

_split: Final = cache(Claim)


class TrackClaims:
    """An open track with every claim that could be made on it, made once for all games.

    ``claims[colour][n]`` is the claim with n locomotives among that colour; ``locomotives`` is the
    claim with nothing else. On boards with teams ``racked[colour][n][held][own]`` is the one with n
    locomotives of which the hand pays ``held``, and ``own`` coloured cards, the rack the others
    (A-4).
    Claims with fewer than ``least`` locomotives or more than ``most`` of them are there and not
    legal (M-1, M-2). Up to ``most_sets`` sets make more ways to pay: for each :func:`hand_place`
    ``ways`` has those for which n locomotives, and m cards of one colour, are enough (M-3), and
    ``fewest_cards`` the cards of the first of them. ``with_sets`` are claims with sets by the
    counts of their cards, made when first listed.
    """

    __slots__ = (
        *("claims", "crossings", "group", "key", "least", "length", "locomotives", "most"),
        *("racked", "track", "trains"),
        *("colour_place", "fewest_cards", "most_sets", "plain", "ways", "with_sets"),
    )

    def __init__(self, track: Track, *, teams: bool = False) -> None:
        self.track = track.id
        self.length = length = track.length
        self.group = track.group
        self.least = track.least_locomotives
        self.most = track.most_locomotives
        self.crossings = track.crossings
        self.trains = length + track.crossings
        self.key = index_key(track)
        self.most_sets = track.most_sets
        colours = (track.colour,) if track.colour in COLOURS else COLOURS
        gray = len(COLOURS)
        self.ways = _ways(track)
        self.fewest_cards = [ways[0][0] if ways else NO_TRACK for ways in self.ways]
        self.with_sets: dict[int, Claim] = {}
        self.colour_place = COLOURS.index(track.colour) if track.colour in COLOURS else gray
        self.claims: dict[Card, list[Claim]] = {
            colour: [Claim(track.id, colour, n) for n in range(length)] for colour in colours
        }
        self.racked: dict[Card, list[list[list[Claim]]]] = {}
        if teams:
            self.racked = {
                colour: [
                    [
                        [
                            Claim(track.id, colour, n, length - n - own, n - held)
                            for own in range(length - n + 1)
                        ]
                        for held in range(n + 1)
                    ]
                    for n in range(length)
                ]
                for colour in colours
            }
        self.locomotives = Claim(track.id, LOCOMOTIVE, length)
        # By the number of locomotives, where one colour alone pays.
        self.plain = [*self.claims[track.colour], self.locomotives] if len(colours) == 1 else []


Way = tuple[int, int, int, int]
"""Cards in all; of those outside sets the locomotives and the coloured ones; cards in sets."""


HELD: Final = range(CARD_COUNTS[LOCOMOTIVE] + 1)
OWN: Final = range(max([CARD_COUNTS[colour] for colour in COLOURS]) + 1)
"""How many locomotives, and how many cards of one colour, anybody may have."""


def hand_place(held: int, own: int) -> int:
    """The place among all hands of one with n locomotives and m cards of one colour."""
    return held * len(OWN) + own


def _ways(track: Track) -> list[tuple[Way, ...]]:
    """The ways to pay for a track that takes sets, fewest cards first, then locomotives (M-3).

    There is an entry for each :func:`hand_place`; none where no sets are taken.
    """
    if not track.most_sets:
        return []
    found: list[Way] = []
    for sets in range(track.most_sets + 1):
        outside, filled = track.length - sets, sets * track.set_size
        least = max(0, track.least_locomotives - sets)
        most = min(outside, max(0, track.most_locomotives - sets))
        for n in range(least, most + 1):
            found.append((outside + filled, n, outside - n, filled))  # noqa: PERF401
    return [
        _same(tuple([way for way in found if way[1] <= held and way[2] <= own]))
        for held in HELD
        for own in OWN
    ]


@cache
def _same(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Equal ways as one object, of hundreds of hands on dozens of tracks."""
    return ways


def index_key(track: Track) -> str:
    """The key of the index that a track is in."""
    if track.most_sets:
        return SETS_KEY
    if is_limited(track):
        limits = f"{track.colour} {track.least_locomotives} {track.most_locomotives}"
        return f"{limits} {track.crossings}" if track.crossings else limits
    if track.crossings:
        return f"{track.colour} crossings {track.crossings}"
    return BULLET_KEY if track.kind == "bullet" else track.colour


def is_restricted(track: Track) -> bool:
    """Whether a claim asks for more than one card and one train a space (M-1, M-2, M-5)."""
    return is_limited(track) or track.crossings > 0


def is_limited(track: Track) -> bool:
    """Whether not every number of locomotives may pay for a track (M-1, M-2)."""
    return bool(track.least_locomotives) or track.most_locomotives < track.length


def is_bound(track: Track) -> bool:
    """Whether no locomotive may pay for a track, which asks for nothing else (M-2)."""
    return not track.most_locomotives and not track.crossings


class ClaimIndex:
    """The open tracks that are paid for alike, in order of length.

    ``counts_by_length[k]`` is how many of them have at most k spaces; a seat with fewer cards than
    the ``shortest`` of them has spaces can pay for none. ``columns[colour]`` has in the same order
    the claims with that colour alone, which are most of what is asked for. So what can be paid for
    is always the beginning of a list, without the tracks that are too short for the locomotives.
    ``splits`` are claims that were listed for a hand and a rack, until a track is taken out.
    """

    __slots__ = ("columns", "counts_by_length", "longest", "shortest", "splits", "tracks")

    def __init__(
        self,
        tracks: list[TrackClaims],
        counts_by_length: list[int],
        columns: dict[Card, list[Claim]],
    ) -> None:
        self.tracks = tracks
        self.counts_by_length = counts_by_length
        self.columns = columns
        self.longest = len(counts_by_length) - 1
        self.shortest = tracks[0].length if tracks else NO_TRACK
        self.splits: dict[tuple[Card, int, int, int, int, int], list[Claim]] = {}

    @classmethod
    def of(cls, offers: Sequence[TrackClaims], colours: Sequence[Card], longest: int) -> ClaimIndex:
        """The index of these tracks, which all these colours pay for."""
        tracks = sorted(offers, key=lambda offer: offer.length)
        counts = [sum([offer.length <= k for offer in offers]) for k in range(longest + 1)]
        columns = {colour: [offer.claims[colour][0] for offer in tracks] for colour in colours}
        return cls(tracks, counts, columns)

    def claims(self, colour: Card, count: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that n cards of a colour and m locomotives pay for.

        Of tracks with at most n ``spaces``; each claim has a card of the colour in it. First
        come those without locomotives, short tracks before long ones, then those with one …
        """
        ends = self.counts_by_length
        if spaces > self.longest:
            spaces = self.longest
        found = self.columns[colour][: ends[count if count < spaces else spaces]]
        if locomotives:
            tracks = self.tracks
            for n in range(1, locomotives + 1 if locomotives < spaces else spaces):
                cards = count + n
                end = ends[cards if cards < spaces else spaces]
                found += [offer.claims[colour][n] for offer in tracks[ends[n] : end]]
        return found

    def split_claims(
        self, colour: Card, own: int, count: int, held: int, locomotives: int, spaces: int
    ) -> list[Claim]:
        """As :meth:`claims`, each with its canonical split: what the hand lacks the rack pays.

        Of the cards of the colour ``own`` are in the hand, of the locomotives ``held`` (A-4).
        """
        if spaces > self.longest:
            spaces = self.longest
        key = (colour, own, count, held, locomotives, spaces)
        if (known := self.splits.get(key)) is not None:
            return known
        ends, tracks = self.counts_by_length, self.tracks
        end, paid = ends[count if count < spaces else spaces], ends[own if own < spaces else spaces]
        found = self.columns[colour][:paid]
        if paid < end:
            found += [offer.racked[colour][0][0][own] for offer in tracks[paid:end]]
        for n in range(1, locomotives + 1 if locomotives < spaces else spaces):
            cards, mine = count + n, own + n
            end = ends[cards if cards < spaces else spaces]
            paid = ends[mine if mine < spaces else spaces]
            from_hand = held if held < n else n
            # The last is the one for which the rack pays no coloured card.
            found += [offer.racked[colour][n][from_hand][-1] for offer in tracks[ends[n] : paid]]
            found += [offer.racked[colour][n][from_hand][own] for offer in tracks[paid:end]]
        if len(self.splits) >= MOST_SPLITS:
            self.splits = {}
        self.splits[key] = found
        return found

    def only_locomotives(self, held: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that n locomotives pay for alone, of which the hand has ``held``."""
        tracks = self.tracks[: self.counts_by_length[min(locomotives, spaces, self.longest)]]
        return [
            offer.locomotives
            if offer.length <= held
            else _split(offer.track, LOCOMOTIVE, offer.length, 0, offer.length - held)
            for offer in tracks
        ]

    def close(self, offer: TrackClaims) -> None:
        """Take a track out."""
        tracks, ends = self.tracks, self.counts_by_length
        self.splits = {}
        place = tracks.index(offer)
        del tracks[place]
        for column in self.columns.values():
            del column[place]
        for k in range(offer.length, len(ends)):
            ends[k] -= 1
        self.shortest = tracks[0].length if tracks else NO_TRACK

    def copy(self) -> ClaimIndex:
        """An independent copy; offers and claims are shared, they never change."""
        columns = {colour: column.copy() for colour, column in self.columns.items()}
        return ClaimIndex(self.tracks.copy(), self.counts_by_length.copy(), columns)


class RestrictedIndex(ClaimIndex):
    """The open tracks that are paid for alike, with ``least`` to ``most`` locomotives (M-1, M-2).

    Where ``most`` is less than a track is long, only locomotives do not pay for it. Each takes so
    many trains for ``crossings`` beside those of its spaces (M-5).
    """

    __slots__ = ("crossings", "least", "most")

    def __init__(
        self,
        tracks: list[TrackClaims],
        counts_by_length: list[int],
        columns: dict[Card, list[Claim]],
        least: int = 0,
        most: int = 0,
        crossings: int = 0,
    ) -> None:
        super().__init__(tracks, counts_by_length, columns)
        self.least = least
        self.most = most
        self.crossings = crossings

    @classmethod
    def limited(
        cls, offers: Sequence[TrackClaims], colours: Sequence[Card], longest: int
    ) -> RestrictedIndex:
        """The index of these tracks, which all these colours pay for; all are limited alike."""
        full, first = ClaimIndex.of(offers, colours, longest), offers[0]
        # Tracks that do not limit the locomotives may be of any length.
        limited = first.least or first.most < first.length
        most = first.most if limited else longest
        columns, counts = full.columns, full.counts_by_length
        return cls(full.tracks, counts, columns, first.least, most, first.crossings)

    def claims(self, colour: Card, count: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that n cards of a colour and m locomotives pay for."""
        if self.crossings:
            spaces = max(0, spaces - self.crossings)
            if not self.least and self.most >= self.longest:
                return super().claims(colour, count, locomotives, spaces)
        if not self.most:
            if self.shortest > count:
                return []
            most = count if count < spaces else spaces
            if most > self.longest:
                most = self.longest
            return self.columns[colour][: self.counts_by_length[most]]
        return [offer.claims[colour][n] for n, offer in self._paid(count, locomotives, spaces)]

    def split_claims(
        self, colour: Card, own: int, count: int, held: int, locomotives: int, spaces: int
    ) -> list[Claim]:
        """As :meth:`claims`, each with its canonical split: what the hand lacks the rack pays."""
        spaces = max(0, spaces - self.crossings)
        return [
            _split(offer.track, colour, n, max(0, offer.length - n - own), max(0, n - held))
            for n, offer in self._paid(count, locomotives, spaces)
        ]

    def _paid(self, count: int, locomotives: int, spaces: int) -> list[tuple[int, TrackClaims]]:
        """The tracks that n cards pay for, each with a number of locomotives among them."""
        ends, tracks, spaces = self.counts_by_length, self.tracks, min(spaces, self.longest)
        return [
            (n, offer)
            for n in range(self.least, min(locomotives, self.most, spaces - 1) + 1)
            for offer in tracks[ends[n] : ends[min(count + n, spaces)]]
        ]

    def only_locomotives(self, held: int, locomotives: int, spaces: int) -> list[Claim]:
        """The claims that n locomotives pay for alone, of which the hand has ``held``."""
        if self.most < self.shortest:
            return []
        spaces = max(0, spaces - self.crossings)
        return super().only_locomotives(held, min(locomotives, self.most), spaces)

    def copy(self) -> RestrictedIndex:
        """An independent copy; offers and claims are shared, they never change."""
        columns = {colour: column.copy() for colour, column in self.columns.items()}
        ends = self.counts_by_length.copy()
        limits = self.least, self.most, self.crossings
        return RestrictedIndex(self.tracks.copy(), ends, columns, *limits)


SetsGroup = tuple[int, list[int], list[TrackClaims]]


class SetsIndex(ClaimIndex):
    """The open tracks that sets of any cards pay for, by the colour that pays outside sets (M-3).

    Each of ``groups`` has the place of a colour in :data:`engine.cards.CARDS` (that of the
    locomotive for gray), for each :func:`hand_place` the fewest cards that pay for any of its
    tracks, and the tracks in order of length; ``fewest_cards`` are those that pay for any track of
    the empty board, ``fewest_from`` for a track or one after it in its group. What a hand pays for
    is no beginning of a list: engine.rules.sets looks at the tracks one by one, and no number of
    cards ever seems enough for the ``shortest``.
    """

    __slots__ = ("fewest_cards", "fewest_from", "groups")

    def __init__(
        self, groups: list[SetsGroup], fewest_cards: list[int], fewest_from: dict[str, list[int]]
    ) -> None:
        super().__init__([], [], {})
        self.groups = groups
        self.fewest_cards = fewest_cards
        self.fewest_from = fewest_from

    @classmethod
    def open(cls, offers: Sequence[TrackClaims]) -> SetsIndex:
        """The index of these tracks."""
        by_place: dict[int, list[TrackClaims]] = {}
        for offer in sorted(offers, key=lambda offer: (offer.colour_place, offer.length)):
            by_place.setdefault(offer.colour_place, []).append(offer)
        fewest_from = {
            offer.track: _fewest_cards(some[n:])
            for some in by_place.values()
            for n, offer in enumerate(some)
        }
        groups = [(place, fewest_from[some[0].track], some) for place, some in by_place.items()]
        return cls(groups, _fewest_cards(offers), fewest_from)

    def close(self, offer: TrackClaims) -> None:
        """Take a track out, and its group with the last one."""
        for at, (place, _, offers) in enumerate(self.groups):
            if place == offer.colour_place:
                offers.remove(offer)
                if offers:
                    self.groups[at] = (place, self.fewest_from[offers[0].track], offers)
                else:
                    del self.groups[at]
                return

    def copy(self) -> SetsIndex:
        """An independent copy; offers and claims are shared, they never change."""
        groups = [(place, fewest, offers.copy()) for place, fewest, offers in self.groups]
        return SetsIndex(groups, self.fewest_cards, self.fewest_from)


def _fewest_cards(offers: Sequence[TrackClaims]) -> list[int]:
    """For each :func:`hand_place` the fewest cards that pay for any of these tracks."""
    return [min(cards) for cards in zip(*[offer.fewest_cards for offer in offers], strict=True)]
