"""The table of the rules: each action, what refuses it, what carries it out (B-3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import actions
from engine.errors import IllegalAction
from engine.rules import cards, passing, routes, teams, tickets, tunnels
from engine.rules.scribe import Scribe
from engine.rules.sight import Sight

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.state import Shuffler, State

Check = Callable[[Sight, int, Any], None]
Deed = Callable[[Scribe, int, Any], None]

RULES: Mapping[type, tuple[Check, Deed]] = {
    actions.Draw: (cards.check_draw, cards.draw),
    actions.Claim: (routes.check_claim, routes.claim),
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


def check(game: Sight, seat: int, action: Action) -> None:
    """Refuses an action that is against a rule.

    :raises IllegalAction: names the ruling, and says what is wrong.
    """
    if seat not in game.pending:
        over = game.outcome is not None
        raise IllegalAction("B-3", "game.over" if over else "turn.not_yours")
    rule = RULES.get(type(action))
    if rule is None:
        raise IllegalAction("B-3", "action.not_on_this_board")
    rule[0](game, seat, action)


def carry_out(game: State, seat: int, action: Action, chance: Shuffler) -> list[Event]:
    """Applies and gets the events that follow from an action that :func:`check` let pass."""
    scribe = Scribe(game, chance)
    RULES[type(action)][1](scribe, seat, action)
    return scribe.events
