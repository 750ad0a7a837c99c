"""The parts from which a plan or an order is put together, with buttons alone.

Its text is what the page keeps between two presses; each press changes what that says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _

import engine
from engine.actions import Claim
from engine.bots.sparing import claim_cost, needed_tracks
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.errors import InvalidAction
from engine.orders.model import Order
from engine.plans.model import (
    Aim,
    Answers,
    BuildBullets,
    ClaimAt,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    Draws,
    FirstOpen,
    Plan,
    StationIn,
    StopRule,
)
from engine.rules.teams import payable_cards
from engine.text.plan_lines import PLAIN_STOPS, STOPS, key_of
from engine.text.plans import read_plan
from engine.text.steps import write_action
from games.facts.tickets import ticket_lines
from games.plans.giving import parse_order
from games.plans.texts import lines_of
from games.web.parts import phrases
from games.web.parts.requests import parse_number
from games.web.play.presenters.mechanics import cheapest_station
from games.web.play.presenters.payments import claim_options

Part = TypeVar("Part")
SINGLE: Final = (
    ClaimTrack | ConnectCities | CompleteTicket | CompleteTickets | StationIn | BuildBullets
)
"""Aims that can be lost, and replace one that is."""
COUNTED: Final[Mapping[str, int]] = {"few_trains": 6, "after_turns": 8, "cards_in_hand": 12}
"""Reasons to ask that have a number, with the number that the form proposes."""


@dataclass(frozen=True, slots=True)
class StopChoice:
    """A reason to ask as a box to tick; ``number`` is None where it has none."""

    key: str
    label: str
    chosen: bool
    number: int | None = None


def plan_form(answers: Answers, view: engine.View) -> dict[str, Any]:
    """What the form of web/play/plan.html offers to add, and these answers as they are."""
    board, seat = view.board, view.own_seat
    held = ticket_lines(view, view.tickets_with_rack(seat), seat=seat)
    return {
        "tracks": claim_options(view, view.open_tracks.by_id),
        "cities": sorted(
            ((key, city.name) for key, city in board.cities.items()), key=lambda one: one[1]
        ),
        "tickets": [(line.id, line.name) for line in held if not line.completed],
        "colours": [
            ("", _("whatever spares the rest")),
            *((card, phrases.card_name(card)) for card in COLOURS),
        ],
        "stations": bool(view.stations),
        "bullets": board.bullet_trains.supply if board.bullet_trains else 0,
        "tunnels": board.has_tunnels,
        "teams": bool(view.teams),
        "answers": answers,
        "stops": _stop_choices(answers),
    }


def changed_plan(
    plan: Plan | Order, press: str, data: Mapping[str, str], view: engine.View, usual: Answers
) -> Plan | Order:
    """The plan or order after a press on a button of the form.

    An aim begins a plan in place of an order, with the ``usual`` answers; exact cards begin an
    order in place of a plan.

    :raises InvalidAction: if what is added makes no sense on this board.
    """
    kind, _dash, rest = press.partition("-")
    if kind == "order":
        return _with_branch(plan, rest, data, view)
    if isinstance(plan, Order):
        if kind == "drop":
            return Order(_moved(plan.branches, kind, rest))
        plan = Plan((), usual)
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


def _with_branch(
    plan: Plan | Order, kind: str, data: Mapping[str, str], view: engine.View
) -> Order:
    """An order with one more branch, which claims or builds with the cards that spare the rest."""
    key = data.get("city" if kind == "station" else "track", "")[:60]
    if kind == "station" and key in view.board.station_cities:
        text = f"when always: {write_action(cheapest_station(view, key), view)}"
    else:
        claimed = _claim(key, data.get("colour", ""), view)
        text = f"when {key} is free: {claimed}"
    (branch,) = parse_order(text, view, phrases.lexicon()).branches
    before = plan.branches if isinstance(plan, Order) else ()
    conditional = [one for one in (*before, branch) if one.conditions]
    always = [one for one in (branch, *before) if not one.conditions]
    return Order((*conditional, *always[:1]))


def _claim(key: str, colour: Card, view: engine.View) -> str:
    """The claim of a track with cards of the colour, or else those that spare the tickets most.

    It names none where sets pay: the owner must choose them.
    """
    track = view.board.tracks.get(key)
    if track is None or track.most_sets or view.seat is None:
        return f"claim {key}"
    held = payable_cards(view, view.seat)
    colours = [track.colour] if track.colour in COLOURS else COLOURS
    if len(colours) > 1 and colour in COLOURS:
        colours = [colour]
    claims = []
    for paid in colours:
        missing = max(0, track.length - held[paid])
        locomotives = max(track.least_locomotives, min(missing, held[LOCOMOTIVE]))
        claims.append(Claim(key, paid, min(locomotives, track.most_locomotives)))
    needed = needed_tracks(view)
    best = min(claims, key=lambda claim: claim_cost(view, claim, needed))
    return write_action(best, view) + ("; withdraw" if track.turns_up else "")


def _moved(parts: tuple[Part, ...], kind: str, place: str) -> tuple[Part, ...]:
    number = _number(place, -1)
    if not 0 <= number < len(parts):
        return parts
    kept = [*parts]
    part = kept.pop(number)
    if kind != "drop":
        kept.insert(max(0, number - 1) if kind == "up" else number + 1, part)
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
    for key, proposed in COUNTED.items():
        if data.get(f"ask-{key}"):
            stops.append(STOPS[key].kind(_number(data.get(f"n-{key}", ""), proposed)))
    if (city := data.get("ask-city", "")) in view.board.cities:
        stops.append(ClaimAt(city))
    # What the form has no box for stays as it was written.
    boxes = {*PLAIN_STOPS, *COUNTED}
    kept = (rule for rule in before.stops if key_of(rule, STOPS) not in boxes)
    stops += [rule for rule in kept if rule not in stops]
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
    chosen = {key_of(rule, STOPS): rule for rule in reversed(answers.stops)}
    return [
        StopChoice(key, label, key in chosen, getattr(chosen.get(key), "count", COUNTED.get(key)))
        for key, label in labels.items()
    ]


def shown_lines(plan: Plan | Order, view: engine.View) -> list[str]:
    """The aims of a plan or the parts of an order, a line each, in the active language."""
    lines = lines_of(plan, view, phrases.lexicon())
    return lines if isinstance(plan, Order) else lines[: len(plan.aims)]


def _number(text: str, default: int) -> int:
    found = parse_number(text, 2)
    return default if found is None else found
