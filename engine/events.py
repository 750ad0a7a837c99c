"""Events of a game. One frozen class each; every chance outcome is a fact inside one (P-2).

Lists of cards and tickets that come from a shuffle are in drawing order: the first is on top.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from engine.actions import PlaceName
from engine.cards import Card
from engine.frozen import dataclass

Decision = Literal["setup", "turn", "second", "place", "keep", "rack", "tunnel"]
"""The kinds of open decision: first tickets, a turn, its second card, where a card goes, which
drawn tickets to keep, which ticket to rack before the first turn, an open tunnel."""

EndReason = Literal["final round", "passes"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The seats in playing order (P-3). ``shuffle`` is None where the organiser fixed it.

    ``teams`` lists the seats of each team, and is empty on boards without teams. ``rules`` is the
    version of the rules that the game is played by, None for the first.
    """

    order: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    shuffle: int | None
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The train cards, or the discards when the deck ran out, form a new deck (B-6)."""

    shuffle: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TicketsShuffled:
    """The ticket deck before the deal."""

    shuffle: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LongTicketsShuffled:
    """The deck of long tickets before the deal; what is not dealt never enters the game (M-6)."""

    shuffle: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The first train cards of a seat, off the top of the deck (B-2)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RowFilled:
    """Cards off the top of the deck lie face up in these slots (0 to 4)."""

    slots: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RowFlushed:
    """The whole row goes to the discards (B-5)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TicketsDealt:
    """The first tickets of a seat, long ones first; opens its choice (B-2, J-2, A-5, M-6)."""

    seat: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TicketsChosen:
    """A seat has made its first choice; the others learn only that."""

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """All have chosen: from now on the number of tickets each seat kept is public (B-2)."""

    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TicketsReturned:
    """Tickets go under the ticket deck, the first of them uppermost; ``shuffle`` as J-2 has it."""

    tickets: tuple[str, ...]
    shuffle: int | None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The turn passes to a seat. ``number`` counts the turns of the game from 1."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class DecisionOpened:
    """The turn of a seat goes on with another decision (P-1)."""

    seat: int
    kind: Decision


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew a card blind off the top of the deck (B-4)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took a face-up card; ``refill`` from the deck replaces it, None leaves a gap (B-6)."""

    seat: int
    slot: int
    card: Card
    refill: Card | None


@dataclass(frozen=True, slots=True)
class TicketsDrawn:
    """A seat drew tickets; opens the choice among them (B-10)."""

    seat: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A seat kept some of the tickets it drew; the others are under the deck (B-10).

    ``rack`` is the one of those kept that went to the team's rack (A-5).
    """

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...]
    rack: str | None = None


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A seat claimed a route with its own trains (B-7).

    ``colour``, ``locomotives``, ``cards`` and the two ``rack_`` counts as in
    :class:`engine.actions.Claim`; ``points`` were scored; ``closes`` lists the parallel tracks that
    nobody may claim now (B-9). ``mountain_points`` are those of the trains that went to the
    mountain pile (M-5), None where the track crosses no mountain.
    """

    seat: int
    track: str
    colour: Card
    locomotives: int
    points: int
    closes: tuple[str, ...] = ()
    rack_colour: int = 0
    rack_locomotives: int = 0
    mountain_points: int | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class BulletTrainPlaced:
    """A seat built a bullet route for all (J-3); its progress grew by the length of the route."""

    seat: int
    track: str
    colour: Card
    locomotives: int
    closes: tuple[str, ...] = ()
    rack_colour: int = 0
    rack_locomotives: int = 0


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A seat built a station in a city with n cards from its hand (M-4).

    ``colour`` and ``locomotives``, which are among the ``cards``, as in
    :class:`engine.actions.Claim`.
    """

    seat: int
    city: str
    colour: Card
    locomotives: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """The card that a seat has just drawn went to its hand or to the team's rack (A-3)."""

    seat: int
    place: PlaceName
    card: Card


@dataclass(frozen=True, slots=True)
class TicketRacked:
    """A seat has said which ticket it puts in the rack; its teammate does not see it yet (A-5)."""

    seat: int
    ticket: str


@dataclass(frozen=True, slots=True)
class TeamTicketsPlaced:
    """Both teammates have placed: their tickets, seat by seat, lie in the team's rack (A-5)."""

    team: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TicketsShared:
    """A seat spent its turn on moving tickets to the team's rack (A-6)."""

    seat: int
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TunnelOpened:
    """The cards of a claim on a tunnel are laid down and in no pile (A-8)."""

    seat: int
    track: str
    colour: Card
    locomotives: int
    rack_colour: int = 0
    rack_locomotives: int = 0


