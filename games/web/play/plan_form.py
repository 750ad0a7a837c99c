"""The parts from which a plan is put together, with buttons alone: aims, answers, reasons to ask.

The text of the plan is what the page keeps between two presses; each press changes the plan that it
says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.cards import COLOURS
from engine.errors import InvalidAction
from engine.plans.model import (
    AfterTurns,
    Aim,
    Answers,
    BuildBullets,
    CardsInHand,
    ClaimAt,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    Draws,
    FewTrains,
    FirstOpen,
    Plan,
    StationIn,
    StopRule,
)
from engine.text.plan_lines import PLAIN_STOPS, write_plan
from engine.text.plans import read_plan
from games.facts.tickets import ticket_lines
from games.web.parts import phrases
from games.web.play.order_form import free_tracks

Choices = list[tuple[str, str]]
SINGLE: Final = (
    ClaimTrack | ConnectCities | CompleteTicket | CompleteTickets | StationIn | BuildBullets
)
"""Aims that can be lost, and replace one that is."""
COUNTED: Final[Mapping[str, tuple[type, int]]] = {
    "few_trains": (FewTrains, 6),
    "after_turns": (AfterTurns, 8),
    "cards_in_hand": (CardsInHand, 12),
}
"""Reasons to ask that have a number, with the number that the form proposes."""


@dataclass(frozen=True, slots=True)
class StopChoice:
    """A reason to ask as a box to tick; ``number`` is None where it has none."""

    key: str
    label: str
    chosen: bool
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PlanForm:
    """What can be added to a plan, and its answers as they are."""

    tracks: Choices
    cities: Choices
    tickets: Choices
    colours: Choices
    stations: bool
    bullets: int
    tunnels: bool
    teams: bool
    answers: Answers
    stops: list[StopChoice]


def plan_form(answers: Answers, view: engine.View) -> PlanForm:
    """The form with these answers."""
    board, seat = view.board, view.seat
    assert seat is not None
    held = [*view.tickets[seat]]
    if view.teams:
        held += view.ticket_racks[view.team_of[seat]]
    open_tickets = [line for line in ticket_lines(view, held, seat=seat) if not line.completed]
    cities = sorted(
        ((key, city.name) for key, city in board.cities.items()), key=lambda one: one[1]
    )
    return PlanForm(
        tracks=free_tracks(view),
        cities=cities,
        tickets=[(line.id, line.name) for line in open_tickets],
        colours=[
            ("", _("whatever spares the rest")),
            *((c, phrases.card_name(c)) for c in COLOURS),
        ],
        stations=bool(view.stations),
        bullets=board.bullet_trains.supply if board.bullet_trains else 0,
        tunnels=board.has_tunnels,
        teams=bool(view.teams),
        answers=answers,
        stops=_stop_choices(answers),
    )


def changed_plan(plan: Plan, press: str, data: Mapping[str, str], view: engine.View) -> Plan:
    """The plan after a press on a button of the form.

    :raises InvalidAction: if what is added makes no sense on this board.
    """
    kind, _dash, rest = press.partition("-")
    if kind in ("up", "down", "drop"):
        return replace(plan, aims=_moved(plan.aims, kind, rest))
    if kind == "answers":
        return replace(plan, answers=_answers(plan.answers, data, view))
    aim = _aim(kind, data, view)
    if data.get("else") and plan.aims and isinstance(aim, SINGLE):
        last = plan.aims[-1]
        if isinstance(last, FirstOpen | SINGLE):
            before = last.aims if isinstance(last, FirstOpen) else (last,)
            return replace(plan, aims=(*plan.aims[:-1], FirstOpen((*before, aim))))
    return replace(plan, aims=(*plan.aims, aim))


def _moved(aims: tuple[Aim, ...], kind: str, place: str) -> tuple[Aim, ...]:
    number = _number(place, -1)
    if not 0 <= number < len(aims):
        return aims
    kept = [*aims]
    aim = kept.pop(number)
    if kind != "drop":
        kept.insert(max(0, number - 1) if kind == "up" else number + 1, aim)
    return tuple(kept)


def _aim(kind: str, data: Mapping[str, str], view: engine.View) -> Aim:
    """The aim that a button adds, read as one that somebody wrote."""

    def said(name: str) -> str:
        return data.get(name, "")[:60]

    lines = {
        "claim": f"claim {said('track')}" + (f" with {said('colour')}" if said("colour") else ""),
        "connect": f"connect {said('from')} with {said('to')}",
        "ticket": f"complete the ticket {said('ticket')}",
        "tickets": "complete my tickets",
        "station": f"build a station in {said('city')}",
        "bullets": f"build {_number(said('bullets'), 1)} bullet routes",
        "draw": f"draw for {_number(said('turns'), 1)} turns",
        "blind": f"draw blind for {_number(said('turns'), 1)} turns",
        "hold": f"hold {_number(said('cards'), 10)} cards",
    }
    if kind not in lines:
        raise InvalidAction("plan.line", text=kind[:20])
    (aim,) = read_plan(f"plan\n{lines[kind]}", view).aims
    return aim


def _answers(before: Answers, data: Mapping[str, str], view: engine.View) -> Answers:
    blind = data.get("blind", "")
    stops: list[StopRule] = [rule for key, rule in PLAIN_STOPS.items() if data.get(f"ask-{key}")]
    for key, (kind, proposed) in COUNTED.items():
        if data.get(f"ask-{key}"):
            stops.append(kind(_number(data.get(f"n-{key}", ""), proposed)))
    if (city := data.get("ask-city", "")) in view.board.cities:
        stops.append(ClaimAt(city))
    # What the form has no box for stays as it was written.
    stops += [rule for rule in before.stops if not _has_box(rule) and rule not in stops]
    place = data.get("first_card", "")
    return Answers(
        draws=Draws(
            colours=before.draws.colours,
            locomotives=bool(data.get("locomotives")),
            blind=blind if blind in ("never", "always") else "useless",  # type: ignore[arg-type]
        ),
        first_card=place if place in ("hand", "rack") else None,  # type: ignore[arg-type]
        tunnel_extra=_number(data.get("tunnel_extra", ""), before.tunnel_extra),
        stops=tuple(stops),
    )


def _has_box(rule: StopRule) -> bool:
    if isinstance(rule, FewTrains):
        return rule.seat is None
    return rule in PLAIN_STOPS.values() or isinstance(rule, AfterTurns | CardsInHand)


def _stop_choices(answers: Answers) -> list[StopChoice]:
    labels = {
        "aim_lost": _("an aim can no longer be reached"),
        "aim_done": _("an aim is reached"),
        "locomotive_face_up": _("a locomotive lies face up"),
        "shuffled": _("the cards are shuffled"),
        "wrote": _("somebody writes at the table"),
        "few_trains": _("somebody has so few trains:"),
        "after_turns": _("the plan has played so many turns:"),
        "cards_in_hand": _("I hold so many cards:"),
    }
    found = []
    for key, label in labels.items():
        if key in PLAIN_STOPS:
            found.append(StopChoice(key, label, PLAIN_STOPS[key] in answers.stops))
            continue
        kind, proposed = COUNTED[key]
        counted = [
            rule.count
            for rule in answers.stops
            if isinstance(rule, FewTrains | AfterTurns | CardsInHand)
            and isinstance(rule, kind)
            and _has_box(rule)
        ]
        found.append(StopChoice(key, label, bool(counted), counted[0] if counted else proposed))
    return found


def lines_of(plan: Plan, view: engine.View) -> list[str]:
    """The aims of a plan, a line each, in the active language."""
    return write_plan(plan, view, phrases.lexicon()).split("\n")[1 : len(plan.aims) + 1]


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else default
