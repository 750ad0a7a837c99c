"""Evaluation of a view: the worth of claims and cards to its seat, and the turns left to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from math import exp, sqrt
from typing import Final

from engine.actions import Claim, PlaceName
from engine.board.model import Board, Ticket, Track
from engine.bots.network_plan import NetworkPlan, RouteGraph, plan_network, trains_needed, turns_for
from engine.cards import BLIND, CARD_COUNTS, CARDS, COLOURS, LOCOMOTIVE, Card, Hand
from engine.network import longest_trail_length, most_connected
from engine.rules.teams import payable_cards
from engine.view import View

TRAINS_A_TURN: Final = 1.25
"""Trains that a seat places in a turn, on average over a game."""
BULLETS_A_TURN: Final = 0.3
SET_CARD_COST: Final = 0.5
"""The cards that one more card in a payment is worth, wanted nowhere: a draw less for later."""
SPARED_SET: Final = 2.2
"""The value of a locomotive that a ferry asks for, where it spares a set of cards (M-3)."""
TUNNEL_SPARE: Final = 1
"""The cards beyond its length that are collected for a tunnel (A-8)."""
SAFE_LEAD: Final = 4.0
"""This many spaces ahead, and the longest path is rather safe."""
SAFE_CITIES: Final = 2.0
"""This many cities ahead, and the most connected cities are rather safe."""


def turns_left(view: View, seat: int) -> float:
    """Guess how many turns this seat still has, the present one included (B-11, J-8, A-10)."""
    if view.last_seat is not None:
        return 1.0
    condition = view.board.final_round
    stocks = {
        side: max(0, sum(view.trains[mate] for mate in side) - condition.trains)
        / (TRAINS_A_TURN * len(side))
        for side in view.sides
    }
    fewest = min(stocks.values())
    if condition.bullets is not None:
        bullets = max(0, view.bullets - condition.bullets)
        fewest = max(fewest, bullets / BULLETS_A_TURN / view.seats)
    elif stocks[view.side(seat)] == fewest:
        # It is this side that will end the game, and it can take its time.
        fewest = max(fewest, sorted(stocks.values())[1] / 2)
    return fewest + 2


def points(view: View, seat: int, track: Track) -> float:
    """The points that claiming a track adds by itself (B-8, J-9, M-5)."""
    if trains_needed(view, track):
        return view.board.route_points[track.length] + track.crossings * view.board.crossing_points
    progress = view.progress[seat]
    return _bullet_bonus(view, seat, progress + track.length) - _bullet_bonus(view, seat, progress)


def _bullet_bonus(view: View, seat: int, progress: int) -> float:
    """Guess the bullet bonus at the end for a seat that has this progress now (J-9)."""
    bullets = view.board.bullet_trains
    assert bullets is not None
    if not progress:
        return bullets.no_progress
    spread = 1.0 + sqrt(2.5 * view.bullets)
    ahead = sum(
        _logistic((other - progress) / spread)
        for rival, other in enumerate(view.progress)
        if rival != seat
    )
    by_place = bullets.bonus[view.seats]
    place = int(ahead)
    below = by_place[min(place + 1, len(by_place) - 1)]
    return by_place[place] + (ahead - place) * (below - by_place[place])


def bonus_gain(view: View, seat: int, track: Track) -> float:
    """Guess what claiming a track adds to the chances of the longest path and of the most connected
    cities, in points (B-12, M-9).
    """
    bonuses = view.board.bonuses
    return sum(
        points * _lead_gain(view, seat, track, measured, safe)
        for points, measured, safe in (
            (bonuses.longest, longest_trail_length, SAFE_LEAD),
            (bonuses.most_connected, most_connected, SAFE_CITIES),
        )
        if points
    )


def _lead_gain(
    view: View,
    seat: int,
    track: Track,
    measured: Callable[[Board, Sequence[str]], int],
    safe: float,
) -> float:
    """What claiming a track adds to the chance of having the most of what is measured."""
    side = view.side(seat)
    own = [claimed for mate in side for claimed in view.claims[mate]]
    best = max(
        measured(view.board, [track for mate in other for track in view.claims[mate]])
        for other in view.sides
        if other != side
    )
    before, after = measured(view.board, own) - best, measured(view.board, [*own, track.id]) - best
    return _logistic(after / safe) - _logistic(before / safe)


def _logistic(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def shortage(payable: Hand, tracks: Collection[Track], spare: int) -> dict[Card, int]:
    """The number of cards of each colour still missing for all these tracks together.

    A gray track is counted on the colour of which most is left over, a tunnel with ``spare`` cards
    more.
    """

    def wanted(track: Track) -> int:
        # The locomotives of a ferry may be sets of what is left over (M-3).
        asked = track.least_locomotives if track.most_sets else 0
        return track.length - asked + (spare if track.turns_up else 0)

    left = {colour: payable[colour] for colour in COLOURS}
    for track in tracks:
        if track.colour in left:
            left[track.colour] -= wanted(track)
    for track in sorted(tracks, key=lambda track: -track.length):
        if track.colour not in left:
            colour = max(COLOURS, key=lambda colour: left[colour])
            left[colour] -= wanted(track)
    return {colour: -count for colour, count in left.items() if count < 0}


def card_values(payable: Hand, tracks: Sequence[Track], spare: int) -> dict[Card, float]:
    """The value of each kind of card to a seat that saves for these tracks."""
    lacking = shortage(payable, tracks, spare)
    values = {colour: 0.15 + 0.04 * min(payable[colour], 6) for colour in COLOURS}
    for colour, count in lacking.items():
        values[colour] += 0.8 + 0.3 / count
    values[LOCOMOTIVE] = 1.6 if sum(lacking.values()) > payable[LOCOMOTIVE] else 0.7
    if sum(track.least_locomotives for track in tracks if track.most_sets) > payable[LOCOMOTIVE]:
        values[LOCOMOTIVE] = SPARED_SET
    return values


def blind_value(view: View, payable: Hand, values: dict[Card, float]) -> float:
    """The mean value of a card off the deck, given the cards that are seen elsewhere."""
    unseen = {
        card: CARD_COUNTS[card] - payable[card] - view.discards[card] - view.row.count(card)
        for card in CARDS
    }
    total = sum(unseen.values())
    return sum(values[card] * count for card, count in unseen.items()) / total if total else 0.0


def payment_cost(
    payable: Hand, claim: Claim, length: int, others: Collection[Track], spare: int
) -> float:
    """The number of cards that a payment takes from the other tracks a seat saves for."""
    after = payable.copy()
    if claim.cards:
        return _cost_of_sets(payable, claim.cards, length, others, spare)
    after[LOCOMOTIVE] -= claim.locomotives
    if claim.locomotives < length:
        after[claim.colour] -= length - claim.locomotives
    lacking = _added_shortage(payable, after, others, spare)
    scattered = 0.02 * payable[claim.colour] if claim.colour != LOCOMOTIVE else 0.0
    return lacking + 1.3 * claim.locomotives - scattered


def _cost_of_sets(
    payable: Hand, cards: Sequence[Card], length: int, others: Collection[Track], spare: int
) -> float:
    """As :func:`payment_cost`, of cards by kind: each beyond the length costs its draw (M-3)."""
    after = payable.copy()
    for card in cards:
        after[card] -= 1
    lacking = _added_shortage(payable, after, others, spare)
    locomotives = payable[LOCOMOTIVE] - after[LOCOMOTIVE]
    return lacking + 1.3 * locomotives + SET_CARD_COST * (len(cards) - length)


def _added_shortage(before: Hand, after: Hand, tracks: Collection[Track], spare: int) -> int:
    missing = sum(shortage(after, tracks, spare).values())
    return missing - sum(shortage(before, tracks, spare).values())


class Evaluation:
    """The view of a seat, with the derived values that the planner uses repeatedly.

    ``tunnel_spare`` is the number of cards beyond its length that are collected for a tunnel.

    :raises ValueError: if the view is a spectator's.
    """

    def __init__(self, view: View, *, tunnel_spare: int = TUNNEL_SPARE) -> None:
        if view.seat is None:
            raise ValueError("A spectator has nothing to plan.")
        self.view = view
        self.tunnel_spare = tunnel_spare
        self.seat: int = view.seat
        self.payable = payable_cards(view, view.seat)
        self.turns_left = turns_left(view, view.seat)
        self.graph = RouteGraph(view, view.seat, self.payable)

    @cached_property
    def tickets(self) -> list[Ticket]:
        """The tickets that count for the seat as far as it knows them: its own, and the rack's."""
        view = self.view
        return [view.board.tickets[key] for key in view.tickets_with_rack(self.seat)]

    @cached_property
    def plan(self) -> NetworkPlan:
        """The network to build for the tickets."""
        return plan_network(self.graph, self.tickets, self.turns_left)

    @cached_property
    def claims(self) -> Mapping[str, Sequence[Claim]]:
        """The legal claims, by track."""
        found: dict[str, list[Claim]] = {}
        for action in self.view.legal_actions():
            if isinstance(action, Claim):
                found.setdefault(action.track, []).append(action)
        return found

    def payment(self, track: Track) -> Claim:
        """The claim of a track whose payment takes least from the plan."""
        return min(self.claims[track.id], key=self.payment_cost)

    def payment_cost(self, claim: Claim) -> float:
        """The number of cards that a payment takes from the rest of the plan."""
        track = self.view.board.tracks[claim.track]
        others = [other for other in self.plan.tracks if other is not track]
        return self.cost_for(claim, track.length, others)

    def cost_for(self, claim: Claim, length: int, others: Collection[Track]) -> float:
        """The number of cards that a payment takes from these other tracks."""
        return payment_cost(self.payable, claim, length, others, self.tunnel_spare)

    def card_values(self, tracks: Sequence[Track]) -> dict[Card, float]:
        """The value of each kind of card towards these tracks."""
        return card_values(self.payable, tracks, self.tunnel_spare)

    def draw_values(self, tracks: Sequence[Track]) -> dict[str, float]:
        """The value of each source of a card towards these tracks, the deck among them (B-4)."""
        view, values = self.view, self.card_values(tracks)
        values[BLIND] = blind_value(view, self.payable, values)
        if view.pending[self.seat] == "turn" and view.board.locomotives is None:
            # A face-up locomotive is the only card: it forgoes the second best.
            coloured = [values[card] for card in view.row if card and card != LOCOMOTIVE]
            values[LOCOMOTIVE] -= sorted([*coloured, values[BLIND], 0.0])[-2]
        return values

    def best_place(self, tracks: Sequence[Track]) -> PlaceName:
        """Where the card just drawn goes: what these tracks need where the mate can use it too
        (A-3).
        """
        card = self.view.card_to_place[self.seat]
        values = self.card_values(tracks)
        useful = card is not None and values[card] >= blind_value(self.view, self.payable, values)
        return "rack" if useful else "hand"

    def has_card_to_spare(self, track: Track, colour: Card) -> bool:
        """Whether the seat can pay for a track with this colour and one card more (A-9)."""
        held = self.payable[LOCOMOTIVE]
        return held + (self.payable[colour] if colour != LOCOMOTIVE else 0) > track.length

    @cached_property
    def within_reach(self) -> list[Track]:
        """The open tracks for which the seat has the trains, and time enough."""
        view = self.view
        return [
            track
            for key in view.open_tracks.by_id
            if key not in view.blocked_tracks[self.seat]
            and trains_needed(view, track := view.board.tracks[key]) <= view.trains[self.seat]
            and turns_for(self.payable, track) <= self.turns_left
        ]

    def points(self, track: Track) -> float:
        """The points that claiming a track adds by itself."""
        return points(self.view, self.seat, track)

    def rate(self, track: Track) -> float:
        """The points a turn of saving for a track and claiming it for its own sake."""
        return self.points(track) / turns_for(self.payable, track)

    def without(self, track: Track) -> NetworkPlan:
        """The plan for the same tickets if somebody else takes a track."""
        graph = RouteGraph(self.view, self.seat, self.payable, without=[track.id])
        return plan_network(graph, self.plan.tickets)
