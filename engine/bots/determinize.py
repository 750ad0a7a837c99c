"""Worlds: the hidden part of a game, sampled so that it agrees with all that a seat has seen.

A world deals the cards that the seat does not see to the other hands, the other racks and the deck,
and the tickets that it does not know to the other seats and the ticket deck. Sizes are those of the
view, and cards that everybody saw go to a hand or a rack are there. Tickets of others are the
likelier the more of their way their side has already built.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Final

from engine.bots.playout.plan import FAR, way_for
from engine.bots.playout.table import NOBODY, OPEN, Table
from engine.bots.playout.terrain import CARD_NUMBERS, KINDS, Terrain, terrain_of
from engine.cards import CARD_COUNTS, CARDS, Hand
from engine.state import ReturnedTicket
from engine.view import View

FIT_AT_FIRST: Final = 1.0
FIT_AT_LAST: Final = 9.0
"""The power of e by which a ticket whose way is built is likelier than one not begun: when a
side has all its trains, and when it has none."""
LONG_KEPT: Final = 0.6
"""The share of seats that keep the long ticket they are offered (M-6), as a guess."""


class World:
    """The hidden part of a game in numbers (see :mod:`engine.bots.playout.terrain`).

    ``hands`` and ``tickets`` are by seat, ``racks`` and ``racked`` (tickets) by team. Both decks
    have their top at the end. Choices that are open are in ``offered``, by seat.
    """

    def __init__(self) -> None:
        self.hands: list[list[int]] = []
        self.racks: list[list[int]] = []
        self.deck: list[int] = []
        self.tickets: list[list[int]] = []
        self.racked: list[list[int]] = []
        self.ticket_deck: list[int] = []


def counts_of(hand: Hand) -> list[int]:
    """A hand as a list of counts."""
    return [hand[card] for card in CARDS]


class Sampler:
    """Samples worlds for a view.

    :raises ValueError: if the view is a spectator's.
    """

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("A spectator has nothing to sample for.")
        self.seat: int = view.seat
        self.view = view
        self.terrain: Terrain = terrain_of(view.board, view.seats)
        self.unseen: list[int] = _unseen_cards(view)
        self.hand_sizes: list[int] = view.hand_sizes[:]
        for other in view.card_to_place:
            if other != self.seat:
                self.hand_sizes[other] += 1
        self.own_hand: list[int] = counts_of(view.hands[self.seat])
        self.known_hands: list[list[int]] = [counts_of(hand) for hand in view.shown_hands]
        self.known_racks: list[list[int]] = [counts_of(rack) for rack in view.shown_racks]
        for other in view.card_to_place:
            if view.shown_card is not None:
                self.known_hands[other][CARD_NUMBERS[view.shown_card]] += 1
        self.known_hands[self.seat] = [0] * KINDS
        if view.teams:
            self.known_racks[view.team_of[self.seat]] = [0] * KINDS
        for known in self.known_hands + self.known_racks:
            for kind in range(KINDS):
                for _ in range(known[kind]):
                    self.unseen.remove(kind)
        self.unknown_tickets: list[int] = _unknown_tickets(view, self.terrain)
        long = {self.terrain.ticket_numbers[key] for key in view.board.ticket_decks[1]}
        self.unknown_long: list[int] = [n for n in self.unknown_tickets if n in long]
        self.unknown_ordinary: list[int] = [n for n in self.unknown_tickets if n not in long]
        self.ticket_counts: list[int] = []
        deal = view.board.setup_deal
        for other in range(view.seats):
            count = view.ticket_counts[other]
            if other != self.seat and other in view.pending and view.pending[other] == "setup":
                count = None
            if count is None or (other != self.seat and not view.setup_done):
                count = (deal.keep + deal.offer) // 2
            self.ticket_counts.append(count)
        self.own_tickets: list[int] = [
            self.terrain.ticket_numbers[key] for key in view.tickets[self.seat]
        ]
        # Those of which the place is known come first.
        self.returned: list[ReturnedTicket] = sorted(
            view.returned_tickets, key=lambda known: known.highest - known.lowest
        )
        self.weights: list[list[float]] = []

    def weigh(self, table: Table) -> None:
        """Weigh for each side how well each ticket fits what the side has built."""
        terrain = self.terrain
        nothing = list(range(terrain.cities))
        for side in range(len(table.sides)):
            weights = [1.0] * len(terrain.worth)
            costs = _lengths(table, side)
            trains = 0
            for seat in table.sides[side]:
                trains += table.trains[seat]
            used = 1.0 - trains / (self.view.board.trains * len(table.sides[side]))
            fit = FIT_AT_FIRST + (FIT_AT_LAST - FIT_AT_FIRST) * used
            for ticket in self.unknown_tickets:
                whole = way_for(table, terrain.length, nothing, ticket)[0]
                left = way_for(table, costs, table.part[side], ticket)[0]
                if left >= FAR:
                    weights[ticket] = 0.5
                else:
                    built = 1.0 - left / whole
                    weights[ticket] = exp(fit * built)
            self.weights.append(weights)

    def sample(self, rng: Random) -> World:
        """A world that agrees with the view."""
        view, seat = self.view, self.seat
        world = World()
        pool = self.unseen[:]
        _shuffle(pool, rng)
        for other in range(view.seats):
            if other == seat:
                world.hands.append(self.own_hand[:])
            else:
                world.hands.append(_dealt(pool, self.hand_sizes[other], self.known_hands[other]))
        for team in range(len(view.teams)):
            if team == view.team_of[seat]:
                world.racks.append(counts_of(view.racks[team]))
            else:
                world.racks.append(_dealt(pool, view.rack_sizes[team], self.known_racks[team]))
        world.deck = pool
        left = self.unknown_ordinary[:]
        _shuffle(left, rng)
        long = self.unknown_long[:]
        for other in range(view.seats):
            if other == seat:
                world.tickets.append(self.own_tickets[:])
            else:
                side = view.team_of[other] if view.teams else other
                held = self._picked(long, self._long_kept(other, rng), side, rng)
                count = self.ticket_counts[other] - len(held)
                world.tickets.append([*held, *self._picked(left, count, side, rng)])
        for team in range(len(view.teams)):
            if team == view.team_of[seat]:
                numbers = self.terrain.ticket_numbers
                world.racked.append([numbers[key] for key in view.ticket_racks[team]])
            else:
                world.racked.append(self._picked(left, view.ticket_rack_sizes[team], team, rng))
        if any(view.removed_counts):
            # Some of those left have gone out of the game, and nobody knows which (M-7).
            left = left[: view.ticket_deck_size - len(self.returned)]
        world.ticket_deck = self._over_returned(left, rng)
        return world

    def _long_kept(self, other: int, rng: Random) -> int:
        """The number of long tickets that another seat holds: it may have removed some (M-7)."""
        dealt = self.view.board.setup_deal.long
        kept = max(0, dealt - self.view.removed_counts[other]) if self.view.setup_done else 0
        for _ in range(dealt - kept):
            if rng.random() < LONG_KEPT:
                kept += 1
        return min(kept, self.ticket_counts[other])

    def _over_returned(self, left: list[int], rng: Random) -> list[int]:
        """The ticket deck: those that the seat returned where they lie, the others in between."""
        deck = [NOBODY] * (len(left) + len(self.returned))
        for known in self.returned:
            free = [
                place
                for place in range(known.lowest, min(known.highest + 1, len(deck)))
                if deck[place] == NOBODY
            ]
            place = free[int(rng.random() * len(free))]
            deck[place] = self.terrain.ticket_numbers[known.ticket]
        others = iter(left)
        return [next(others) if ticket == NOBODY else ticket for ticket in deck]

    def _picked(self, left: list[int], count: int, side: int, rng: Random) -> list[int]:
        """Take n tickets out of those left, by weight where they have been weighed."""
        picked: list[int] = []
        for _ in range(count):
            if not left:
                break
            if not self.weights:
                picked.append(left.pop())
                continue
            weights = self.weights[side]
            total = 0.0
            for ticket in left:
                total += weights[ticket]
            point = rng.random() * total
            place = 0
            for place in range(len(left)):
                point -= weights[left[place]]
                if point < 0:
                    break
            picked.append(left.pop(place))
        return picked


def _shuffle(items: list[int], rng: Random) -> None:
    place = len(items) - 1
    while place > 0:
        pick = int(rng.random() * (place + 1))
        item = items[place]
        items[place] = items[pick]
        items[pick] = item
        place -= 1


def _dealt(pool: list[int], size: int, known: list[int]) -> list[int]:
    """A hand of this size: the cards known to be in it, and others out of the pool."""
    hand = known[:]
    for _ in range(size - sum(known)):
        if pool:
            hand[pool.pop()] += 1
    return hand


def _unseen_cards(view: View) -> list[int]:
    """The train cards that the seat does not see, in the order of their kinds."""
    seat = view.seat
    assert seat is not None
    left = {card: CARD_COUNTS[card] - view.discards[card] for card in CARDS}
    seen: list[Hand] = [view.hands[seat]]
    if view.teams:
        seen.append(view.racks[view.team_of[seat]])
    for hand in seen:
        for card in CARDS:
            left[card] -= hand[card]
    for lying in view.row:
        if lying is not None:
            left[lying] -= 1
    waiting = view.card_to_place.get(seat)
    if waiting is not None:
        left[waiting] -= 1
    if view.tunnel is not None:
        left[view.tunnel.colour] -= view.tunnel.coloured
        left[CARDS[-1]] -= view.tunnel.locomotives
        for card in view.tunnel.turned_up:
            left[card] -= 1
    return [CARD_NUMBERS[card] for card in CARDS for _ in range(left[card])]


def _unknown_tickets(view: View, terrain: Terrain) -> list[int]:
    """The tickets of which the seat does not know where they are, in board order."""
    seat = view.seat
    assert seat is not None
    known = {*view.tickets_with_rack(seat), *view.offered[seat], *view.removed[seat]}
    known.update(view.chosen_for_rack.values())
    known.update([returned.ticket for returned in view.returned_tickets])
    return [number for number, key in enumerate(terrain.ticket_ids) if key not in known]


def _lengths(table: Table, side: int) -> list[int]:
    """The trains that each track takes a side: its length, FAR where it is not open."""
    terrain = table.terrain
    return [
        terrain.length[track] if table.owner[track] == OPEN else FAR
        for track in range(len(table.owner))
    ]
