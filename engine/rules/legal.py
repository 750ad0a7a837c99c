"""The legal actions of a seat, as a lazy collection."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action, DrawTickets, Pass, RackTicket, Skip
from engine.errors import IllegalAction
from engine.rules import cards, routes, teams, tickets, tunnels
from engine.rules.sight import Sight
from engine.rules.table import check

DRAW_TICKETS = DrawTickets()
PASS = Pass()


class LegalActions:
    """What a seat may do now. Iterate it, test membership, take its truth, count it.

    A listed claim has the one canonical payment from hand and rack; membership accepts every legal
    split. The collection is derived from the hand of the seat: it is hand data.
    """

    __slots__ = ("_game", "_seat")

    def __init__(self, game: Sight, seat: int) -> None:
        self._game = game
        self._seat = seat

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def listed(self) -> list[Action]:
        """Gets all of them as a list: draws, claims, tickets; or the one pass."""
        game, seat = self._game, self._seat
        kind = game.pending.get(seat)
        if kind == "turn":
            found: list[Action] = []
            found += cards.sources(game, seat)
            found += routes.claims(game, seat)
            if game.ticket_deck_size:
                found.append(DRAW_TICKETS)
            if game.teams:
                found += teams.shares(game, seat)
            return found or [PASS]
        if kind == "second":
            return [*cards.sources(game, seat)]
        if kind == "setup" or kind == "keep":
            return [*tickets.keeps(game, seat)]
        if kind == "place":
            return [*teams.PLACES]
        if kind == "rack":
            return [RackTicket(ticket) for ticket in game.tickets[seat]]
        if kind == "tunnel":
            return [*tunnels.answers(game, seat)]
        return []

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Skip):
            return False
        try:
            check(self._game, self._seat, action)  # type: ignore[arg-type]
        except IllegalAction:
            return False
        return True

    def __bool__(self) -> bool:
        # Who has an open decision always has a legal action: if nothing else, the pass (B-14).
        return self._seat in self._game.pending

    def count(self) -> int:
        """Gets how many there are."""
        return len(self.listed())
