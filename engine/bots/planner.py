"""The bot that plans: tickets that fit together, the cheapest network for them, cards for that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from typing import Final

from engine.actions import (
    Action,
    BuildStation,
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
from engine.bots import lending
from engine.bots.evaluation import TUNNEL_SPARE, Evaluation, bonus_gain
from engine.bots.network_plan import plan_network
from engine.view import View

POINTS_PER_TURN: Final = 4.5
"""Points that a turn brings where there is no better use for it."""
MIN_SPARE_POINTS: Final = 5.5
"""Points that a claim beside the plan must bring to be worth its turn."""
UNBUILT_SHARE: Final = 0.6
"""The share of a new ticket's path that is still to be built, as other tickets share it."""


def decide(view: View, rng: Random, *, tunnel_spare: int = TUNNEL_SPARE) -> Action:
    """The action that serves the seat's plan best; ``rng`` is not used.

    Without a ``tunnel_spare`` it draws no card to spare for a tunnel, and near the end opens one
    without: so played the planner of 0.3.0.
    """
    evaluation = Evaluation(view, tunnel_spare=tunnel_spare)
    return DECIDERS[view.pending[evaluation.seat]](evaluation)


def keep(evaluation: Evaluation) -> Action:
    """Keep the tickets that, with those held already, are worth most for the turns they take."""
    known = evaluation.view.board.tickets
    keeps = [action for action in evaluation.view.legal_actions() if isinstance(action, Keep)]
    worth = {
        kept: tickets_worth(evaluation, [known[key] for key in kept])
        for kept in dict.fromkeys(action.tickets for action in keeps)
    }
    # On a board with racks the dearest goes there: it shapes the network, so the mate should know.
    return max(
        keeps,
        key=lambda action: (worth[action.tickets], known[action.rack].points if action.rack else 0),
    )


def tickets_worth(evaluation: Evaluation, kept: Sequence[Ticket]) -> float:
    """Guess the points that come of holding these tickets too."""
    tickets = [*evaluation.tickets, *kept]
    found = plan_network(evaluation.graph, tickets, evaluation.turns_left)
    gained = sum(evaluation.points(track) for track in found.tracks)
    for ticket in tickets:
        done = ticket in found.tickets or evaluation.graph.done(ticket)
        gained += ticket.points if done else -ticket.points
    return gained - POINTS_PER_TURN * found.turns


def turn(evaluation: Evaluation) -> Action:
    """Claim a track of the plan, or one for its points, or draw towards them."""
    claims, found = evaluation.claims, evaluation.plan
    if evaluation.turns_left <= 1:
        return last_turn(evaluation)
    planned = [
        track for track in found.tracks if track.id in claims and is_safe_claim(evaluation, track)
    ]
    if planned:
        return evaluation.payment(most_urgent(evaluation, planned))
    if (built := lending.planned_station(evaluation)) is not None:
        return built
    if lending.has_more_to_build(evaluation):
        return spare_claim(evaluation) or draw(evaluation, found.tracks)
    target = best_target(evaluation)
    pace = max(POINTS_PER_TURN, evaluation.rate(target)) if target else POINTS_PER_TURN
    tickets = evaluation.view.ticket_deck_size
    if tickets and evaluation.turns_left > 4 and ticket_draw_worth(evaluation) > pace:
        return DrawTickets()
    if target and target.id in claims and is_safe_claim(evaluation, target):
        return evaluation.payment(target)
    return draw(evaluation, [target] if target else [])


def second(evaluation: Evaluation) -> Action:
    """Draw the second card of a turn."""
    target = None if lending.has_more_to_build(evaluation) else best_target(evaluation)
    return draw(evaluation, [target] if target else evaluation.plan.tracks)


def place(evaluation: Evaluation) -> Action:
    """Put a card that the plan needs in the rack (A-3)."""
    return Place(evaluation.best_place(evaluation.plan.tracks))


def rack(evaluation: Evaluation) -> Action:
    """Show the mate the dearest ticket (A-5)."""
    dearest = max(evaluation.tickets, key=lambda ticket: (ticket.points, -ticket.number))
    return RackTicket(dearest.id)


def tunnel(evaluation: Evaluation) -> Action:
    """Pay what a tunnel asks, unless it is much for a track beside the plan (A-8)."""
    open_tunnel = evaluation.view.tunnel
    assert open_tunnel is not None
    pays = [action for action in evaluation.view.legal_actions() if isinstance(action, Pay)]
    track = evaluation.view.board.tracks[open_tunnel.track]
    if pays and (open_tunnel.asks <= 2 or track in evaluation.plan.tracks):
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


def is_safe_claim(evaluation: Evaluation, track: Track) -> bool:
    """Whether a claim is not likely to fail in a tunnel: one card to spare, or no deck (A-9)."""
    if not track.turns_up:
        return True
    if evaluation.tunnel_spare:
        if not evaluation.view.deck_size:
            return True
    elif evaluation.turns_left < 3:
        return True
    return evaluation.has_card_to_spare(track, evaluation.payment(track).colour)


