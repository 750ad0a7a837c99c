"""The facts of a board: frozen, and shared by every game that is played on it (decision 151)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

TrackKind = Literal["normal", "bullet", "tunnel", "ferry", "mountain"]
TieBreak = Literal["longest path", "mountain tracks", "longest path bonus", "fewest stations"]
"""The measures that may rank sides equal in points and completed tickets (B-13)."""
EVENTS_PER_SEAT: Final = 115
"""The length of a game for each seat, where a board does not state it."""


@dataclass(frozen=True, slots=True)
class City:
    """A city or a junction (A-16).

    ``places`` are its positions on the picture, one for each region of the map that shows it: Tokyo
    and Kokura are drawn twice and are one city (J-7). An end place of a country has that country,
    and exactly one track (M-8).
    """

    key: str
    name: str
    junction: bool = False
    regions: tuple[str, ...] = ("main",)
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """One line of spaces between two cities; a double route is two tracks of one group (B-9).

    ``number`` is its place in the board file, ``group`` the place of its group in
    :attr:`Board.groups`, ``parallel`` whether that group holds more tracks than this one;
    ``turns_up`` is the number of cards a tunnel turns up (A-8; 0 elsewhere). Of the cards that pay
    for it at least ``least_locomotives`` are locomotives (M-1), and at most ``most_locomotives``
    may be (M-2). Up to ``most_sets`` sets of ``set_size`` cards stand in for one each (M-3).
    ``crossings`` is the number of trains that a claim puts on the mountain pile beside those of the
    spaces (M-5).
    """

    id: str
    number: int
    a: str
    b: str
    length: int
    colour: str
    kind: TrackKind
    group: int
    region: str = "main"
    turns_up: int = 0
    parallel: bool = False
    least_locomotives: int = 0
    most_locomotives: int = 9
    crossings: int = 0
    set_size: int = 0
    most_sets: int = 0


@dataclass(frozen=True, slots=True)
class FarEnd:
    """A far end of a country ticket: a city or a country by its key, the points, its places."""

    place: str
    points: int
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to connect and the printed points.

    A country ticket (M-8) has several ends ``far``: ``a`` is a city or a country, whose places are
    ``near``, ``b`` is empty, and ``points`` are those of its cheapest end.
    """

    id: str
    number: int
    a: str
    b: str
    points: int
    near: tuple[str, ...] = ()
    far: tuple[FarEnd, ...] = ()
    long: bool = False
    """Whether it is of the second deck, of which the first choice alone has any (M-6)."""

    @property
    def near_cities(self) -> tuple[str, ...]:
        """The cities one of which is an end of every way."""
        return self.near or (self.a,)

    @property
    def far_cities(self) -> tuple[str, ...]:
        """The cities one of which is the other end of every way."""
        return tuple(city for end in self.far for city in end.cities) or (self.b,)

    @property
    def most_points(self) -> int:
        """The points of the dearest end."""
        return max((end.points for end in self.far), default=self.points)


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """The number of tickets offered, and the number that must at least be kept.

    ``long`` of those offered are long tickets, and come first (M-6).
    """

    offer: int
    keep: int
    long: int = 0


@dataclass(frozen=True, slots=True)
class ParallelRoutes:
    """The rule by which tracks of a double or triple close (B-9, A-7).

    With at most ``closing_seats`` seats a group of n tracks takes ``claimable[n]`` claims; the
    pairs of cities in ``always_open`` are exempt, and with more seats every track is open.
    """

    closing_seats: int
    claimable: Mapping[int, int]
    always_open: frozenset[frozenset[str]] = frozenset()
    by_cities: bool = False
    """Whether tracks of different lengths between the same cities are parallel too (M-13)."""


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The condition that begins the last round (B-11, J-8, A-10).

    ``of`` says whose stock counts: the seat of the turn, any seat, or any team's two stocks
    together. ``trains`` is the largest stock that counts as low. ``bullets`` is the largest
    supply of bullet trains that counts as low, or None where there are none.
    """

    of: Literal["turn", "any", "team"]
    trains: int
    bullets: int | None = None


@dataclass(frozen=True, slots=True)
class BulletTrains:
    """The bullet mechanic (J-1, J-3, J-4, J-9): ``bonus[seats]`` lists the points by place."""

    supply: int
    bonus: Mapping[int, tuple[int, ...]]
    no_progress: int


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The team mechanic (A-1 to A-6): seats in a team, tickets that one turn may share."""

    size: int
    share_at_most: int


@dataclass(frozen=True, slots=True)
class Stations:
    """The station mechanic (M-4).

    ``cost`` lists the cards that each station of a seat takes, in the order in which they are
    built; each that is not built is worth ``points_left``.
    """

    cost: tuple[int, ...]
    points_left: int


@dataclass(frozen=True, slots=True)
class Bonuses:
    """End bonuses, 0 where a board does not award them (B-12, A-12).

    ``grand_tour[n]`` are the points for n grand tours, the last for any more (M-10);
    ``most_connected`` those for the most cities in one part of a network (M-9).
    """

    longest: int = 0
    globetrotter: int = 0
    grand_tour: tuple[int, ...] = ()
    most_connected: int = 0


