"""What a plan would do now and in the turns after, if nothing changed on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Action, BuildStation, Claim, Draw
from engine.bots.network_plan import trains_needed
from engine.cards import BLIND, LOCOMOTIVE, Card
from engine.plans.evaluation import Answer, Stop, next_step
from engine.plans.model import Facts, Memory, Plan
from engine.rules.claiming import closed_parallels
from engine.view import View

TURNS: Final = 4
"""The turn that is next, and three more."""
MOST_STEPS: Final = 3 * TURNS


def preview_plan(
    plan: Plan, memory: Memory, view: View, facts: Facts, *, claims: bool = True
) -> list[list[Answer]]:
    """The answers of a plan turn by turn, until it would ask.

    Cards that are taken leave a gap, a card from the deck stays unknown, no tunnel asks for more,
    and nobody else moves.
    """
    assert view.seat is not None
    seen = _for_preview(view)
    found: list[list[Answer]] = []
    for _turn in range(TURNS):
        seen = replace(seen, pending={view.seat: "turn"})
        answers: list[Answer] = []
        while seen.pending and len(answers) < MOST_STEPS:
            answer = next_step(plan, memory, seen, facts, claims=claims)
            answers.append(answer)
            if isinstance(answer, Stop):
                break
            memory = answer.memory
            seen = _after(seen, answer.action)
        found.append(answers)
        if answers and isinstance(answers[-1], Stop):
            break
    return found


def _for_preview(view: View) -> View:
    """A copy of a view, of which only what a preview changes is its own."""
    seat = view.seat
    return replace(
        view,
        row=view.row.copy(),
        owner=dict(view.owner),
        claims=[tracks.copy() for tracks in view.claims],
        blocked_tracks=[tracks.copy() for tracks in view.blocked_tracks],
        open_tracks=view.open_tracks.copy(),
        trains=view.trains.copy(),
        hand_sizes=view.hand_sizes.copy(),
        stations=[cities.copy() for cities in view.stations],
        hands=[hand.copy() if other == seat else hand for other, hand in enumerate(view.hands)],
        racks=[rack.copy() for rack in view.racks],
        tunnel=None,
    )


def _after(view: View, action: Action) -> View:
    """The view after an action of its seat, as far as the seat can foresee it."""
    seat = view.seat
    assert seat is not None
    over: View = replace(view, pending={})
    match action:
        case Draw(source):
            second = view.pending[seat] == "turn" and (
                source != LOCOMOTIVE or view.board.locomotives is not None
            )
            if source == BLIND:
                view.hand_sizes[seat] += 1
                over.deck_size = max(0, view.deck_size - 1)
            else:
                over.row[over.row.index(source)] = None
                _gain(over, source, 1)
            return replace(over, pending={seat: "second"} if second and any(over.row) else {})
        case Claim():
            _claim(over, action)
        case BuildStation(city, colour, locomotives):
            over.stations[seat].append(city)
            cost = len(over.stations[seat])
            _gain(over, colour, locomotives - cost)
            _gain(over, LOCOMOTIVE, -locomotives)
    return over


def _claim(view: View, claim: Claim) -> None:
    seat = view.seat
    assert seat is not None
    track = view.board.tracks[claim.track]
    for closed in (track, *(view.board.tracks[key] for key in closed_parallels(view, track))):
        if closed.id in view.open_tracks.by_id:
            view.open_tracks.close(closed)
    if track.parallel:
        view.blocked_tracks[seat].update(view.board.groups[track.group])
    view.owner = {**view.owner, track.id: seat}
    if trains_needed(view, track):
        view.claims[seat].append(track.id)
    view.trains[seat] -= trains_needed(view, track)
    for card in claim.cards:
        _gain(view, card, -1)
    if not claim.cards:
        _gain(view, LOCOMOTIVE, -claim.locomotives)
        _gain(view, claim.colour, claim.locomotives - track.length)


def _gain(view: View, card: Card, count: int) -> None:
    """Add cards to the hand, or take them: from the team's rack where the hand has too few."""
    seat = view.seat
    assert seat is not None
    hand = view.hands[seat]
    if not count or card not in hand:
        return
    hand[card] += count
    view.hand_sizes[seat] += count
    if hand[card] < 0:
        if view.teams:
            view.racks[view.team_of[seat]][card] += hand[card]
        view.hand_sizes[seat] -= hand[card]
        hand[card] = 0
