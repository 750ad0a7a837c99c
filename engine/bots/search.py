"""The searching bot: candidates played out in sampled worlds, the better ones ever more often.

Every candidate meets the same worlds, so that luck is the same for all (common random numbers).
After each round the worse half is left behind (successive halving). All follows from the view and
a seed: no clock, no set, no hash decides. Decision 149 says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import sqrt, tanh
from random import Random
from typing import Any, Final, Self

from engine import wire
from engine.actions import Action, DrawTickets, Keep
from engine.bots.candidates import candidate_actions
from engine.bots.determinize import Sampler, counts_of
from engine.bots.evaluation import Evaluation
from engine.bots.playout.plan import make_plan
from engine.bots.playout.result import margin_of
from engine.bots.playout.table import Table
from engine.bots.playout.terrain import KINDS
from engine.bots.rollout import Candidate, Spot, totals_after
from engine.bots.setting import public_table, seat_world
from engine.view import View

SEARCHED: Final = ("turn", "second", "keep", "setup", "tunnel")
"""The kinds of decision that are searched; for the others the planner answers."""
SCALE: Final = 40.0
"""Margins far beyond this many points count for little more."""
DOUBT: Final = 1.5
"""The planner's action is left for one that is better by this many standard errors."""
TICKETS_HANDICAP: Final = 5.0
TEAM_TICKETS_HANDICAP: Final = 12.0
TEAM_KEEP_HANDICAP: Final = 5.0
"""Tickets are drawn, or kept beyond those of the planner, only where that is better by so much:
playouts find ways for them too easily, and mates plan there with each other's cards."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action with what it is expected to lead to.

    ``margin`` is the expected final margin in points, the own side less the best other one, with
    its standard error; ``wins`` the share of the playouts in which the side came first.
    """

    action: Action
    margin: float
    error: float
    wins: float
    playouts: int

    def as_data(self) -> dict[str, Any]:
        """The option as plain data, to be stored as JSON."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**facts, "action": wire.encode_action(self.action)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The option that :meth:`as_data` made this of."""
        return cls(**{**data, "action": wire.decode_action(data["action"])})


def compare(
    view: View, playouts: int, *, also: Sequence[Action] = (), seed: str = "", alone: bool = True
) -> list[Candidate]:
    """The candidates for the open decision of the view's seat, best first.

    ``playouts`` is the number of games played out in all; ``also`` are actions to look at whatever
    the planner thinks of them, to the last round. A candidate that is ``alone`` is valued too.
    Places of ``margins`` are worlds, the same for all candidates.

    :raises ValueError: if the view is a spectator's, or its seat has nothing to decide.
    """
    seat = view.seat
    if seat is None or seat not in view.pending:
        raise ValueError("A search needs a seat with a decision open.")
    actions = list(dict.fromkeys((*candidate_actions(view, Evaluation(view)), *also)))
    if view.pending[seat] not in SEARCHED or (len(actions) == 1 and not alone):
        return [Candidate(action, None) for action in (*also, *actions)][:1]
    known = sorted(view.hands[seat].items())
    search = _Search(view, Random(f"search {seed} {seat} {view.seq} {known}"))
    candidates = search.candidates(actions)
    kept = [candidate for candidate in candidates if candidate.action in also]
    search.halve(candidates, playouts, [candidates[0], *kept])
    first, teams = candidates[0], bool(view.teams)
    for candidate in candidates:
        candidate.handicap = _handicap(candidate.action, first.action, teams)
    return sorted(candidates, key=lambda one: (-len(one.utilities), -_lead(one, first)))


def best_action(view: View, playouts: int, seed: str = "") -> Action:
    """The action that a search of n playouts finds best."""
    return compare(view, playouts, seed=seed, alone=False)[0].action


def ranked_by_margin(view: View, playouts: int) -> list[Option]:
    """The candidates by the margin that they are shown with, which is less their handicap here.

    Those that were left behind met fewer worlds: they are dropped where that flatters them.

    :raises ValueError: if the view is a spectator's, or its seat has nothing to decide.
    """
    found = compare(view, playouts)
    options = [_with_handicap(candidate) for candidate in found]
    most = options[0].playouts
    compared = [option for option in options if option.playouts == most]
    least = min(option.margin for option in compared)
    left_behind = [one for one in options if one.playouts < most and one.margin < least]
    return sorted([*compared, *left_behind], key=lambda option: -option.margin)


def _with_handicap(candidate: Candidate) -> Option:
    option = option_of(candidate)
    return replace(option, margin=round(option.margin - candidate.handicap, 2))


