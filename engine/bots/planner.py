"""The bot that plans: tickets that fit together, the cheapest network for them, cards for that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from engine.actions import (
    Action,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Pay,
    Place,
    RackTicket,
    Share,
    Withdraw,
)
from engine.board.model import Ticket, Track
from engine.bots.evaluation import Evaluation, blind_value, card_values, longest_gain
from engine.bots.network_plan import plan_network
from engine.cards import BLIND, LOCOMOTIVE
from engine.view import View

POINTS_PER_TURN: Final = 4.5
"""Points that a turn brings where there is no better use for it."""
MIN_SPARE_POINTS: Final = 5.5
"""Points that a claim beside the plan must bring to be worth its turn."""
UNBUILT_SHARE: Final = 0.6
"""How much of a new ticket's way is still to be built, as other tickets share it."""


def decide(view: View, rng: Random) -> Action:
    """The action that serves the seat's plan best. It leaves nothing to chance."""
    outlook = Evaluation(view)
    return DECIDERS[view.pending[outlook.seat]](outlook)


def keep(outlook: Evaluation) -> Action:
    """Keep the tickets that, with those held already, are worth most for the turns they take."""
    known = outlook.view.board.tickets
    keeps = [action for action in outlook.view.legal_actions() if isinstance(action, Keep)]
    worth = {
        kept: tickets_worth(outlook, [known[key] for key in kept])
        for kept in dict.fromkeys(action.tickets for action in keeps)
    }
    # On a board with racks the dearest goes there: it shapes the network, so the mate should know.
    return max(
        keeps,
        key=lambda action: (worth[action.tickets], known[action.rack].points if action.rack else 0),
    )


def tickets_worth(outlook: Evaluation, kept: Sequence[Ticket]) -> float:
    """Guess the points that come of holding these tickets too."""
    tickets = [*outlook.tickets, *kept]
    found = plan_network(outlook.atlas, tickets, outlook.time)
    gained = sum(outlook.points(track) for track in found.tracks)
    for ticket in tickets:
        done = ticket in found.tickets or outlook.atlas.done(ticket)
        gained += ticket.points if done else -ticket.points
    return gained - POINTS_PER_TURN * found.turns


def turn(outlook: Evaluation) -> Action:
    """Claim a track of the plan, or one for its points, or draw towards them."""
    claims, found = outlook.claims, outlook.plan
    if outlook.time <= 1:
        return last_turn(outlook)
    planned = [
        track for track in found.tracks if track.id in claims and is_safe_claim(outlook, track)
    ]
    if planned:
        return outlook.payment(most_urgent(outlook, planned))
    if found.roads:
        return spare_claim(outlook) or draw(outlook, found.tracks)
    target = best_target(outlook)
    pace = max(POINTS_PER_TURN, outlook.rate(target)) if target else POINTS_PER_TURN
    tickets = outlook.view.ticket_deck_size
    if tickets and outlook.time > 4 and ticket_draw_worth(outlook) > pace:
        return DrawTickets()
    if target and target.id in claims and is_safe_claim(outlook, target):
        return outlook.payment(target)
    return draw(outlook, [target] if target else [])


def second(outlook: Evaluation) -> Action:
    """Draw the second card of a turn."""
    target = None if outlook.plan.roads else best_target(outlook)
    return draw(outlook, [target] if target else outlook.plan.tracks)


def place(outlook: Evaluation) -> Action:
    """Put a card that the plan needs in the rack, where the mate can use it too (A-3)."""
    card = outlook.view.card_to_place[outlook.seat]
    values = card_values(outlook.purse, outlook.plan.tracks)
    useful = card is not None and values[card] >= blind_value(outlook.view, outlook.purse, values)
    return Place("rack" if useful else "hand")


def rack(outlook: Evaluation) -> Action:
    """Show the mate the dearest ticket (A-5)."""
    dearest = max(outlook.tickets, key=lambda ticket: (ticket.points, -ticket.number))
    return RackTicket(dearest.id)


def tunnel(outlook: Evaluation) -> Action:
    """Pay what a tunnel asks, unless it is much for a track beside the plan (A-8)."""
    open_tunnel = outlook.view.tunnel
    assert open_tunnel is not None
    pays = [action for action in outlook.view.legal_actions() if isinstance(action, Pay)]
    track = outlook.view.board.tracks[open_tunnel.track]
    if pays and (open_tunnel.asks <= 2 or track in outlook.plan.tracks):
        return min(pays, key=lambda action: action.locomotives)
    return Withdraw()


DECIDERS: Final[Mapping[str, Callable[[Evaluation], Action]]] = {
    "setup": keep,
    "keep": keep,
    "turn": turn,
    "second": second,
    "place": place,
    "rack": rack,
    "tunnel": tunnel,
}


