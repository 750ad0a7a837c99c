"""What a claim, a card and the time left are worth, seen from one seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, sqrt
from typing import Final

from engine.actions import Claim
from engine.board.model import Track
from engine.bots.plan import spends
from engine.cards import CARDS, COLOURS, COUNTS, LOCOMOTIVE, Card, Hand
from engine.network import longest_trail
from engine.view import View

TRAINS_A_TURN: Final = 1.25
"""Trains that a seat places in a turn, on average over a game."""
BULLETS_A_TURN: Final = 0.3
LEAD: Final = 4.0
"""So many spaces ahead, and the longest path is rather safe."""


def turns_left(view: View, seat: int) -> float:
    """Guesses how many turns this seat still has, the present one included (B-11, J-8, A-10)."""
    if view.final_seat is not None:
        return 1.0
    condition = view.board.final_round
    sides = view.teams or tuple((other,) for other in range(view.seats))
    stocks = {
        side: max(0, sum(view.trains[mate] for mate in side) - condition.trains)
        / (TRAINS_A_TURN * len(side))
        for side in sides
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
    """Gets what claiming a track adds to the score by itself (B-8, J-9)."""
    if spends(view, track):
        return view.board.route_points[track.length]
    progress = view.progress[seat]
    return _bullet_bonus(view, seat, progress + track.length) - _bullet_bonus(view, seat, progress)


def _bullet_bonus(view: View, seat: int, progress: int) -> float:
    """Guesses the bullet bonus at the end for a seat that has this progress now (J-9)."""
    bullets = view.board.bullet_trains
    assert bullets is not None
    if not progress:
        return bullets.no_progress
    spread = 1.0 + sqrt(2.5 * view.bullets)
    ahead = sum(
        _likely((other - progress) / spread)
        for rival, other in enumerate(view.progress)
        if rival != seat
    )
    by_place = bullets.bonus[view.seats]
    place = int(ahead)
    below = by_place[min(place + 1, len(by_place) - 1)]
    return by_place[place] + (ahead - place) * (below - by_place[place])


def longest_gain(view: View, seat: int, track: Track) -> float:
    """Guesses what claiming a track adds to the chance of the longest path, in points (B-12)."""
    bonus = view.board.bonuses.longest
    if not bonus:
        return 0.0
    side = view.side(seat)
    own = [claimed for mate in side for claimed in view.claims[mate]]
    others = view.teams or tuple((other,) for other in range(view.seats))
    best = max(
        longest_trail(view.board, [track for mate in other for track in view.claims[mate]])
        for other in others
        if other != side
    )
    before = longest_trail(view.board, own) - best
    after = longest_trail(view.board, [*own, track.id]) - best
    return bonus * (_likely(after / LEAD) - _likely(before / LEAD))


def _likely(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def shortage(purse: Hand, tracks: Collection[Track]) -> dict[Card, int]:
    """Gets how many cards of each colour a purse lacks for all these tracks together.

    A gray track is counted on the colour of which most is left over.
    """
    left = {colour: purse[colour] for colour in COLOURS}
    for track in tracks:
        if track.colour in left:
            left[track.colour] -= track.length
    for track in sorted(tracks, key=lambda track: -track.length):
        if track.colour not in left:
            colour = max(COLOURS, key=lambda colour: left[colour])
            left[colour] -= track.length
    return {colour: -count for colour, count in left.items() if count < 0}


def card_values(purse: Hand, tracks: Sequence[Track]) -> dict[Card, float]:
    """Gets how welcome each kind of card is to a purse that saves for these tracks."""
    lacking = shortage(purse, tracks)
    values = {colour: 0.15 + 0.04 * min(purse[colour], 6) for colour in COLOURS}
    for colour, count in lacking.items():
        values[colour] += 0.8 + 0.3 / count
    values[LOCOMOTIVE] = 1.6 if sum(lacking.values()) > purse[LOCOMOTIVE] else 0.7
    return values


def blind_value(view: View, purse: Hand, values: dict[Card, float]) -> float:
    """Gets the mean value of a card off the deck, given the cards that are seen elsewhere."""
    unseen = {
        card: COUNTS[card] - purse[card] - view.discards[card] - view.row.count(card)
        for card in CARDS
    }
    total = sum(unseen.values())
    return sum(values[card] * count for card, count in unseen.items()) / total if total else 0.0


def payment_cost(purse: Hand, claim: Claim, length: int, others: Collection[Track]) -> float:
    """Gets what a payment takes away from the other tracks a seat saves for."""
    after = purse.copy()
    after[LOCOMOTIVE] -= claim.locomotives
    if claim.locomotives < length:
        after[claim.colour] -= length - claim.locomotives
    lacking = sum(shortage(after, others).values()) - sum(shortage(purse, others).values())
    scattered = 0.02 * purse[claim.colour] if claim.colour != LOCOMOTIVE else 0.0
    return lacking + 1.3 * claim.locomotives - scattered
