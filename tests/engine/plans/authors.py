"""An author who thinks like the planner, and writes a plan whenever it is asked for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Final

import engine
from engine.actions import Action, BuildStation, DrawTickets, Pass, Share
from engine.bots import choose_action, planner
from engine.bots.evaluation import Evaluation
from engine.plans.evaluation import Step, next_step
from engine.plans.model import (
    Aim,
    AimLost,
    Answers,
    ClaimTrack,
    CompleteTickets,
    Facts,
    FewTrains,
    FirstOpen,
    Memory,
    Plan,
)

FACTS: Final = Facts(datetime(2026, 1, 1, tzinfo=UTC))
RIVAL: Final = "planner-1"
CLAIMS: Final = 3
"""Claims for their points that a plan lists once the tickets need no more."""
OPTIONS: Final = 5
FEW_TRAINS: Final = 4
"""The number of trains at which an author wants to be asked: the end is near."""


@dataclass(slots=True)
class Played:
    """A game that was played: what its authors were asked, and how it went."""

    game: engine.Game
    decisions: int = 0
    by_plan: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    """The decisions of authors, by the reason to ask."""


def play(
    board: engine.Board,
    seats: int,
    seed: int,
    authors: Collection[int],
    *,
    claims: bool = True,
) -> Played:
    """Play a game in which these seats write plans, and the others are played by the planner.

    Without ``claims`` plans only draw.
    """
    chance = engine.Chance.from_seed(seed, seats)
    dice = [Random(f"{seed} seat {seat}") for seat in range(seats)]
    game, _events = engine.new_game(board, seats, chance)
    plans: dict[int, tuple[Plan, Memory]] = {}
    played = Played(game)
    while game.pending:
        seat = next(iter(game.pending))
        view = engine.view(game, seat)
        played.decisions += 1
        if seat in authors:
            step = _by_plan(view, plans, played, claims=claims)
            action = step or _by_author(view, plans, claims=claims)
        else:
            action = choose_action(RIVAL, view, dice[seat])
        game.play(seat, action, chance)
    return played


def _by_plan(
    view: engine.View, plans: dict[int, tuple[Plan, Memory]], played: Played, *, claims: bool
) -> Action | None:
    """The action of the seat's plan, None where its author decides."""
    assert view.seat is not None
    if view.seat not in plans:
        played.asked["no plan"] += 1
        return None
    plan, memory = plans[view.seat]
    answer = next_step(plan, memory, view, FACTS, claims=claims)
    if isinstance(answer, Step):
        played.by_plan += 1
        plans[view.seat] = plan, answer.memory
        return answer.action
    played.asked[answer.why.code] += 1
    if answer.why.code == "ready":
        # Its author claims, and it goes on.
        plans[view.seat] = plan, answer.memory
    else:
        del plans[view.seat]
    return None


def _by_author(view: engine.View, plans: dict[int, tuple[Plan, Memory]], *, claims: bool) -> Action:
    """The decision of an author: an action, or the first step of a new plan."""
    assert view.seat is not None
    if view.pending[view.seat] != "turn":
        if view.pending[view.seat] in ("setup", "keep"):
            # With the tickets an author leaves a plan for the turns that follow.
            plans.setdefault(view.seat, (Plan((CompleteTickets(),), _answers(view)), Memory()))
        return choose_action("planner", view)
    evaluation = Evaluation(view)
    action = planner.turn(evaluation)
    alone = isinstance(action, DrawTickets | BuildStation | Share | Pass)
    if alone or evaluation.turns_left <= 1 or view.seat in plans:
        return action
    plan = write(evaluation)
    answer = next_step(plan, Memory(), view, FACTS, claims=claims)
    if isinstance(answer, Step):
        plans[view.seat] = plan, answer.memory
        return answer.action
    if answer.why.code == "ready":
        plans[view.seat] = plan, answer.memory
    return action


def write(evaluation: Evaluation) -> Plan:
    """A plan: the tickets, or else claims for their points with what may replace each."""
    aims: list[Aim] = []
    if evaluation.plan.tracks:
        aims.append(CompleteTickets())
    else:
        best = sorted(evaluation.within_reach, key=evaluation.rate, reverse=True)
        targets = [ClaimTrack(track.id) for track in best[: CLAIMS + OPTIONS]]
        windows = [tuple(targets[first : first + OPTIONS]) for first in range(CLAIMS)]
        aims.extend(FirstOpen(options) for options in windows if len(options) > 1)
    return Plan(tuple(aims), _answers(evaluation.view))


def _answers(view: engine.View) -> Answers:
    fewest = min(view.trains)
    stops = (FewTrains(max(2, min(fewest - 1, FEW_TRAINS))),) if fewest > 2 else ()
    return Answers(stops=(AimLost(), *stops))
