"""Tickets: the first choice, drawing more, keeping some (B-2, B-10, J-2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.actions import DrawTickets, Keep
from engine.errors import IllegalAction
from engine.events import (
    ChoicesRevealed,
    TicketsChosen,
    TicketsDrawn,
    TicketsKept,
    TicketsReturned,
)
from engine.rules import teams, turns
from engine.rules.context import EventEmitter, VisibleGame, require_turn

if TYPE_CHECKING:
    from engine.actions import Action

# Actions are frozen, so one object serves every time that the same tickets are offered. Of three
# and more there are too many.
_keep: Final = lru_cache(8192)(Keep)


def legal_keeps(game: VisibleGame, seat: int) -> list[Action]:
    """The legal choices among the tickets offered to a seat, the fewest first."""
    offered = game.offered[seat]
    choices: list[tuple[str, ...]] = []
    for size in range(least_to_keep(game, seat), len(offered) + 1):
        choices += combinations(offered, size)
    if must_rack_one(game, seat):
        return [
            _keep(tickets, ticket) if len(tickets) < 3 else Keep(tickets, ticket)
            for tickets in choices
            for ticket in tickets
        ]
    return [_keep(tickets) if len(tickets) < 3 else Keep(tickets) for tickets in choices]


def must_rack_one(game: VisibleGame, seat: int) -> bool:
    """Whether one of the tickets kept now goes to the team's rack in the same action (A-5)."""
    return game.board.teams is not None and game.pending[seat] == "keep"


def least_to_keep(game: VisibleGame, seat: int) -> int:
    """The number of the tickets offered that a seat must keep (B-2, B-10)."""
    setup = game.pending[seat] == "setup"
    deal = game.board.setup_deal if setup else game.board.draw_deal
    return min(deal.keep, len(game.offered[seat]))


def check_draw(game: VisibleGame, seat: int, action: DrawTickets) -> None:
    """Refuse to draw tickets out of turn or from an empty deck (B-10)."""
    require_turn(game, seat)
    if not game.ticket_deck_size:
        raise IllegalAction("B-10", "tickets.none_left")


def draw(emitter: EventEmitter, seat: int, action: DrawTickets) -> None:
    """Offer the top tickets of the deck; with fewer left, those (B-10)."""
    game = emitter.game
    offer = game.ticket_deck[: -game.board.draw_deal.offer - 1 : -1]
    emitter.emit(TicketsDrawn(seat, tuple(offer)))


def check_keep(game: VisibleGame, seat: int, action: Keep) -> None:
    """Refuse a choice of too few tickets or of tickets that were not offered."""
    kind = game.pending[seat]
    if kind != "setup" and kind != "keep":
        raise IllegalAction("B-10", "keep.none_offered")
    if must_rack_one(game, seat):
        if action.rack not in action.tickets:
            raise IllegalAction("A-5", "keep.rack_one")
    elif action.rack is not None:
        raise IllegalAction("A-5", "keep.no_rack")
    offered = game.offered[seat]
    for ticket in action.tickets:
        if ticket not in offered:
            raise IllegalAction("B-10", "keep.not_offered")
    if len(set(action.tickets)) != len(action.tickets):
        raise IllegalAction("B-10", "keep.twice")
    least = least_to_keep(game, seat)
    if len(action.tickets) < least:
        raise IllegalAction("B-2" if kind == "setup" else "B-10", "keep.too_few", least=least)


def keep(emitter: EventEmitter, seat: int, action: Keep) -> None:
    """Keep tickets. The first choice is simultaneous, any other ends the turn (B-2, B-10)."""
    game = emitter.game
    offered = game.offered[seat]
    chosen = action.tickets
    kept = tuple([ticket for ticket in offered if ticket in chosen])
    returned = tuple([ticket for ticket in offered if ticket not in chosen])
    if game.pending[seat] == "keep":
        emitter.emit(TicketsKept(seat, kept, returned, action.rack))
        turns.end_turn(emitter, seat)
        return
    emitter.emit(TicketsChosen(seat, kept, returned))
    if game.teams:
        teams.open_rack_choice(emitter, seat)
    if "setup" not in game.pending.values():
        _reveal(emitter)
        if not game.pending:
            turns.start_first_turn(emitter)


def _reveal(emitter: EventEmitter) -> None:
    """Reveal how many tickets each kept, and put the others under the deck (B-2, J-2).

    Where they leave the game, no event tells more of them (M-7).
    """
    game = emitter.game
    returned = [ticket for seat in game.order for ticket in game.offered[seat]]
    # The last seats were offered fewer where the deck was short.
    deal, left = game.board.setup_deal, len(game.board.ticket_decks[0])
    offer = deal.offer - deal.long
    dealt = {
        seat: deal.long + max(0, min(offer, left - n * offer)) for n, seat in enumerate(game.order)
    }
    kept = tuple(dealt[seat] - len(given_back) for seat, given_back in enumerate(game.offered))
    emitter.emit(ChoicesRevealed(kept))
    if returned and game.board.returned_at_setup != "removed":
        number = None
        if game.board.returned_at_setup == "shuffled":
            number = game.shuffles
            returned = emitter.chance.shuffle(returned, number)
        emitter.emit(TicketsReturned(tuple(returned), number))
