"""The open tracks of a board, sorted so that what a hand can pay for is found at once.

A *lane* is the tracks that are paid for alike: one for each colour, one for gray routes, one for
bullet routes. Within a lane, tracks stand by length.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from engine.actions import Claim
from engine.board.model import Board, Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card

BULLET: Final = "bullet"


class Offer:
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


Shelf: TypeAlias = tuple[int, list[Offer]]
"""The open tracks of one length in one lane."""


def lane_of(track: Track) -> str:
    """Gets the lane of a track."""
    return BULLET if track.kind == "bullet" else track.colour


class Lanes:
    """The open tracks: ``open`` by id, ``lanes`` by lane as shelves in order of length."""

    __slots__ = ("lanes", "open")

    def __init__(self, board: Board) -> None:
        self.open = _offers(board).copy()
        self.lanes: dict[str, list[Shelf]] = {
            lane: [(length, list(offers)) for length, offers in shelves]
            for lane, shelves in _plan(board).items()
        }

    def close(self, track: Track) -> None:
        """Takes a track out, because it was claimed or because its twin was."""
        offer = self.open.pop(track.id)
        for length, offers in self.lanes[lane_of(track)]:
            if length == offer.length:
                offers.remove(offer)
                return

    def copy(self) -> Lanes:
        """Gets an independent copy; the offers are shared, they never change."""
        other = object.__new__(Lanes)
        other.open = self.open.copy()
        other.lanes = {
            lane: [(length, offers.copy()) for length, offers in shelves]
            for lane, shelves in self.lanes.items()
        }
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lanes) and self.open.keys() == other.open.keys()

    __hash__ = None  # type: ignore[assignment]


@cache
def _offers(board: Board) -> dict[str, Offer]:
    return {track.id: Offer(track) for track in board.tracks.values()}


@cache
def _plan(board: Board) -> dict[str, list[Shelf]]:
    plan: dict[str, list[Shelf]] = {lane: [] for lane in (*COLOURS, GRAY, BULLET)}
    for track in sorted(board.tracks.values(), key=lambda track: track.length):
        shelves = plan[lane_of(track)]
        if not shelves or shelves[-1][0] != track.length:
            shelves.append((track.length, []))
        shelves[-1][1].append(_offers(board)[track.id])
    return plan
