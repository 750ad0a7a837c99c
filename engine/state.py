"""The state of a game as plain, mutable data: a fold of its events, an open tunnel included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self, TypeVar

from engine.actions import PlaceName
from engine.board.model import Board
from engine.cards import LOCOMOTIVE, ROW_SIZE, Card, Hand, empty_hand
from engine.events import Decision, GameEnded
from engine.open_tracks import OpenTracks


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
        return replace(self, turned_up=(*self.turned_up, *cards), asks=self.asks + asks)


def count_asking_cards(colour: Card, cards: Sequence[Card]) -> int:
    """The number of these turned-up cards that ask for an extra one (A-8).

    Those of the colour laid down and locomotives do; where only locomotives were laid down, only
    locomotives.

    >>> count_asking_cards("red", ["red", "blue", "locomotive"])
    2
    >>> count_asking_cards("locomotive", ["red", "locomotive"])
    1
    """
    return sum(card in (colour, LOCOMOTIVE) for card in cards)


T = TypeVar("T")


class Shuffler(Protocol):
    """The source of chance: an order for these items, for the shuffle of this number."""

    def shuffle(self, items: list[T], number: int) -> list[T]: ...


class State:
    """A game in progress or finished.

    Lists are indexed by seat. ``deck`` and ``ticket_deck`` have their top at the end. The state
    holds everything, hidden facts included: show people an :func:`engine.view` of it, never this.
    """

    __slots__ = (
        "blocked_groups",
        "board",
        "bullets",
        "card_to_place",
        "chosen_for_rack",
        "claims",
        "consecutive_passes",
        "decision_seqs",
        "deck",
        "discards",
        "first_card_place",
        "hands",
        "idle_turns",
        "last_seat",
        "next_seat",
        "offered",
        "open_tracks",
        "order",
        "outcome",
        "owner",
        "pending",
        "points",
        "progress",
        "racks",
        "row",
        "seats",
        "seq",
        "setup_done",
        "shuffles",
        "team_of",
        "teams",
        "ticket_deck",
        "ticket_racks",
        "tickets",
        "trains",
        "tunnel",
        "turn",
        "turn_seat",
    )

    def __init__(self, board: Board, seats: int) -> None:
        self.board = board
        self.seats = seats
        self.seq = -1
        """The number of the last event applied."""
        self.order: tuple[int, ...] = tuple(range(seats))
        self.next_seat: dict[int, int] = {}
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.shuffles = 0
        """The number of shuffles in the log, which is the number of the next one."""

        self.pending: dict[int, Decision] = {}
        """The open decisions, by seat."""
        self.decision_seqs: dict[int, int] = {}
        """The number of each open decision: the seq of the event that opened it."""
        self.turn = 0
        self.turn_seat: int | None = None
        self.last_seat: int | None = None
        self.consecutive_passes = 0
        """The number of passes in a row (B-14)."""
        self.idle_turns = 0
        """The number of passes and withdrawn tunnels in a row (A-15)."""
        self.setup_done = False
        """Whether the first choice of tickets is over."""
        self.outcome: GameEnded | None = None

        self.deck: list[Card] = []
        self.row: list[Card | None] = [None] * ROW_SIZE
        self.discards: Hand = empty_hand()
        self.ticket_deck: list[str] = []

        self.hands: list[Hand] = [empty_hand() for _ in range(seats)]
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.offered: list[tuple[str, ...]] = [() for _ in range(seats)]
        """The tickets a seat may choose from, or those it gave back until all have chosen (B-2)."""
        self.trains = [board.trains] * seats
        self.points = [0] * seats
        """Route points so far."""

        self.owner: dict[str, int] = {}
        """Track to the seat that claimed it, or, of a bullet route, that built it for all."""
        self.claims: list[list[str]] = [[] for _ in range(seats)]
        """The tracks of each seat's own network; bullet routes are in nobody's."""
        self.blocked_groups: list[set[int]] = [set() for _ in range(seats)]
        """The groups with a track of the seat and an open one, which it may not claim (B-9)."""
        self.open_tracks = OpenTracks(board)
        """The tracks that are still open."""
        self.bullets = board.bullet_trains.supply if board.bullet_trains else 0
        self.progress = [0] * seats

        self.team_of: dict[int, int] = {}
        self.racks: list[Hand] = []
        """The card rack of each team (A-2)."""
        self.ticket_racks: list[list[str]] = []
        self.chosen_for_rack: dict[int, str] = {}
        """Tickets chosen for the rack by seats whose teammate has not chosen yet (A-5)."""
        self.card_to_place: dict[int, Card] = {}
        """The card that a seat has drawn and not yet placed; in no hand and no rack (A-3)."""
        self.first_card_place: PlaceName | None = None
        """The place of the first card of this turn, while the second is to come."""
        self.tunnel: OpenTunnel | None = None

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
        other = object.__new__(type(self))
        for name in State.__slots__:
            setattr(other, name, _copied(getattr(self, name)))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _copied(value: object) -> object:
    """A copy of a mutable value: a container, and the containers in a list of them."""
    if isinstance(value, list):
        return [part.copy() for part in value] if value and hasattr(value[0], "copy") else value[:]
    return value.copy() if isinstance(value, dict | set | OpenTracks) else value
