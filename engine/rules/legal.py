"""Legal actions, checked singly and as a lazy collection, and their events (B-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from engine import actions
from engine.actions import Action, DrawTickets, Pass, RackTicket, Skip
from engine.errors import IllegalAction
from engine.rules import passing, routes, stations, teams, tickets, train_cards, tunnels
from engine.rules.context import EventEmitter, VisibleGame

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.state import Shuffler, State


Check = Callable[[VisibleGame, int, Any], None]
Effect = Callable[[EventEmitter, int, Any], None]

ACTION_RULES: Final[dict[type, tuple[Check, Effect]]] = {
    actions.Draw: (train_cards.check_draw, train_cards.draw),
    actions.Claim: (routes.check_claim, routes.claim),
    actions.BuildStation: (stations.check_station, stations.build),
    actions.DrawTickets: (tickets.check_draw, tickets.draw),
    actions.Keep: (tickets.check_keep, tickets.keep),
    actions.Place: (teams.check_place, teams.place),
    actions.RackTicket: (teams.check_rack, teams.rack),
    actions.Share: (teams.check_share, teams.share),
    actions.Pay: (tunnels.check_pay, tunnels.pay),
    actions.Withdraw: (tunnels.check_withdraw, tunnels.withdraw),
    actions.Pass: (passing.check_pass, passing.pass_turn),
    actions.Skip: (passing.check_skip, passing.skip),
}


def check_action(game: VisibleGame, seat: int, action: Action) -> None:
    """Refuse an action that is against a rule.

    :raises IllegalAction: names the ruling, and says what is wrong.
    """
    if seat not in game.pending or type(action) not in ACTION_RULES:
        raise _out_of_place(game, seat)
    ACTION_RULES[type(action)][0](game, seat, action)


def play_action(game: State, seat: int, action: Action, chance: Shuffler) -> list[Event]:
    """Check an action, then apply and return the events that follow from it.

    :raises IllegalAction: before anything has changed, if the action is against a rule.
    """
    rules = ACTION_RULES.get(type(action))
    if rules is None or seat not in game.pending:
        raise _out_of_place(game, seat)
    check, effect = rules
    check(game, seat, action)
    emitter = EventEmitter(game, chance)
    effect(emitter, seat, action)
    return emitter.events


def _out_of_place(game: VisibleGame, seat: int) -> IllegalAction:
    """Why an action is refused whatever it is: out of turn, or unknown to this board."""
    if seat in game.pending:
        return IllegalAction("B-3", "action.not_on_this_board")
    return IllegalAction("B-3", "turn.not_yours" if game.outcome is None else "game.over")


DRAW_TICKETS: Final = DrawTickets()
PASS: Final = Pass()


class LegalActions:
    """The legal actions of a seat: iterable, with membership, truth and count.

    A listed claim has the one canonical payment from hand and rack; membership accepts every legal
    split. The collection is derived from the hand of the seat: it is hand data.
    """

    __slots__ = ("_game", "_seat")

    def __init__(self, game: VisibleGame, seat: int) -> None:
        self._game = game
        self._seat = seat

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def listed(self) -> list[Action]:
        """All of them as a list: draws, claims, stations, tickets; or the one pass."""
        game, seat = self._game, self._seat
        kind = game.pending.get(seat)
        if kind == "turn":
            found = train_cards.legal_draws(game, seat)
            found += routes.legal_claims(game, seat)
            if game.stations:
                found += stations.legal_stations(game, seat)
            if game.ticket_deck_size:
                found.append(DRAW_TICKETS)
            if game.teams:
                found += teams.legal_shares(game, seat)
            return found or [PASS]
        if kind == "second":
            return train_cards.legal_draws(game, seat)
        if kind == "setup" or kind == "keep":
            return tickets.legal_keeps(game, seat)
        if kind == "place":
            return [*teams.PLACES]
        if kind == "rack":
            return [RackTicket(ticket) for ticket in game.tickets[seat]]
        if kind == "tunnel":
            return tunnels.legal_answers(game, seat)
        return []

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Skip):
            return False
        try:
            check_action(self._game, self._seat, action)  # type: ignore[arg-type]
        except IllegalAction:
            return False
        return True

    def __bool__(self) -> bool:
        # An open decision always has a legal action: if nothing else, the pass (B-14).
        return self._seat in self._game.pending

    def count(self) -> int:
        """Return how many there are."""
        return len(self.listed())
