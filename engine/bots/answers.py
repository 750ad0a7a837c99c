"""The action that an event answers a decision with, read back from the log."""

from __future__ import annotations

from engine import events
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
from engine.cards import BLIND
from engine.state import State


def answer_of(event: events.Event, state: State) -> tuple[int, Action] | None:
    """The seat and the action whose first event this is, ``state`` being the one before it.

    None for what follows by itself: shuffles, refills, a tunnel completed because nothing was
    asked, the second card of a team's turn put where the first did not go; and for passes and
    skips, where there was nothing to choose.
    """
    action: Action | None = None
    if isinstance(event, events.CardDrawn):
        action = Draw(BLIND)
    elif isinstance(event, events.CardTaken):
        action = Draw(event.card)
    elif isinstance(event, events.TicketsDrawn):
        action = DrawTickets()
    elif isinstance(event, events.TicketsChosen):
        action = Keep(event.kept)
    elif isinstance(event, events.TicketsKept):
        action = Keep(event.kept, event.rack)
    elif isinstance(event, events.RouteClaimed) and event.cards:
        action = Claim(event.track, cards=event.cards)
    elif isinstance(event, events.RouteClaimed | events.BulletTrainPlaced | events.TunnelOpened):
        action = Claim(
            event.track, event.colour, event.locomotives, event.rack_colour, event.rack_locomotives
        )
    elif isinstance(event, events.StationBuilt):
        action = BuildStation(event.city, event.colour, event.locomotives)
    elif isinstance(event, events.TunnelBuilt):
        if state.pending.get(event.seat) == "tunnel":
            action = Pay(event.locomotives, event.rack_colour, event.rack_locomotives)
    elif isinstance(event, events.TunnelWithdrawn):
        action = Withdraw()
    elif isinstance(event, events.CardPlaced):
        if state.pending.get(event.seat) == "place":
            action = Place(event.place)
    elif isinstance(event, events.TicketRacked):
        action = RackTicket(event.ticket)
    elif isinstance(event, events.TicketsShared):
        action = Share(event.tickets)
    else:
        return None
    return (event.seat, action) if action is not None else None
