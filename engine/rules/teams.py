"""Teams of two: placing cards, the ticket rack, sharing (A-2 to A-6)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.actions import Place, RackTicket, Share
from engine.cards import CARDS, Hand
from engine.errors import IllegalAction
from engine.events import CardPlaced, DecisionOpened, TeamTicketsPlaced, TicketRacked, TicketsShared
from engine.rules import piles, turns
from engine.rules.context import EventEmitter, VisibleGame, require_turn

if TYPE_CHECKING:
    from engine.actions import Action

PLACES: Final[tuple[Action, ...]] = (Place("hand"), Place("rack"))
PLACE_NAMES: Final = ("hand", "rack")
_placed: Final = cache(CardPlaced)
_opened: Final = cache(DecisionOpened)
_share: Final = lru_cache(8192)(Share)


def payable_cards(game: VisibleGame, seat: int) -> Hand:
    """The cards that a seat may pay with: its hand, and the rack of its team (A-4)."""
    hand = game.hands[seat]
    if not game.teams:
        return hand
    rack = game.racks[game.team_of[seat]]
    return {card: hand[card] + rack[card] for card in CARDS}


def check_place(game: VisibleGame, seat: int, action: Place) -> None:
    """Refuse to place a card that was not drawn, or elsewhere than in hand or rack (A-3)."""
    if game.pending[seat] != "place" or action.place not in PLACE_NAMES:
        raise IllegalAction("A-3", "place.no_card")


def place(emitter: EventEmitter, seat: int, action: Place) -> None:
    """Place the first card; the second, where one exists, goes to the other place (A-3)."""
    place_drawn_card(emitter, seat, action.place)
    if piles.second_exists(emitter.game):
        emitter.emit(_opened(seat, "second"))
    else:
        turns.end_turn(emitter, seat)


def place_drawn_card(emitter: EventEmitter, seat: int, where: str) -> None:
    """Put the card that a seat has just drawn in its hand or in the rack."""
    emitter.emit(_placed(seat, where, emitter.game.card_to_place[seat]))


def place_second_card(emitter: EventEmitter, seat: int) -> None:
    """Put the second card where the first did not go (A-3)."""
    place_drawn_card(emitter, seat, "rack" if emitter.game.first_card_place == "hand" else "hand")


def legal_shares(game: VisibleGame, seat: int) -> tuple[Share, ...]:
    """The ways to share tickets: one, or as many as the board allows (A-6)."""
    if game.board.teams is None:
        return ()
    return _shares(tuple(game.tickets[seat]), game.board.teams.share_at_most)


@lru_cache(1024)
def _shares(held: tuple[str, ...], most: int) -> tuple[Share, ...]:
    # The same from turn to turn, until tickets come or go.
    found: list[tuple[str, ...]] = []
    for size in range(1, most + 1):
        found += combinations(held, size)
    return tuple([_share(some) for some in found])


def check_share(game: VisibleGame, seat: int, action: Share) -> None:
    """Refuse to share nothing, too much, or tickets that are not in the hand (A-6)."""
    if game.board.teams is None:
        raise IllegalAction("A-6", "share.no_teams")
    require_turn(game, seat)
    tickets = action.tickets
    most = game.board.teams.share_at_most
    if not 1 <= len(tickets) <= most or len(set(tickets)) != len(tickets):
        raise IllegalAction("A-6", "share.count", most=most)
    held = game.tickets[seat]
    for ticket in tickets:
        if ticket not in held:
            raise IllegalAction("A-6", "share.not_held")


def share(emitter: EventEmitter, seat: int, action: Share) -> None:
    """Share tickets; they cannot be taken back (A-6)."""
    emitter.emit(TicketsShared(seat, action.tickets))
    turns.end_turn(emitter, seat)


def open_rack_choice(emitter: EventEmitter, seat: int) -> None:
    """Let a team choose its shared tickets once both teammates have kept theirs (A-5)."""
    game = emitter.game
    team = game.teams[game.team_of[seat]]
    if not any(game.pending.get(mate) == "setup" for mate in team):
        for mate in team:
            emitter.emit(DecisionOpened(mate, "rack"))


def check_rack(game: VisibleGame, seat: int, action: RackTicket) -> None:
    """Refuse a ticket that was not kept, or the choice at another time (A-5)."""
    if game.pending[seat] != "rack":
        raise IllegalAction("A-5", "rack.not_now")
    if action.ticket not in game.tickets[seat]:
        raise IllegalAction("A-5", "rack.not_held")


def rack(emitter: EventEmitter, seat: int, action: RackTicket) -> None:
    """Choose the ticket for the rack; it is seen when the teammate has chosen too (A-5)."""
    game = emitter.game
    emitter.emit(TicketRacked(seat, action.ticket))
    team = game.team_of[seat]
    mates = game.teams[team]
    if all(mate in game.chosen_for_rack for mate in mates):
        tickets = tuple(game.chosen_for_rack[mate] for mate in mates)
        emitter.emit(TeamTicketsPlaced(team, tickets))
    if not game.pending:
        turns.start_first_turn(emitter)
