"""The facts of which the story of a game is made: plain data, true of the events that count.

Seats and sides are numbers, tracks and tickets ids; words and names are given elsewhere. A side is
the seats that score together. ``turn`` counts the turns of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.board.model import TieBreak

Side: TypeAlias = tuple[int, ...]
DecidedBy: TypeAlias = Literal["routes", "tickets", "bonuses", "completed"] | TieBreak


@dataclass(frozen=True, slots=True)
class FirstTracks:
    """The first track that anybody laid, or the first bullet train."""

    seat: int
    track: str
    turn: int
    bullet: bool


@dataclass(frozen=True, slots=True)
class KeptTickets:
    """The seats that kept the most first tickets, and how many; all seats where all are alike."""

    seats: tuple[int, ...]
    count: int
    all_alike: bool


@dataclass(frozen=True, slots=True)
class FirstCompleted:
    """The first ticket that was held and completed."""

    side: Side
    ticket: str
    turn: int


@dataclass(frozen=True, slots=True)
class DearestClaim:
    """The claim of the most points, of equals that of the most cards, of equals the first."""

    seat: int
    track: str
    points: int
    cards: int
    turn: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """A claim after which a ticket of another side lacked ``after`` spaces, not ``before``."""

    seat: int
    track: str
    side: Side
    ticket: str
    before: int
    after: int | None
    completed: bool
    turn: int


@dataclass(frozen=True, slots=True)
class TunnelDecided:
    """A tunnel that asked for extra cards; ``built`` says whether they were paid."""

    seat: int
    track: str
    asks: int
    built: bool
    turn: int


@dataclass(frozen=True, slots=True)
class LongWait:
    """The most turns in a row in which a seat laid nothing; ``turn`` is the last of them."""

    seat: int
    turns: int
    turn: int


@dataclass(frozen=True, slots=True)
class FullHand:
    """The most cards in a hand, and the turn in which it first held them."""

    seat: int
    cards: int
    turn: int


@dataclass(frozen=True, slots=True)
class RowCleared:
    """The number of times that locomotives cleared the row."""

    times: int


@dataclass(frozen=True, slots=True)
class LeadChanged:
    """The number of times that another side came to lead alone in points, and the last of them."""

    times: int
    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class NeverCaught:
    """The only side that ever led alone in points on the board, since this turn."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class BulletsGone:
    """The turn in which the last bullet train was placed, and the seat that placed it."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """The number of times that directors took the game back."""

    times: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A seat whose holder took it over during the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The turn with whose end the final round began, and the seat that was to play last."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class RanDry:
    """The game ended because nobody laid or drew anything further."""

    turn: int


@dataclass(frozen=True, slots=True)
class LongestPath:
    """The sides with the longest path, its length, and what each of them earned."""

    sides: tuple[Side, ...]
    length: int
    points: int


@dataclass(frozen=True, slots=True)
class MostConnected:
    """The sides with the most connected cities, their number, and what each of them earned."""

    sides: tuple[Side, ...]
    cities: int
    points: int


@dataclass(frozen=True, slots=True)
class MostCompleted:
    """The sides with the most completed tickets, their number, and what each of them earned."""

    sides: tuple[Side, ...]
    completed: int
    points: int


@dataclass(frozen=True, slots=True)
class MostTours:
    """The sides with the most grand tours, their number, and what each of them earned (M-10)."""

    sides: tuple[Side, ...]
    tours: int
    points: int


@dataclass(frozen=True, slots=True)
class MostProgress:
    """The sides with the most progress by bullet trains, and what each of them earned."""

    sides: tuple[Side, ...]
    progress: int
    points: int


@dataclass(frozen=True, slots=True)
class AllCompleted:
    """A side that completed all of its tickets."""

    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class DearestFailed:
    """The ticket that cost its side the most, and the spaces that lacked; None for no way left."""

    side: Side
    ticket: str
    points: int
    spaces: int | None


@dataclass(frozen=True, slots=True)
class Decided:
    """The reason why its only winner won against ``other``.

    ``routes``: nobody else had as many points on the board. ``tickets``: with tickets, and not
    before, the winner was alone ahead. ``bonuses``: only with the bonuses. ``completed``: as
    many points, and more completed tickets. A tie-break: that, among equals in both (B-13).
    """

    by: DecidedBy
    winner: Side
    other: Side
    routes: tuple[int, int]
    tickets: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Won:
    """The sides in first place with their points, and how far the next were behind them."""

    sides: tuple[Side, ...]
    total: int
    next_sides: tuple[Side, ...]
    margin: int


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The game was ended in this turn, before its own end, and the places were given."""

    turn: int


Fact: TypeAlias = (
    FirstTracks
    | KeptTickets
    | FirstCompleted
    | DearestClaim
    | Blocked
    | TunnelDecided
    | LongWait
    | FullHand
    | RowCleared
    | LeadChanged
    | NeverCaught
    | BulletsGone
    | TookBack
    | HandedOver
    | FinalRound
    | RanDry
    | LongestPath
    | MostConnected
    | MostCompleted
    | MostTours
    | MostProgress
    | AllCompleted
    | DearestFailed
    | Decided
    | Won
    | EndedEarly
)
