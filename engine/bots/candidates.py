"""The actions worth looking at in a decision: a handful, the planner's own first."""

from __future__ import annotations

from engine.actions import Action, Claim, Draw, DrawTickets, Keep, Pay, Withdraw
from engine.bots import lending, planner
from engine.bots.evaluation import Evaluation
from engine.cards import BLIND
from engine.view import View

CLAIMS_OF_PLAN = 4
CLAIMS_BESIDE = 3
DRAWS = 3
LENDERS = 2


def candidate_actions(view: View, evaluation: Evaluation) -> list[Action]:
    """The actions to compare for the open decision of the view's seat, the planner's first.

    Where only one action makes sense it is alone.
    """
    kind = view.pending[evaluation.seat]
    first = planner.DECIDERS[kind](evaluation)
    found: list[Action] = [first]
    if kind == "turn":
        found += _claims(evaluation)
        found += _draws(evaluation)
        found += lending.possible_stations(evaluation)[:LENDERS]
        if view.ticket_deck_size:
            found.append(DrawTickets())
    elif kind == "second":
        found += _draws(evaluation)
    elif kind in ("keep", "setup"):
        seen: set[tuple[str, ...]] = {first.tickets} if isinstance(first, Keep) else set()
        for action in view.legal_actions():
            if isinstance(action, Keep) and action.tickets not in seen:
                seen.add(action.tickets)
                found.append(_dearest_racked(view, action))
    elif kind == "tunnel":
        pays = [action for action in view.legal_actions() if isinstance(action, Pay)]
        if pays:
            found += [min(pays, key=lambda action: action.locomotives), Withdraw()]
    return list(dict.fromkeys(found))


def _dearest_racked(view: View, action: Keep) -> Keep:
    if action.rack is None:
        return action
    tickets = view.board.tickets
    return Keep(action.tickets, max(action.tickets, key=lambda key: tickets[key].points))


def _claims(evaluation: Evaluation) -> list[Claim]:
    """The claims of tracks that the plan has, and of the best beside it."""
    planned = {track.id for track in evaluation.plan.tracks}
    tracks = [evaluation.view.board.tracks[key] for key in evaluation.claims]
    own = [track for track in tracks if track.id in planned]
    own.sort(key=lambda track: (-track.length, track.number))
    other = [track for track in tracks if track.id not in planned]
    other.sort(key=lambda track: (-evaluation.points(track), track.number))
    return [evaluation.payment(track) for track in (*own[:CLAIMS_OF_PLAN], *other[:CLAIMS_BESIDE])]


def _draws(evaluation: Evaluation) -> list[Draw]:
    """The draws of most value to the plan, and the one off the deck."""
    view = evaluation.view
    draws = [action for action in view.legal_actions() if isinstance(action, Draw)]
    values = evaluation.card_values(evaluation.plan.tracks)
    coloured = [draw for draw in draws if draw.source != BLIND]
    coloured.sort(key=lambda draw: (-values[draw.source], draw.source))
    blind = [draw for draw in draws if draw.source == BLIND]
    return [*coloured[:DRAWS], *blind]