def most_urgent(evaluation: Evaluation, claimable: Sequence[Track]) -> Track:
    """The claimable track whose loss would cost the plan most."""
    if len(claimable) == 1:
        return claimable[0]
    found = evaluation.plan

    def loss(track: Track) -> tuple[float, int]:
        without = evaluation.without(track)
        lost = sum(ticket.points for ticket in found.tickets if ticket not in without.tickets)
        return POINTS_PER_TURN * (without.turns - found.turns) + 2 * lost, -track.number

    return max(claimable, key=loss)


def spare_claim(evaluation: Evaluation) -> Action | None:
    """A claim beside the plan that brings more than a turn should, where there is one."""
    view, found = evaluation.view, evaluation.plan
    spare = evaluation.graph.trains - found.trains
    best, most = None, MIN_SPARE_POINTS
    for key in evaluation.claims:
        track = view.board.tracks[key]
        gained = evaluation.points(track)
        if evaluation.tunnel_spare and not is_safe_claim(evaluation, track):
            continue
        if gained > most and (track.kind == "bullet" or track.length + track.crossings <= spare):
            claim = evaluation.payment(track)
            gained -= POINTS_PER_TURN * max(0.0, evaluation.payment_cost(claim))
            if gained > most:
                best, most = claim, gained
    return best


def last_turn(evaluation: Evaluation) -> Action:
    """Claim what brings most points at once, with the tickets that it completes."""
    graph, tracks = evaluation.graph, evaluation.view.board.tracks

    def gain(key: str) -> float:
        track = tracks[key]
        joined = {graph.place(track.a), graph.place(track.b)}
        completed = sum(
            2 * ticket.points
            for ticket in evaluation.tickets
            if {graph.place(ticket.a), graph.place(ticket.b)} == joined
            or (ticket.far and not graph.done(ticket) and graph.joins(ticket, joined))
        )
        return evaluation.points(track) + completed

    best = sorted(evaluation.claims, key=gain, reverse=True)[:6]
    view, seat = evaluation.view, evaluation.seat
    bonus = {key: bonus_gain(view, seat, tracks[key]) for key in best}
    key = max(best, key=lambda key: gain(key) + bonus[key], default=None)
    most = gain(key) + bonus[key] if key else 0.0
    if (built := lending.last_station(evaluation, most)) is not None:
        return built
    if key and most > 0:
        return evaluation.payment(tracks[key])
    return draw(evaluation, [])


def best_target(evaluation: Evaluation) -> Track | None:
    """The open track that brings most points a turn, within the trains and the time left."""
    return max(evaluation.within_reach, key=evaluation.rate, default=None)


def ticket_draw_worth(evaluation: Evaluation) -> float:
    """Guess the points a turn of drawing tickets and keeping the best of three (B-10)."""
    graph = evaluation.graph
    far: dict[str, dict[str, float]] = {}
    worths = []
    for ticket in evaluation.view.board.tickets.values():
        if ticket in evaluation.tickets or ticket.long:
            continue
        worth = -float(ticket.points)
        for near in ticket.near_cities:
            if near not in far:
                far[near] = graph.distances(near)
            for points, cities in _far_ends(ticket):
                turns = min(far[near].get(graph.place(city), inf) for city in cities)
                if turns + 1 <= evaluation.turns_left:
                    worth = max(worth, points - POINTS_PER_TURN * turns * UNBUILT_SHARE)
        worths.append(worth)
    worths.sort(reverse=True)
    offer = evaluation.view.board.draw_deal.offer
    total, none_better = 0.0, 1.0
    for rank, worth in enumerate(worths):
        # The chance that the best of the offer has this rank.
        here = min(1.0, offer / (len(worths) - rank))
        total += none_better * here * worth
        none_better *= 1 - here
    return total


def _far_ends(ticket: Ticket) -> Sequence[tuple[int, Sequence[str]]]:
    """The points of each far end of a ticket, with its places."""
    if ticket.far:
        return [(end.points, end.cities) for end in ticket.far]
    return [(ticket.points, (ticket.b,))]


def draw(evaluation: Evaluation, tracks: Sequence[Track]) -> Action:
    """Draw a card towards these tracks; where none can be drawn, take the next best action."""
    view = evaluation.view
    draws = [action for action in view.legal_actions() if isinstance(action, Draw)]
    if not draws:
        return choose_without_draw(evaluation)
    values = evaluation.draw_values(tracks)
    return max(draws, key=lambda action: values[action.source])


def choose_without_draw(evaluation: Evaluation) -> Action:
    """The action of a turn without any card to draw: a claim, sharing, a pass, tickets."""

    def rank(action: Action) -> tuple[int, float]:
        if isinstance(action, Claim):
            return 3, evaluation.points(evaluation.view.board.tracks[action.track])
        if isinstance(action, BuildStation):
            return -1, -float(action.locomotives)
        return (2 if isinstance(action, Share) else 0 if isinstance(action, DrawTickets) else 1), 0

    return max(evaluation.view.legal_actions(), key=rank)
