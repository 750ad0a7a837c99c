"""The state of a game as plain, mutable data: a fold of its events, an open tunnel included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Protocol, Self, TypeVar

from engine.actions import PlaceName
from engine.board.model import Board
from engine.cards import LOCOMOTIVE, ROW_SIZE, Card, Hand, empty_hand
from engine.events import Decision, GameEnded
from engine.frozen import dataclass as fact
from engine.open_tracks import OpenTracks
from engine.rules.versions import RULES_VERSION, Rules, rules_of


@dataclass(frozen=True, slots=True)
class OpenTunnel:
    """A claim on a tunnel that waits for its extra cards.

    ``coloured`` and ``locomotives`` cards are laid down, of which the ``rack_`` counts came from
    the team's rack; ``asks`` is the number of extra cards that the turned-up ones ask for.
    """

    seat: int
    track: str
    colour: Card
    coloured: int
    locomotives: int
    rack_colour: int = 0
    rack_locomotives: int = 0
    turned_up: tuple[Card, ...] = ()
    asks: int = 0

    def with_cards(self, cards: Sequence[Card], asks: int) -> OpenTunnel:
        """The tunnel with more cards turned up."""
        return OpenTunnel(
            self.seat, self.track, self.colour, self.coloured, self.locomotives,
            self.rack_colour, self.rack_locomotives,
            (*self.turned_up, *cards), self.asks + asks,
        )  # fmt: skip


@fact(frozen=True, slots=True)
class ReturnedTicket:
    """A ticket that is in the ticket deck for sure, as the seat that gave it back knows.

    The number of tickets under it is from ``lowest`` to ``highest``, which differ where it was
    shuffled among others. In a state both are counted from the ticket that was the lowest at first,
    so that they stay when others are put under it: see ``tickets_put_under``.
    """

    seat: int
    ticket: str
    lowest: int
    highest: int


def count_asking_cards(colour: Card, cards: Sequence[Card]) -> int:
    """The number of these turned-up cards that ask for an extra one (A-8).

    Those of the colour laid down and locomotives do; where only locomotives were laid down, only
    locomotives.

    >>> count_asking_cards("red", ["red", "blue", "locomotive"])
    2
    >>> count_asking_cards("locomotive", ["red", "locomotive"])
    1
    """
    return sum([card in (colour, LOCOMOTIVE) for card in cards])


T = TypeVar("T")


class Shuffler(Protocol):
    """The source of chance: an order for these items, for the shuffle of this number."""

    def shuffle(self, items: list[T], number: int) -> list[T]: ...


@dataclass(slots=True, eq=False, repr=False)
class State:
    """A game in progress or finished.

    Lists are indexed by seat. ``deck`` and ``ticket_deck`` have their top at the end. The state
    holds everything, hidden facts included: show people an :func:`engine.view` of it, never this.
    """

    board: Board
    seats: int
    rules: Rules = field(init=False)
    """The version of the rules that the game began with."""
    seq: int = -1
    """The number of the last event applied."""
    order: tuple[int, ...] = field(init=False)
    next_seat: dict[int, int] = field(default_factory=dict)
    teams: tuple[tuple[int, ...], ...] = ()
    shuffles: int = 0
    """The number of shuffles in the log, which is the number of the next one."""

    pending: dict[int, Decision] = field(default_factory=dict)
    """The open decisions, by seat."""
    decision_seqs: dict[int, int] = field(default_factory=dict)
    """The number of each open decision: the seq of the event that opened it."""
    turn: int = 0
    turn_seat: int | None = None
    last_seat: int | None = None
    """The seat whose turn ends the final round, once that has begun (B-11)."""
    consecutive_passes: int = 0
    """The number of passes in a row (B-14)."""
    idle_turns: int = 0
    """The number of passes and withdrawn tunnels in a row (A-15)."""
    setup_done: bool = False
    """Whether the first choice of tickets is over."""
    outcome: GameEnded | None = None

    deck: list[Card] = field(default_factory=list)
    row: list[Card | None] = field(default_factory=lambda: [None] * ROW_SIZE)
    discards: Hand = field(default_factory=empty_hand)
    ticket_deck: list[str] = field(default_factory=list)
    returned_tickets: list[ReturnedTicket] = field(default_factory=list)
    """The tickets that were given back and cannot have been drawn since."""
    tickets_put_under: int = 0
    """How many were put under the deck; ``lowest`` and ``highest`` are too low by this."""
    long_ticket_deck: list[str] = field(default_factory=list)
    """The long tickets that have not been dealt; after the deal they are out of the game (M-6)."""

    hands: list[Hand] = field(init=False)
    shown_hands: list[Hand] = field(init=False)
    """The cards of each hand that everybody saw go there: taken face up, or taken back from a
    tunnel, and not paid since."""
    tickets: list[list[str]] = field(init=False)
    offered: list[tuple[str, ...]] = field(init=False)
    """The tickets a seat may choose from, or those it gave back until all have chosen (B-2)."""
    removed: list[list[str]] = field(init=False)
    """The tickets that each seat has taken out of the game by not keeping them (M-7)."""
    trains: list[int] = field(init=False)
    points: list[int] = field(init=False)
    """Points on the board so far: those of routes and of mountain crossings (B-8, M-5)."""
    mountain_trains: list[int] = field(init=False)
    """The trains of each seat on the mountain pile (M-5)."""

    owner: dict[str, int] = field(default_factory=dict)
    """Track to the seat that claimed it, or, of a bullet route, that built it for all."""
    claims: list[list[str]] = field(init=False)
    """The tracks of each seat's own network; bullet routes are in nobody's."""
    blocked_tracks: list[set[str]] = field(init=False)
    """The tracks beside one of the seat's that were left open, which it may not claim (B-9)."""
    open_tracks: OpenTracks = field(init=False)
    """The tracks that are still open."""
    bullets: int = field(init=False)
    progress: list[int] = field(init=False)
    stations: list[list[str]] = field(init=False)
    """The cities with a station of each seat, as they were built; empty without stations (M-4)."""

    team_of: dict[int, int] = field(default_factory=dict)
    racks: list[Hand] = field(default_factory=list)
    """The card rack of each team (A-2)."""
    shown_racks: list[Hand] = field(default_factory=list)
    """The cards of each rack that everybody saw go there."""
    ticket_racks: list[list[str]] = field(default_factory=list)
    chosen_for_rack: dict[int, str] = field(default_factory=dict)
    """Tickets chosen for the rack by seats whose teammate has not chosen yet (A-5)."""
    card_to_place: dict[int, Card] = field(default_factory=dict)
    """The card that a seat has drawn and not yet placed; in no hand and no rack (A-3)."""
    shown_card: Card | None = None
    """The card to place where it was taken face up."""
    first_card_place: PlaceName | None = None
    """The place of the first card of this turn, while the second is to come."""
    tunnel: OpenTunnel | None = None

    def __post_init__(self) -> None:
        board, seats = self.board, range(self.seats)
        self.rules = rules_of(RULES_VERSION)
        self.order = tuple(seats)
        self.hands = [empty_hand() for _ in seats]
        self.shown_hands = [empty_hand() for _ in seats]
        self.tickets = [[] for _ in seats]
        self.offered = [() for _ in seats]
        self.removed = [[] for _ in seats]
        self.trains = [board.trains for _ in seats]
        self.points = [0 for _ in seats]
        self.mountain_trains = [0 for _ in seats]
        self.claims = [[] for _ in seats]
        self.blocked_tracks = [set() for _ in seats]
        self.open_tracks = OpenTracks.of(board)
        self.bullets = board.bullet_trains.supply if board.bullet_trains else 0
        self.progress = [0 for _ in seats]
        self.stations = [[] for _ in seats] if board.stations else []

    @property
    def deck_size(self) -> int:
        """The number of cards left to draw blind."""
        return len(self.deck)

    @property
    def ticket_deck_size(self) -> int:
        """The number of tickets left to draw."""
        return len(self.ticket_deck)

    def copy(self) -> Self:
        """An independent copy."""
        kind = type(self)
        other = kind.__new__(kind)
        for name in FIELDS:
            setattr(other, name, _copied(getattr(self, name)))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in FIELDS)


FIELDS: Final = tuple(part.name for part in fields(State))
"""The names of all that a state holds."""


def _copied(value: object) -> object:
    """A copy of a mutable value: a container, and the containers in a list of them."""
    if isinstance(value, list):
        return [part.copy() for part in value] if value and hasattr(value[0], "copy") else value[:]
    return value.copy() if isinstance(value, dict | set | OpenTracks) else value