@dataclass(frozen=True, slots=True)
class TunnelTurnedUp:
    """Cards off the top of the deck were turned up; of them ``asks`` ask for another (A-8)."""

    seat: int
    cards: tuple[Card, ...]
    asks: int


@dataclass(frozen=True, slots=True)
class TunnelBuilt:
    """A tunnel was claimed; ``locomotives`` and the ``rack_`` counts are of the extra cards."""

    seat: int
    track: str
    points: int
    locomotives: int = 0
    rack_colour: int = 0
    rack_locomotives: int = 0
    closes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TunnelWithdrawn:
    """A seat took the cards it had laid down back to where they came from (A-8)."""

    seat: int
    track: str


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A seat without a legal action passed (B-14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """The clock skipped the turn of a seat that let it run out."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRoundStarted:
    """The last round has begun; the game ends with the next turn of ``last`` (B-11, J-8)."""

    last: int


@dataclass(frozen=True, slots=True)
class TicketResult:
    """One ticket at the end; ``end`` is the far end that a country ticket scored (M-8)."""

    ticket: str
    completed: bool
    points: int
    end: str | None = None


@dataclass(frozen=True, slots=True)
class StationResult:
    """A station at the end: its city, and the track that it lent or None (M-4)."""

    city: str
    track: str | None


@dataclass(frozen=True, slots=True)
class Score:
    """The final score of a side: a seat, or the seats of a team (B-12, J-9, A-11, A-12).

    ``total`` is routes + tickets and the bonuses, whose names end in ``_bonus``. What is None does
    not exist on the board (M-4, M-5, M-9, M-10): ``mountains`` are the mountain tracks claimed,
    ``connected`` the cities of the largest connected part of the side's own tracks.
    ``stations`` are in the order in which they were built, the ``station_bonus`` is for those that
    were not.
    """

    seats: tuple[int, ...]
    place: int
    total: int
    routes: int
    tickets: tuple[TicketResult, ...]
    completed: int
    longest: int = 0
    longest_bonus: int = 0
    progress: int = 0
    bullet_bonus: int = 0
    globetrotter_bonus: int = 0
    grand_tours: int | None = None
    grand_tour_bonus: int | None = None
    mountains: int | None = None
    mountain_bonus: int | None = None
    connected: int | None = None
    connected_bonus: int | None = None
    stations: tuple[StationResult, ...] | None = None
    station_bonus: int | None = None


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: scores of all sides, best place first (B-12, B-13)."""

    reason: EndReason
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A director took back all that happened after event ``to`` (P-1); the log keeps it.

    The game is as it was after ``to``, with the decisions of then opened again.
    ``learnt`` are the seats that had been shown hidden facts since; ``shuffles`` is how many
    shuffles the log holds, for their numbers never come twice.
    """

    to: int
    learnt: tuple[int, ...]
    shuffles: int


@dataclass(frozen=True, slots=True)
class PilesReshuffled:
    """The piles that nobody may know any more, in a new order after a take-back (P-1).

    An empty pile takes no shuffle: its number is None.
    """

    deck_shuffle: int | None
    deck: tuple[Card, ...]
    ticket_shuffle: int | None
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something at the table that the rules do not know: a deadline, a substitution, a pause."""

    type: str
    data: Any


Event: TypeAlias = (
    GameStarted
    | DeckShuffled
    | TicketsShuffled
    | LongTicketsShuffled
    | CardsDealt
    | RowFilled
    | RowFlushed
    | TicketsDealt
    | TicketsChosen
    | ChoicesRevealed
    | TicketsReturned
    | TurnStarted
    | DecisionOpened
    | CardDrawn
    | CardTaken
    | TicketsDrawn
    | TicketsKept
    | RouteClaimed
    | BulletTrainPlaced
    | StationBuilt
    | CardPlaced
    | TicketRacked
    | TeamTicketsPlaced
    | TicketsShared
    | TunnelOpened
    | TunnelTurnedUp
    | TunnelBuilt
    | TunnelWithdrawn
    | TurnPassed
    | TurnSkipped
    | FinalRoundStarted
    | GameEnded
    | TakenBack
    | PilesReshuffled
    | TableEvent
)