@dataclass(frozen=True, eq=False)
class Board:
    """A board: the map as a network, the numbers of the rules, the mechanics switched on.

    ``digest`` is the SHA-256 of the facts (not of the picture), in hexadecimal; a game keeps the
    digest it was started with. ``typical_events`` is the usual length of a game by seats, where
    the file states it.
    """

    key: str
    name: str
    cities: Mapping[str, City]
    tracks: Mapping[str, Track]
    tickets: Mapping[str, Ticket]
    groups: tuple[tuple[str, ...], ...]
    seat_counts: tuple[int, ...]
    trains: int
    route_points: Mapping[int, int]
    setup_deal: TicketDeal
    draw_deal: TicketDeal
    returned_at_setup: Literal["seat order", "shuffled", "removed"]
    parallels: ParallelRoutes
    final_round: FinalRound
    bonuses: Bonuses
    digest: str
    bullet_trains: BulletTrains | None = None
    teams: TeamRules | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    """In this order, after points and completed tickets (B-13)."""
    notes: tuple[str, ...] = ()
    typical_events: Mapping[int, int] = field(default_factory=dict)
    returned_later: Literal["under", "removed"] = "under"
    locomotives: frozenset[str] | None = None
    """The kinds of track that locomotives may be played on; None is all of them (M-2)."""
    flush_at: int = 3
    """The number of locomotives in the row that flushes it; more than fit there for never (B-5)."""
    countries: Mapping[str, str] = field(default_factory=dict)
    """The names of the countries by their keys (M-8)."""
    crossing_points: int = 0
    """The points of each train on the mountain pile; 0 where there are no mountains (M-5)."""
    stations: Stations | None = None

    @property
    def has_tunnels(self) -> bool:
        """Whether any track is a tunnel (A-8)."""
        return _has_tunnels(self)

    @property
    def has_ferries(self) -> bool:
        """Whether any track is a ferry (M-1)."""
        return any(track.kind == "ferry" for track in self.tracks.values())

    @property
    def has_sets(self) -> bool:
        """Whether sets of any cards pay for a track (M-3)."""
        return bool(self.ferry_set or self.card_set)

    @property
    def ferry_set(self) -> int:
        """The cards of a set in place of a locomotive of a ferry; 0 for no sets (M-3)."""
        return _set_sizes(self)[0]

    @property
    def card_set(self) -> int:
        """The cards of a set in place of a card of a route, at most; 0 for none (M-3)."""
        return _set_sizes(self)[1]

    @property
    def has_junctions(self) -> bool:
        """Whether any city is a junction (A-16)."""
        return any(city.junction for city in self.cities.values())

    @property
    def has_mechanics(self) -> bool:
        """Whether the board has one of the mechanics that rulings M tell of."""
        removes = "removed" in (self.returned_at_setup, self.returned_later)
        tours = bool(self.bonuses.grand_tour)
        others = (
            *(self.has_ferries, self.has_sets, self.parallels.by_cities, self.crossing_points),
            *(self.bonuses.most_connected, self.setup_deal.long, self.stations),
        )
        return bool(self.locomotives or self.countries or removes or tours or any(others))

    @property
    def ticket_decks(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tickets of the ticket deck, and the long tickets, each in board order (M-6)."""
        return _ticket_decks(self)

    def place_name(self, key: str) -> str:
        """The name of a city or of a country (M-8)."""
        return self.countries[key] if key in self.countries else self.cities[key].name

    def typical_length(self, seats: int) -> int:
        """The number of events that a game of n seats usually has, or a guess at it."""
        return self.typical_events.get(seats, EVENTS_PER_SEAT * seats)

    def capacity(self, group: int, seats: int) -> int:
        """The number of claims that a group takes in a game of n seats (B-9, A-7)."""
        tracks = self.groups[group]
        if seats > self.parallels.closing_seats:
            return len(tracks)
        first = self.tracks[tracks[0]]
        if frozenset((first.a, first.b)) in self.parallels.always_open:
            return len(tracks)
        return self.parallels.claimable.get(len(tracks), len(tracks))

    @property
    def station_cities(self) -> tuple[str, ...]:
        """The cities that take a station, in board order: no end place of a country (M-4, M-8)."""
        return _station_cities(self)

    @property
    def tracks_of_city(self) -> Mapping[str, tuple[Track, ...]]:
        """The tracks that touch each city, in board order."""
        return _tracks_of_city(self)


@cache
def _tracks_of_city(board: Board) -> Mapping[str, tuple[Track, ...]]:
    touching: dict[str, list[Track]] = {key: [] for key in board.cities}
    for track in board.tracks.values():
        touching[track.a].append(track)
        touching[track.b].append(track)
    return {key: tuple(tracks) for key, tracks in touching.items()}


@cache
def _ticket_decks(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    tickets = board.tickets.values()
    ordinary = tuple(ticket.id for ticket in tickets if not ticket.long)
    return ordinary, tuple(ticket.id for ticket in tickets if ticket.long)


@cache
def _station_cities(board: Board) -> tuple[str, ...]:
    return tuple(city.key for city in board.cities.values() if city.country is None)


@cache
def _has_tunnels(board: Board) -> bool:
    return any(track.turns_up for track in board.tracks.values())


@cache
def _set_sizes(board: Board) -> tuple[int, int]:
    tracks = board.tracks.values()
    ferries = [track.set_size for track in tracks if track.kind == "ferry"]
    others = [track.set_size for track in tracks if track.kind != "ferry"]
    return max(ferries, default=0), max(others, default=0)
