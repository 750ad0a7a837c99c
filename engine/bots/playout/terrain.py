"""A board as lists of numbers, for games that are played out thousands of times.

Cities, tracks and tickets are their places in board order, colours their places in
:data:`engine.cards.CARDS`; 8 is a locomotive as a card and gray as the colour of a track.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.board.model import Board
from engine.cards import CARDS, GRAY

LOCO: Final = 8
"""The locomotive, as a card."""
ANY: Final = 8
"""Gray, as the colour of a track."""
KINDS: Final = 9

CARD_NUMBERS: Final[dict[str, int]] = {card: number for number, card in enumerate(CARDS)}


class Terrain:
    """The facts of a board for n seats. Lists are by track, city or ticket."""

    def __init__(self, board: Board, seats: int) -> None:
        cities = {key: number for number, key in enumerate(board.cities)}
        tracks = list(board.tracks.values())
        numbers = {track.id: number for number, track in enumerate(tracks)}
        self.seats: int = seats
        self.cities: int = len(cities)
        self.city_numbers: dict[str, int] = cities
        self.track_ids: list[str] = [track.id for track in tracks]
        self.track_numbers: dict[str, int] = numbers
        self.a: list[int] = [cities[track.a] for track in tracks]
        self.b: list[int] = [cities[track.b] for track in tracks]
        self.length: list[int] = [track.length for track in tracks]
        self.colour: list[int] = [
            ANY if track.colour == GRAY or track.colour not in CARD_NUMBERS
            else CARD_NUMBERS[track.colour]
            for track in tracks
        ]  # fmt: skip
        self.bullet: list[bool] = [track.kind == "bullet" for track in tracks]
        self.turns_up: list[int] = [track.turns_up for track in tracks]
        self.trains: list[int] = [track.length + track.crossings for track in tracks]
        self.points: list[int] = [
            board.route_points[track.length] + track.crossings * board.crossing_points
            for track in tracks
        ]
        self.group: list[int] = [track.group for track in tracks]
        self.groups: list[list[int]] = [[numbers[key] for key in group] for group in board.groups]
        self.capacity: list[int] = [
            board.capacity(group, seats) for group in range(len(board.groups))
        ]
        self.touching: list[list[int]] = [[] for _ in cities]
        for number in range(len(tracks)):
            self.touching[self.a[number]].append(number)
            self.touching[self.b[number]].append(number)
        tickets = list(board.tickets.values())
        self.ticket_ids: list[str] = [ticket.id for ticket in tickets]
        self.ticket_numbers: dict[str, int] = {
            ticket.id: number for number, ticket in enumerate(tickets)
        }
        # Of a country ticket these are one way of several; all are in `near`, `far` (M-8).
        self.from_city: list[int] = [cities[ticket.near_cities[0]] for ticket in tickets]
        self.to_city: list[int] = [cities[ticket.far_cities[0]] for ticket in tickets]
        self.near: list[list[int]] = [
            [cities[city] for city in ticket.near] if ticket.far else [] for ticket in tickets
        ]
        self.far: list[list[int]] = [
            [cities[city] for end in ticket.far for city in end.cities] for ticket in tickets
        ]
        self.far_points: list[list[int]] = [
            [end.points for end in ticket.far for _ in end.cities] for ticket in tickets
        ]
        self.worth: list[int] = [ticket.points for ticket in tickets]
        self.least_locomotives: list[int] = [track.least_locomotives for track in tracks]
        self.most_locomotives: list[int] = [track.most_locomotives for track in tracks]
        self.set_size: list[int] = [track.set_size for track in tracks]
        self.most_sets: list[int] = [track.most_sets for track in tracks]
        self.has_sets: bool = board.has_sets
        self.bound: bool = board.locomotives is not None
        self.flush_at: int = board.flush_at
        self.tours: bool = bool(board.bonuses.grand_tour)
        self.offer: int = board.draw_deal.offer
        self.longest_bonus: int = board.bonuses.longest
        self.most_connected: int = board.bonuses.most_connected
        self.globetrotter: int = board.bonuses.globetrotter
        self.low_trains: int = board.final_round.trains
        self.low_bullets: int = -1
        if board.final_round.bullets is not None:
            self.low_bullets = board.final_round.bullets
        self.counts_any: bool = board.final_round.of == "any"
        self.counts_team: bool = board.final_round.of == "team"
        self.bullet_bonus: list[int] = []
        self.no_progress: int = 0
        if board.bullet_trains is not None:
            self.bullet_bonus = list(board.bullet_trains.bonus[seats])
            self.no_progress = board.bullet_trains.no_progress


def worth_now(terrain: Terrain, part: list[int], ticket: int) -> int:
    """The points of a ticket with these connections: less than 0 where it is not completed.

    A country ticket scores its dearest end that is connected (M-8).
    """
    if not terrain.far[ticket]:
        joined = part[terrain.from_city[ticket]] == part[terrain.to_city[ticket]]
        return terrain.worth[ticket] if joined else -terrain.worth[ticket]
    best = -terrain.worth[ticket]
    points = terrain.far_points[ticket]
    for near in terrain.near[ticket]:
        here = part[near]
        for place, city in enumerate(terrain.far[ticket]):
            if part[city] == here and points[place] > best:
                best = points[place]
    return best


@cache
def terrain_of(board: Board, seats: int) -> Terrain:
    """The terrain of a board, made once."""
    return Terrain(board, seats)
