"""A view and a world as the table at which games are played out."""

from __future__ import annotations

from engine.bots.determinize import World
from engine.bots.playout.lending import lenders_of
from engine.bots.playout.table import CLOSED, NOBODY, OPEN, Table
from engine.bots.playout.terrain import CARD_NUMBERS, KINDS, Terrain
from engine.view import View


def public_table(view: View, terrain: Terrain) -> Table:
    """The table with all that everybody sees; hands, racks, decks and tickets are still empty."""
    table = Table(terrain)
    table.sides = [list(side) for side in view.sides]
    table.side_of = [0] * view.seats
    for side in range(len(table.sides)):
        for seat in table.sides[side]:
            table.side_of[seat] = side
    table.next_seat = [0] * view.seats
    for place in range(view.seats):
        table.next_seat[view.order[place]] = view.order[(place + 1) % view.seats]
    table.trains = view.trains[:]
    table.points = view.points[:]
    table.progress = view.progress[:]
    table.bullets = view.bullets
    table.row = [CARD_NUMBERS[card] if card is not None else -1 for card in view.row]
    table.discards = [view.discards[card] for card in CARD_NUMBERS]
    table.has_racks = bool(view.teams)
    table.last_seat = view.last_seat if view.last_seat is not None else NOBODY
    table.plans = [[] for _ in table.sides]
    table.stale = [True for _ in table.sides]
    table.part = [list(range(terrain.cities)) for _ in table.sides]
    table.taken = [[] for _ in table.sides]
    table.lenders = lenders_of(view, terrain)
    table.owner = _owners(view, terrain)
    own = {track: seat for seat in range(view.seats) for track in view.claims[seat]}
    for key in view.owner:
        track = terrain.track_numbers[key]
        if key in own:
            side = table.side_of[own[key]]
            table.taken[side].append(track)
            table.join(side, terrain.a[track], terrain.b[track])
        else:
            for side in range(len(table.sides)):
                table.join(side, terrain.a[track], terrain.b[track])
    return table


def _owners(view: View, terrain: Terrain) -> list[int]:
    owners = [CLOSED] * len(terrain.length)
    for key in view.open_tracks.by_id:
        owners[terrain.track_numbers[key]] = OPEN
    for key, seat in view.owner.items():
        owners[terrain.track_numbers[key]] = seat
    return owners


def seat_world(public: Table, world: World, chance: int) -> Table:
    """A table of its own for a world: what is public, and what the world says of the rest."""
    table = public.copy()
    table.hands = [list(hand) for hand in world.hands]
    table.racks = [list(rack) for rack in world.racks] or [[0] * KINDS for _ in table.sides]
    table.deck = world.deck[:]
    table.ticket_deck = world.ticket_deck[:]
    table.tickets = []
    for side in range(len(table.sides)):
        held: list[int] = []
        for seat in table.sides[side]:
            held += world.tickets[seat]
        if world.racked:
            held += world.racked[side]
        table.tickets.append(held)
    table.chance = chance
    return table
