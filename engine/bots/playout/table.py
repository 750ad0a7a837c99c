"""The state of a game that is played out in numbers, and the changes that moves make to it."""

from __future__ import annotations

from typing import Final

from engine.bots.playout.lending import Lenders
from engine.bots.playout.sets import sets_for, spare_for_sets
from engine.bots.playout.terrain import ANY, KINDS, LOCO, Terrain

OPEN: Final = -1
CLOSED: Final = -2
NOBODY: Final = -1
MAX_FLUSHES: Final = 20


class Table:
    """A game in numbers. Lists are by seat or, for what teams share, by side.

    ``part`` says for each side and city which city represents all it is connected to. ``plans``
    are the tracks that a side means to claim, ``stale`` those that have to be made again.
    """

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.side_of: list[int] = []
        self.sides: list[list[int]] = []
        self.next_seat: list[int] = []
        self.owner: list[int] = []
        self.taken: list[list[int]] = []
        self.part: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.racks: list[list[int]] = []
        self.trains: list[int] = []
        self.points: list[int] = []
        self.progress: list[int] = []
        self.bullets: int = 0
        self.deck: list[int] = []
        self.row: list[int] = []
        self.discards: list[int] = []
        self.tickets: list[list[int]] = []
        self.ticket_deck: list[int] = []
        self.plans: list[list[int]] = []
        self.stale: list[bool] = []
        self.last_seat: int = NOBODY
        self.has_racks: bool = False
        self.lenders: Lenders = Lenders([], 0, [], [])
        self.chance: int = 1

    def copy(self) -> Table:
        """An independent copy."""
        other = Table(self.terrain)
        other.side_of = self.side_of
        other.sides = self.sides
        other.next_seat = self.next_seat
        other.owner = self.owner[:]
        other.taken = [list(part) for part in self.taken]
        other.part = [list(part) for part in self.part]
        other.hands = [list(hand) for hand in self.hands]
        other.racks = [list(rack) for rack in self.racks]
        other.trains = self.trains[:]
        other.points = self.points[:]
        other.progress = self.progress[:]
        other.bullets = self.bullets
        other.deck = self.deck[:]
        other.row = self.row[:]
        other.discards = self.discards[:]
        other.tickets = [list(held) for held in self.tickets]
        other.ticket_deck = self.ticket_deck[:]
        other.plans = [list(plan) for plan in self.plans]
        other.stale = self.stale[:]
        other.last_seat = self.last_seat
        other.has_racks = self.has_racks
        other.lenders = self.lenders.copy()
        other.chance = self.chance
        return other

    def held(self, seat: int) -> list[int]:
        """The cards that a seat may pay with: its hand, and the rack of its side."""
        hand = self.hands[seat]
        if not self.has_racks:
            return hand
        rack = self.racks[self.side_of[seat]]
        return [hand[kind] + rack[kind] for kind in range(KINDS)]

    def pay(self, seat: int, kind: int, count: int) -> None:
        """Discard cards of a kind, from the hand before the rack."""
        if count <= 0:
            return
        hand = self.hands[seat]
        own = hand[kind] if hand[kind] < count else count
        hand[kind] -= own
        if own < count:
            self.racks[self.side_of[seat]][kind] -= count - own
        self.discards[kind] += count

    def take_track(self, seat: int, track: int) -> None:
        """Give a track to a seat: trains, points, what it joins and what it closes."""
        terrain = self.terrain
        length = terrain.length[track]
        side = self.side_of[seat]
        self.owner[track] = seat
        a, b = terrain.a[track], terrain.b[track]
        if terrain.bullet[track] and self.bullets > 0:
            self.bullets -= 1
            self.progress[seat] += length
            for other in range(len(self.sides)):
                self.join(other, a, b)
                if track in self.plans[other]:
                    self.plans[other].remove(track)
        else:
            self.trains[seat] -= terrain.trains[track]
            self.points[seat] += terrain.points[track]
            self.taken[side].append(track)
            self.join(side, a, b)
            for other in range(len(self.sides)):
                if track in self.plans[other]:
                    if other == side:
                        self.plans[other].remove(track)
                    else:
                        self.stale[other] = True
        group = terrain.groups[terrain.group[track]]
        if len(group) > 1:
            claimed = 0
            for twin in group:
                if self.owner[twin] >= 0:
                    claimed += 1
            if claimed >= terrain.capacity[terrain.group[track]]:
                for twin in group:
                    if self.owner[twin] == OPEN:
                        self._close(twin)

    def _close(self, track: int) -> None:
        self.owner[track] = CLOSED
        for other in range(len(self.sides)):
            if track in self.plans[other]:
                self.stale[other] = True

    def join(self, side: int, a: int, b: int) -> None:
        part = self.part[side]
        kept, gone = part[a], part[b]
        if kept == gone:
            return
        for city in range(len(part)):
            if part[city] == gone:
                part[city] = kept

    def draw_blind(self) -> int:
        """Take the top card of the deck; -1 where there is none."""
        if not self.deck:
            self.reshuffle()
            if not self.deck:
                return -1
        return self.deck.pop()

    def reshuffle(self) -> None:
        """Make a new deck of the discards."""
        discards = self.discards
        deck = self.deck
        for kind in range(KINDS):
            for _ in range(discards[kind]):
                deck.append(kind)
            discards[kind] = 0
        chance = self.chance
        place = len(deck) - 1
        while place > 0:
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            pick = (chance >> 8) % (place + 1)
            card = deck[place]
            deck[place] = deck[pick]
            deck[pick] = card
            place -= 1
        self.chance = chance

    def refill(self) -> None:
        """Fill the gaps of the row, and flush it where it shows three locomotives (B-5)."""
        row = self.row
        for _ in range(MAX_FLUSHES):
            locomotives = 0
            for slot in range(len(row)):
                if row[slot] < 0:
                    row[slot] = self.draw_blind()
                if row[slot] == LOCO:
                    locomotives += 1
            if locomotives < self.terrain.flush_at:
                return
            if len(self.deck) < 8:
                return
            for slot in range(len(row)):
                if row[slot] >= 0:
                    self.discards[row[slot]] += 1
                row[slot] = -1

    def can_take(self, seat: int, track: int) -> bool:
        """Whether a track is open to a seat that has the trains for it (B-7, B-9)."""
        if self.owner[track] != OPEN:
            return False
        terrain = self.terrain
        if self.trains[seat] < terrain.trains[track] and not (
            terrain.bullet[track] and self.bullets > 0
        ):
            return False
        group = terrain.groups[terrain.group[track]]
        if len(group) > 1:
            for twin in group:
                if self.owner[twin] == seat:
                    return False
        return True

    def locomotives_for(self, held: list[int], track: int, kind: int) -> int:
        """The locomotives that a track takes where this kind pays for it; -1 if it cannot."""
        terrain = self.terrain
        length = terrain.length[track]
        have = held[kind] if kind != LOCO else 0
        lacking = length - have if have < length else 0
        if lacking < terrain.least_locomotives[track]:
            lacking = terrain.least_locomotives[track]
        if lacking > held[LOCO] or lacking > terrain.most_locomotives[track]:
            return -1
        return lacking

    def claim(self, seat: int, track: int, kind: int, locomotives: int) -> bool:
        """Pay and take a track; a tunnel may fail. Say whether it was claimed."""
        terrain = self.terrain
        asked = 0
        if terrain.turns_up[track]:
            for _ in range(terrain.turns_up[track]):
                card = self.draw_blind()
                if card < 0:
                    break
                self.discards[card] += 1
                if card in (kind, LOCO):
                    asked += 1
        coloured = terrain.length[track] - locomotives
        if asked:
            held = self.held(seat)
            spare = held[kind] - coloured if kind != LOCO else 0
            extra = asked - spare if asked > spare else 0
            if held[LOCO] - locomotives < extra:
                return False
            locomotives += extra
            coloured += asked - extra
        self.pay(seat, kind, coloured)
        self.pay(seat, LOCO, locomotives)
        self.take_track(seat, track)
        return True

    def claim_with_sets(self, seat: int, track: int, paid: list[int]) -> None:
        """Take a track for cards by kind (M-3)."""
        for kind in range(KINDS):
            self.pay(seat, kind, paid[kind])
        self.take_track(seat, track)

    def best_kind(self, held: list[int], track: int, wants: list[int]) -> int:
        """The colour that pays for a track at the least loss to what is wanted; -1 if none can.

        Sets pay where nothing else does, of cards that nothing else wants (M-3).
        """
        if self.terrain.has_sets and self.terrain.most_sets[track]:
            best = self._plain_kind(held, track, wants)
            return best if best >= 0 else self._kind_with_sets(held, track, wants)
        return self._plain_kind(held, track, wants)

    def _kind_with_sets(self, held: list[int], track: int, wants: list[int]) -> int:
        terrain = self.terrain
        colour = terrain.colour[track]
        best, fewest = -1, 1000
        for kind in range(LOCO):
            if colour not in (ANY, kind):
                continue
            sets = sets_for(terrain, held, track, kind)
            if 0 < sets < fewest and spare_for_sets(terrain, held, track, kind, sets, wants):
                best, fewest = kind, sets
        return best

    def _plain_kind(self, held: list[int], track: int, wants: list[int]) -> int:
        colour = self.terrain.colour[track]
        if colour != ANY:
            return colour if self.locomotives_for(held, track, colour) >= 0 else -1
        length = self.terrain.length[track]
        best, least = -1, 10_000
        for kind in range(LOCO):
            have = held[kind]
            if not have:
                continue
            locomotives = self.locomotives_for(held, track, kind)
            if locomotives < 0:
                continue
            left = have - (length - locomotives)
            missed = wants[kind] - left if wants[kind] > left else 0
            loss = 30 * locomotives + 20 * missed + have
            if loss < least:
                best, least = kind, loss
        if best < 0 and held[LOCO] >= length <= self.terrain.most_locomotives[track]:
            return LOCO
        return best
