"""Validation of a plan: refuses one that says nothing, or names what cannot be on its board."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.network_plan import trains_needed
from engine.cards import CARDS, COLOURS, GRAY
from engine.errors import InvalidAction
from engine.plans.model import (
    MOST_AIMS,
    Aim,
    BuildBullets,
    ClaimTrack,
    CompleteTicket,
    DrawTurns,
    EitherOf,
    FirstOpen,
    HoldCards,
    Plan,
    StationIn,
)
from engine.view import View


def check_plan(plan: Plan, view: View) -> None:
    """Refuse a plan that its own seat could never follow, as far as it can know.

    :raises InvalidAction: says which aim is wrong, and why.
    """
    if not plan.aims:
        raise InvalidAction("plan.empty")
    if len(plan.aims) > MOST_AIMS:
        raise InvalidAction("plan.too_long", most=MOST_AIMS)
    for aim in _singles(plan.aims):
        _check(aim, view)
    _check_trains(plan, view)
    named = [aim.track for aim in plan.aims if isinstance(aim, ClaimTrack)]
    if len(named) != len(set(named)):
        raise InvalidAction("plan.twice")
    unknown = set(plan.answers.draws.colours) - set(CARDS)
    if unknown or (plan.answers.first_card is not None and not view.teams):
        raise InvalidAction("plan.draws")


def _singles(aims: tuple[Aim, ...]) -> Iterator[Aim]:
    for aim in aims:
        yield from aim.aims if isinstance(aim, FirstOpen | EitherOf) else (aim,)


def _check(aim: Aim, view: View) -> None:
    board, seat = view.board, view.seat
    assert seat is not None
    match aim:
        case ClaimTrack(track, colour):
            named = board.tracks[track]
            if colour and named.colour not in (colour, GRAY):
                raise InvalidAction("plan.colour", track=track, colour=colour)
            if colour and colour not in COLOURS:
                raise InvalidAction("plan.draws")
        case CompleteTicket(ticket):
            if ticket not in view.tickets_with_rack(seat):
                raise InvalidAction("plan.ticket")
        case StationIn():
            if not view.stations:
                raise InvalidAction("plan.no_stations")
        case BuildBullets(count):
            if board.bullet_trains is None or not 0 < count <= board.bullet_trains.supply:
                raise InvalidAction("plan.no_bullets")
        case DrawTurns(count) | HoldCards(count):
            if not 0 < count <= MOST_AIMS:
                raise InvalidAction("plan.number", most=MOST_AIMS)


def _check_trains(plan: Plan, view: View) -> None:
    """Refuse tracks to be claimed that take more trains than the seat's side has."""
    assert view.seat is not None
    has = sum(view.trains[mate] for mate in view.side(view.seat))
    wanted = sum(
        trains_needed(view, view.board.tracks[aim.track])
        for aim in plan.aims
        if isinstance(aim, ClaimTrack) and aim.track in view.open_tracks.by_id
    )
    if wanted > has:
        raise InvalidAction("plan.trains", wanted=wanted, has=has)
