"""What a plan does at a decision of its seat: one step, or a reason to ask its owner.

All follows from the plan, its memory, the view of its own seat and a few facts; there is no chance
in it. It is asked again after each card that is revealed (decision 195).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

from engine.actions import Action, BuildStation, Claim, Draw, Pay, Place, Withdraw
from engine.board.model import Track
from engine.bots.evaluation import shortage
from engine.bots.network_plan import RouteGraph
from engine.cards import BLIND, COLOURS, LOCOMOTIVE
from engine.plans.model import (
    AfterTurns,
    AimDone,
    AimLost,
    BuildBullets,
    CardsInHand,
    ClaimAt,
    ClaimOn,
    Draws,
    Facts,
    FewTrains,
    LocomotiveFaceUp,
    Memory,
    OnDate,
    PilesShuffled,
    Plan,
    SomebodyWrote,
    StopRule,
)
from engine.plans.targets import Target, Targets
from engine.rules.stations import station_cost
from engine.view import View

PREFERRED: Final = 10.0
"""What the first of the colours that a plan names is worth above all others."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a plan does something, or stops: a code, and what it is about.

    ``aim`` is the place of an aim, ``track`` and ``city`` are keys, ``number`` counts: of a draw
    the cards that the track lacks.
    """

    code: str
    aim: int | None = None
    track: str | None = None
    city: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """The action of the open decision, why, and what the plan remembers afterwards."""

    action: Action
    why: Reason
    memory: Memory


@dataclass(frozen=True, slots=True)
class Stop:
    """The plan asks its owner, who has the open decision."""

    why: Reason
    memory: Memory


Answer: TypeAlias = Step | Stop


def next_step(
    plan: Plan, memory: Memory, view: View, facts: Facts, *, claims: bool = True
) -> Answer:
    """What a plan does now; without ``claims`` it asks where it would claim or build.

    :raises ValueError: if the view's seat has nothing to decide.
    """
    if view.seat is None or view.seat not in view.pending:
        raise ValueError("A plan is asked only while its seat has a decision open.")
    pending = view.pending[view.seat]
    seen = replace(
        memory,
        claims=len(view.owner),
        deck=view.deck_size,
        counts=memory.counts or (0,) * len(plan.aims),
    )
    if pending in ("setup", "keep", "rack"):
        return Stop(Reason("tickets"), seen)
    if pending == "tunnel":
        return _tunnel(plan, seen, view)
    targets = Targets(plan, memory, view)
    settled = replace(seen, done=tuple(sorted(targets.done)), lost=tuple(sorted(targets.lost)))
    if pending != "place":
        for rule in plan.answers.stops:
            if (why := reason_to_stop(rule, memory, settled, view, facts)) is not None:
                return Stop(why, settled)
    if pending == "place":
        return Step(_place(plan, targets), Reason("place"), settled)
    if pending == "second":
        return _draw(plan, settled, targets)
    return _turn(plan, settled, targets, claims=claims)


def _turn(plan: Plan, memory: Memory, targets: Targets, *, claims: bool) -> Answer:
    memory = replace(memory, turns=memory.turns + 1)
    if targets.draw is not None:
        return _draw(plan, _counted(memory, targets.draw_place), targets)
    if not targets.found:
        return Stop(Reason("done" if not memory.lost else "lost"), memory)
    if not targets.hold:
        for target in targets.found:
            step = _claim(target, targets)
            if step is None:
                continue
            action, why = step
            if not claims:
                return Stop(replace(why, code="ready"), memory)
            if isinstance(plan.aims[target.place], BuildBullets):
                memory = _counted(memory, target.place)
            return Step(action, why, memory)
    return _draw(plan, memory, targets)


def _counted(memory: Memory, place: int) -> Memory:
    counts = list(memory.counts)
    counts[place] += 1
    return replace(memory, counts=tuple(counts))


def _claim(target: Target, targets: Targets) -> tuple[Action, Reason] | None:
    """The claim or station of a target that can be made now without harm to an earlier one."""
    earlier = [
        track for other in targets.found for track in other.tracks if other.place < target.place
    ]
    found = [
        (track, claim)
        for track in target.tracks
        if (claim := _payment(track, targets, earlier)) is not None
    ]
    if found:
        track, claim = max(found, key=lambda pair: _urgency(pair[0], target, targets))
        return claim, Reason("claim", target.place, track=track.id)
    if target.station is not None and not target.tracks:
        built = _station(target.station, targets, earlier)
        if built is not None:
            return built, Reason("station", target.place, city=target.station)
    return None


def _payment(track: Track, targets: Targets, earlier: Collection[Track]) -> Claim | None:
    """The payment that takes least from the other tracks, None where none may be made now."""
    evaluation = targets.evaluation
    offers: Sequence[Claim] = evaluation.claims.get(track.id, ())
    if track.colour in COLOURS:
        # A gray track that is to be paid with one colour.
        offers = [claim for claim in offers if claim.cards or claim.colour == track.colour]
    others = [other for other in targets.tracks if other.id != track.id]

    def cost(claim: Claim, wanted: Collection[Track]) -> float:
        return evaluation.cost_for(claim, track.length, wanted)

    best = min(offers, key=lambda claim: cost(claim, others), default=None)
    if best is None or not _is_safe(track, best, targets):
        return None
    takes_from_earlier = bool(earlier) and cost(best, earlier) > cost(best, ())
    return None if takes_from_earlier else best


def _is_safe(track: Track, claim: Claim, targets: Targets) -> bool:
    """Whether a tunnel is paid with a card to spare, or turns up nothing (A-9)."""
    evaluation = targets.evaluation
    if not track.turns_up or not evaluation.tunnel_spare or not targets.view.deck_size:
        return True
    return evaluation.has_card_to_spare(track, claim.colour)


def _urgency(track: Track, target: Target, targets: Targets) -> tuple[float, int]:
    """The turns that the way of a target would take more without a track."""
    if len(target.tracks) < 2:
        return 0.0, -track.number
    evaluation = targets.evaluation
    graph = RouteGraph(targets.view, targets.seat, evaluation.payable, without=[track.id])
    roads = graph.way(track.a, track.b)
    return (sum(road.turns for road in roads) if roads is not None else 99.0), -track.number


def _station(city: str, targets: Targets, earlier: Collection[Track]) -> BuildStation | None:
    view, evaluation = targets.view, targets.evaluation
    offers = [
        action
        for action in view.legal_actions()
        if isinstance(action, BuildStation) and action.city == city
    ]
    cost = station_cost(view, targets.seat)
    if not offers or cost is None:
        return None

    def loss(action: BuildStation) -> float:
        claim = Claim("", action.colour, action.locomotives)
        return evaluation.cost_for(claim, cost, earlier)

    return min(offers, key=loss)


def _draw(plan: Plan, memory: Memory, targets: Targets) -> Answer:
    view = targets.view
    offers = [action for action in view.legal_actions() if isinstance(action, Draw)]
    if not offers:
        return Stop(Reason("no_cards"), memory)
    blind = targets.draw is not None and targets.draw.blind
    draws = replace(plan.answers.draws, blind="always") if blind else plan.answers.draws
    action = _best_draw(offers, draws, targets)
    return Step(action, _why_draw(targets), memory)


def _why_draw(targets: Targets) -> Reason:
    """The aim for which cards are drawn, its first track, and the cards that this lacks."""
    if not targets.found:
        return Reason("draw", max(0, targets.draw_place))
    target = targets.found[0]
    if not target.tracks:
        return Reason("draw", target.place)
    track, payable = target.tracks[0], targets.evaluation.payable
    lacks = sum(shortage(payable, [track], 0).values()) - payable[LOCOMOTIVE]
    return Reason("draw", target.place, track=track.id, number=max(0, lacks))


def _best_draw(offers: Sequence[Draw], draws: Draws, targets: Targets) -> Draw:
    values = targets.evaluation.draw_values(targets.tracks)
    sources = {action.source: action for action in offers}
    if draws.blind == "always" and BLIND in sources:
        return sources[BLIND]
    for rank, colour in enumerate(draws.colours):
        if colour in sources:
            values[colour] += PREFERRED - rank
    if not draws.locomotives and len(sources) > 1:
        sources.pop(LOCOMOTIVE, None)
    if draws.blind == "never" and len(sources) > 1:
        sources.pop(BLIND, None)
    return max(sources.values(), key=lambda action: values[action.source])


def _place(plan: Plan, targets: Targets) -> Place:
    return Place(plan.answers.first_card or targets.evaluation.best_place(targets.tracks))


def _tunnel(plan: Plan, memory: Memory, view: View) -> Answer:
    assert view.tunnel is not None
    pays = [action for action in view.legal_actions() if isinstance(action, Pay)]
    why = Reason("tunnel", track=view.tunnel.track, number=view.tunnel.asks)
    if pays and view.tunnel.asks <= plan.answers.tunnel_extra:
        return Step(min(pays, key=lambda action: action.locomotives), why, memory)
    return Step(Withdraw(), replace(why, code="withdraw"), memory)


def reason_to_stop(
    rule: StopRule, before: Memory, now: Memory, view: View, facts: Facts
) -> Reason | None:
    """Why a rule stops a plan, whose memory was ``before`` and is ``now``; None if it does not."""
    seat = view.seat
    assert seat is not None
    match rule:
        case AimLost():
            new = set(now.lost) - set(before.lost)
            return Reason("aim_lost", min(new)) if new else None
        case AimDone():
            new = set(now.done) - set(before.done)
            return Reason("aim_done", min(new)) if new else None
        case ClaimAt(city):
            near = [key for key in _claimed_since(before, view) if city in _ends(view, key)]
            return Reason("claim_at", track=near[0], city=city) if near else None
        case ClaimOn(track):
            gone = track not in view.open_tracks.by_id and view.owner.get(track) != seat
            return Reason("claim_on", track=track) if gone else None
        case FewTrains(count, of):
            seats = range(view.seats) if of is None else (of,)
            few = [other for other in seats if view.trains[other] <= count]
            return Reason("few_trains", number=min(view.trains[s] for s in few)) if few else None
        case LocomotiveFaceUp():
            return Reason("locomotive") if LOCOMOTIVE in view.row else None
        case CardsInHand(count):
            held = view.hand_sizes[seat]
            return Reason("cards", number=held) if held >= count else None
        case PilesShuffled():
            more = before.deck is not None and view.deck_size > before.deck
            return Reason("shuffled") if more else None
        case AfterTurns(count):
            over = before.turns >= count and view.pending[seat] == "turn"
            return Reason("turns", number=count) if over else None
        case OnDate(at):
            return Reason("date") if facts.now >= datetime.fromisoformat(at) else None
        case SomebodyWrote():
            return Reason("wrote") if facts.wrote else None


def _claimed_since(memory: Memory, view: View) -> list[str]:
    """The tracks that others have claimed since the plan last looked, in their order."""
    if memory.claims is None:
        return []
    own = view.seat
    return [key for key in list(view.owner)[memory.claims :] if view.owner[key] != own]


def _ends(view: View, key: str) -> tuple[str, str]:
    track = view.board.tracks[key]
    return track.a, track.b
