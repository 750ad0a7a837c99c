"""What every seat held at a moment of a game that is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import View
from games.drawing.palette import liveries
from games.web.parts.pictures import joined_signs, seat_sign
from games.web.parts.words import cards, joined
from games.web.play.parts.tickets import TicketLine, lines_of


@dataclass(frozen=True, slots=True)
class Held:
    """The cards and tickets of a seat, or of a team's rack, as the view shows them."""

    name: str
    sign: SafeString
    cards: str
    tickets: list[TicketLine]
    offered: list[TicketLine]
    rack: bool = False


def everything_held(view: View, names: Mapping[int, str]) -> list[Held]:
    """Gets what the seats hold, in playing order, and after them what the racks hold."""
    tints = liveries(view.teams)
    hands = [
        Held(
            names[seat],
            seat_sign(tints[seat]),
            cards(view.hands[seat]),
            lines_of(view, view.tickets[seat], seat=seat),
            lines_of(view, view.offered[seat], seat=seat),
        )
        for seat in view.order
    ]
    racks = [
        Held(
            joined(names[seat] for seat in seats),
            joined_signs(view, seats),
            cards(view.racks[team]),
            lines_of(view, view.ticket_racks[team], seat=seats[0]),
            [],
            rack=True,
        )
        for team, seats in enumerate(view.teams)
    ]
    return [*hands, *racks]