def is_safe_claim(outlook: Evaluation, track: Track) -> bool:
    """Whether a claim is not likely to fail in a tunnel: one card to spare, or little time."""
    if not track.turns_up or outlook.time < 3:
        return True
    colour = outlook.payment(track).colour
    held = outlook.purse[LOCOMOTIVE] + (outlook.purse[colour] if colour != LOCOMOTIVE else 0)
    return held > track.length


def most_urgent(outlook: Evaluation, claimable: Sequence[Track]) -> Track:
    """The claimable track whose loss would cost the plan most."""
    if len(claimable) == 1:
        return claimable[0]
    found = outlook.plan

    def loss(track: Track) -> tuple[float, int]:
        without = outlook.without(track)
        lost = sum(ticket.points for ticket in found.tickets if ticket not in without.tickets)
        return POINTS_PER_TURN * (without.turns - found.turns) + 2 * lost, -track.number

    return max(claimable, key=loss)


def spare_claim(outlook: Evaluation) -> Action | None:
    """A claim beside the plan that brings more than a turn should, where there is one."""
    view, found = outlook.view, outlook.plan
    spare = outlook.atlas.trains - found.trains
    best, most = None, MIN_SPARE_POINTS
    for key in outlook.claims:
        track = view.board.tracks[key]
        gained = outlook.points(track)
        if gained > most and (track.kind == "bullet" or track.length <= spare):
            claim = outlook.payment(track)
            gained -= POINTS_PER_TURN * max(0.0, outlook.payment_cost(claim))
            if gained > most:
                best, most = claim, gained
    return best


def last_turn(outlook: Evaluation) -> Action:
    """Claim what brings most points at once, with the tickets that it completes."""
    atlas, tracks = outlook.atlas, outlook.view.board.tracks

    def gain(key: str) -> float:
        track = tracks[key]
        joined = {atlas.place(track.a), atlas.place(track.b)}
        completed = sum(
            2 * ticket.points
            for ticket in outlook.tickets
            if {atlas.place(ticket.a), atlas.place(ticket.b)} == joined
        )
        return outlook.points(track) + completed

    best = sorted(outlook.claims, key=gain, reverse=True)[:6]
    longest = {key: longest_gain(outlook.view, outlook.seat, tracks[key]) for key in best}
    key = max(best, key=lambda key: gain(key) + longest[key], default=None)
    if key and gain(key) + longest[key] > 0:
        return outlook.payment(tracks[key])
    return draw(outlook, [])


def best_target(outlook: Evaluation) -> Track | None:
    """The open track that brings most points a turn, within the trains and the time left."""
    return max(outlook.within_reach, key=outlook.rate, default=None)


def ticket_draw_worth(outlook: Evaluation) -> float:
    """Guess the points a turn of drawing tickets and keeping the best of three (B-10)."""
    atlas = outlook.atlas
    far: dict[str, dict[str, float]] = {}
    worths = []
    for ticket in outlook.view.board.tickets.values():
        if ticket in outlook.tickets:
            continue
        if ticket.a not in far:
            far[ticket.a] = atlas.distances(ticket.a)
        turns = far[ticket.a].get(atlas.place(ticket.b))
        if turns is None or turns + 1 > outlook.time:
            worths.append(-float(ticket.points))
        else:
            worths.append(ticket.points - POINTS_PER_TURN * turns * UNBUILT_SHARE)
    worths.sort(reverse=True)
    offer = outlook.view.board.draw_deal.offer
    total, none_better = 0.0, 1.0
    for rank, worth in enumerate(worths):
        # The chance that the best of the offer stands at this rank.
        here = min(1.0, offer / (len(worths) - rank))
        total += none_better * here * worth
        none_better *= 1 - here
    return total


def draw(outlook: Evaluation, tracks: Sequence[Track]) -> Action:
    """Draw a card towards these tracks; where none can be drawn, do the least harm."""
    view = outlook.view
    draws = [action for action in view.legal_actions() if isinstance(action, Draw)]
    if not draws:
        return choose_without_draw(outlook)
    values = card_values(outlook.purse, tracks)
    values[BLIND] = blind_value(view, outlook.purse, values)
    if view.pending[outlook.seat] == "turn":
        # A face-up locomotive is the only card: it forgoes the second best (B-4).
        coloured = [values[card] for card in view.row if card and card != LOCOMOTIVE]
        values[LOCOMOTIVE] -= sorted([*coloured, values[BLIND], 0.0])[-2]
    return max(draws, key=lambda action: values[action.source])


def choose_without_draw(outlook: Evaluation) -> Action:
    """Return what to do on a turn without any card to draw: a claim, sharing, a pass, tickets."""

    def rank(action: Action) -> tuple[int, float]:
        if isinstance(action, Claim):
            return 3, outlook.points(outlook.view.board.tracks[action.track])
        return (2 if isinstance(action, Share) else 0 if isinstance(action, DrawTickets) else 1), 0

    return max(outlook.view.legal_actions(), key=rank)