def option_of(candidate: Candidate) -> Option:
    """A candidate in figures."""
    count = len(candidate.margins)
    mean = _mean([float(margin) for margin in candidate.margins])
    spread = sum((margin - mean) ** 2 for margin in candidate.margins)
    error = sqrt(spread / (count * (count - 1))) if count > 1 else 0.0
    return Option(
        candidate.action, round(mean, 2), round(error, 2), candidate.wins / max(1, count), count
    )


def _lead(candidate: Candidate, first: Candidate) -> float:
    """By how much a candidate is better than the planner's action, less what may be noise."""
    if candidate is first:
        return 0.0
    count = min(len(candidate.utilities), len(first.utilities))
    leads = [candidate.utilities[n] - first.utilities[n] for n in range(count)]
    mean = _mean(leads)
    handicap = candidate.handicap
    if count < 2:
        return mean - handicap - SCALE
    spread = sum((lead - mean) ** 2 for lead in leads)
    return mean - handicap - DOUBT * sqrt(spread / (count * (count - 1)))


def _handicap(action: Action, first: Action, teams: bool) -> float:
    """The lead that an action needs, since playouts find ways for tickets too easily."""
    if isinstance(action, DrawTickets):
        return TEAM_TICKETS_HANDICAP if teams else TICKETS_HANDICAP
    if teams and isinstance(action, Keep) and isinstance(first, Keep):
        return TEAM_KEEP_HANDICAP * max(0, len(action.tickets) - len(first.tickets))
    return 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


class _Search:
    """A decision, and the worlds in which its candidates are compared."""

    def __init__(self, view: View, rng: Random) -> None:
        seat = view.seat
        assert seat is not None
        self.view = view
        self.seat = seat
        self.rng = rng
        self.sampler = Sampler(view)
        self.public = public_table(view, self.sampler.terrain)
        self.side = self.public.side_of[seat]
        self.sampler.weigh(self.public)
        self.spot = Spot(view.board, seat, view.pending[seat], view.order[0], view.tunnel)
        self.spot.second_to_rack = view.first_card_place == "hand"
        self.worlds = 0

    def candidates(self, actions: Sequence[Action]) -> list[Candidate]:
        """The actions, each with the plan that its seat plays on with."""
        table = self.own_table()
        plan = make_plan(table, self.side)
        found = []
        for action in actions:
            own = plan
            if isinstance(action, Keep):
                with_tickets = table.copy()
                numbers = self.sampler.terrain.ticket_numbers
                with_tickets.tickets[self.side] += [numbers[key] for key in action.tickets]
                own = make_plan(with_tickets, self.side)
            found.append(Candidate(action, own))
        return found

    def own_table(self) -> Table:
        """The table with what the seat has itself."""
        view, seat = self.view, self.seat
        table = self.public.copy()
        table.hands = [[0] * KINDS for _ in range(view.seats)]
        table.hands[seat] = counts_of(view.hands[seat])
        table.racks = [counts_of(rack) for rack in view.racks] or [[0] * KINDS for _ in table.sides]
        numbers = self.sampler.terrain.ticket_numbers
        table.tickets = [[] for _ in table.sides]
        table.tickets[self.side] = [numbers[key] for key in view.tickets_with_rack(seat)]
        return table

    def halve(
        self, candidates: Sequence[Candidate], budget: int, kept: Sequence[Candidate]
    ) -> None:
        """Play out n games in all, with half of the candidates after each round."""
        alive = list(candidates)
        rounds = max(1, (len(alive) - 1).bit_length())
        for left in range(rounds, 0, -1):
            games = max(2, budget // (left * len(alive)))
            for _ in range(games):
                self.compare(alive)
            budget -= games * len(alive)
            alive.sort(key=lambda one: -_mean(one.utilities))
            half = alive[: max(2, (len(alive) + 1) // 2)]
            alive = [*half, *dict.fromkeys(one for one in kept if one not in half)]

    def compare(self, alive: Sequence[Candidate]) -> None:
        """Play each candidate out in one more world."""
        chance = self.rng.getrandbits(30)
        table = seat_world(self.public, self.sampler.sample(self.rng), chance)
        for side in range(len(table.sides)):
            if side != self.side:
                table.plans[side] = make_plan(table, side)
                table.stale[side] = False
        for candidate in alive:
            totals = totals_after(self.spot, table.copy(), candidate)
            margin = margin_of(totals, self.side)
            candidate.margins.append(margin)
            candidate.wins += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
            candidate.utilities.append(SCALE * tanh(margin / SCALE) + 0.1 * margin)
