"""A game step by step: the facts of each step that its reader may know, as data for a script.

A step is an event that has something to tell, with what followed from it by itself. Each step holds
only the facts that the step before it did not have; names of facts are those that the page has in
``data-fact``. Decision 133 says why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _

from engine import View
from engine.cards import CARDS, Hand
from games.drawing.replay_board import Appearances, Piece
from games.facts.tickets import network_mark, ticket_lines
from games.log import LAYING_EVENTS, Milestone, RedactedEvent
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.pictures import pieces_on
from games.web.play.presenters.players import (
    PlayerLine,
    TeamLines,
    player_lines,
    stocks,
    team_lines,
)
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks

GAP: Final = -1
"""A slot of the row without a card."""
Facts = dict[str, Any]


class ReplayedEnd(Protocol):
    """A replayed game after its last event."""

    view: View

    def events(self, *, after: int = -1) -> list[RedactedEvent]: ...


class ReplayedGame(Protocol):
    """The parts of a game that a replay shows: one of this site, or a record from elsewhere."""

    @property
    def names(self) -> Mapping[int, str]: ...
    @property
    def bots(self) -> Mapping[int, str]: ...
    @property
    def player_urls(self) -> Mapping[int, str]: ...
    @property
    def is_over(self) -> bool: ...

    def formatter(self, view: View) -> EventFormatter: ...
    def snapshot(self) -> ReplayedEnd: ...
    def views_at(self, seqs: Collection[int]) -> Iterator[View]: ...
    def milestones(self, *, until: int) -> Sequence[Milestone]: ...


@dataclass(frozen=True, slots=True)
class Step:
    """An event with something to tell; ``end`` is the last event before the next step.

    ``turn`` is the one that it happened in, 0 before the first.
    """

    event: RedactedEvent
    end: int
    turn: int

    @property
    def seq(self) -> int:
        return self.event.seq


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps of a game, and the view after the step at which the page opens."""

    steps: Sequence[Step]
    at: int
    view: View
    changes: Sequence[Facts]
    """The facts of each step that are new or other than before it."""
    tickets: Mapping[str, tuple[str, str]]
    """Name and points of each ticket that a fact names."""
    appearances: Appearances
    over: bool
    deciding: Sequence[int]
    """The seats that had to decide after the step at which the page opens."""
    last: int
    """The last event that the reader may know."""

    @property
    def here(self) -> Step:
        return self.steps[self.at]

    @property
    def last_step(self) -> int:
        return len(self.steps) - 1

    @property
    def at_end(self) -> bool:
        return self.at == self.last_step

    @property
    def turns(self) -> int:
        return self.steps[-1].turn

    def data(self) -> dict[str, Any]:
        """The steps that the script of the page goes through."""
        return {"cards": CARDS, "tickets": self.tickets, "steps": self.changes}


def replay_of(context: ReplayedGame, seq: int | None) -> Replay:
    """The replay of a game, open at the step of event ``seq``; None is the last one."""
    snapshot = context.snapshot()
    formatter = context.formatter(snapshot.view)
    events = snapshot.events()
    told = [event for event in events if formatter.sentence(event)]
    last = snapshot.view.seq
    waits = {event.seq - 1 for event in events if event.begins} | {last}
    ends = [event.seq - 1 for event in told[1:]] + [last]
    at = len(told) - 1
    if seq is not None:
        at = max((number for number, event in enumerate(told) if event.seq <= seq), default=0)
    writer = _Writer(context.names, over=context.is_over)
    steps: list[Step] = []
    changes: list[Facts] = []
    known: Facts = {}
    turn = 0
    for number, (event, view) in enumerate(zip(told, context.views_at(ends), strict=True)):
        if event.type == "game.taken_back":
            turn = view.turn
        step = Step(event, view.seq, turn)
        turn = view.turn
        facts = {"seq": step.seq, "turn": step.turn, **writer.facts(view)}
        # In the midst of what an action causes nobody is asked anything.
        facts["deciding"] = sorted(view.pending) if view.seq in waits and not view.outcome else []
        changes.append({key: value for key, value in facts.items() if known.get(key) != value})
        known = {**known, **facts}
        writer.note(number, event, view)
        steps.append(step)
        if number == at:
            opened, deciding = view, facts["deciding"]
    return Replay(
        steps=steps,
        at=at,
        view=opened,
        changes=changes,
        tickets=writer.tickets,
        appearances=writer.appearances,
        over=context.is_over,
        deciding=deciding,
        last=last,
    )


def turn_starts(steps: Sequence[Step]) -> list[int]:
    """The numbers of the steps with which a turn begins."""
    return [
        number
        for number, step in enumerate(steps)
        if number == 0 or step.turn != steps[number - 1].turn
    ]


class _Writer:
    """Writes views as facts, and remembers what it has named."""

    def __init__(self, names: Mapping[int, str], *, over: bool) -> None:
        self.names = names
        self.over = over
        self.tickets: dict[str, tuple[str, str]] = {}
        self.appearances = Appearances()
        self._held: dict[object, list[str]] = {}

    def facts(self, view: View) -> Facts:
        """The facts of a view."""
        lines = player_lines(view, self.names, {}, {})
        return {
            "over": view.outcome is not None,
            "row": [GAP if card is None else CARDS.index(card) for card in view.row],
            **stocks(view),
            "tunnel": self._tunnel(view),
            **dict(_numbers(lines)),
            **dict(_team_numbers(team_lines(view, lines))),
            **dict(self._holdings(view)),
        }

    def note(self, number: int, event: RedactedEvent, view: View) -> None:
        """Note what is on the board at a step."""
        lit = [event.data["track"]] if event.type in LAYING_EVENTS else tunnel_tracks(view)
        self.appearances.note(number, [*(Piece("lit", track) for track in lit), *pieces_on(view)])

    def _holdings(self, view: View) -> Iterator[tuple[str, Any]]:
        for seat in visible_seats(view, over=self.over):
            yield f"hand-{seat}", _counts(view.hands[seat])
            yield f"held-{seat}", self._written(view, view.tickets[seat], seat)
            yield f"offer-{seat}", self._written(view, view.offered[seat], seat)
        for team in visible_teams(view, over=self.over):
            seat = view.teams[team][0]
            yield f"hand-rack-{team}", _counts(view.racks[team])
            yield f"held-rack-{team}", self._written(view, view.ticket_racks[team], seat)

    def _written(self, view: View, tickets: Sequence[str], seat: int) -> list[str]:
        """The ids of tickets, with a plus before those that are completed."""
        if not tickets:
            return []
        # Few steps build anything.
        key = (seat, tuple(tickets), network_mark(view, seat))
        found = self._held.get(key)
        if found is None:
            lines = ticket_lines(view, tickets, seat=seat)
            self.tickets |= {line.id: (line.name, line.worth) for line in lines}
            found = self._held[key] = [f"{'+' * line.completed}{line.id}" for line in lines]
        return found

    def _tunnel(self, view: View) -> dict[str, Any] | None:
        panel = tunnel_panel(view, self.names)
        if panel is None:
            return None
        return {
            "title": _("Tunnel %(route)s") % {"route": panel.route},
            "laid": [(CARDS.index(pile.card), pile.count) for pile in panel.laid],
            "turned": [
                (CARDS.index(card), int(asks)) for card, _name, _picture, asks in panel.turned
            ],
            "demand": panel.demand,
        }


def visible_seats(view: View, *, over: bool) -> list[int]:
    """The seats whose cards and tickets the reader may see, in playing order."""
    return list(view.order) if over else [] if view.seat is None else [view.seat]


def visible_teams(view: View, *, over: bool) -> list[int]:
    """The teams whose rack the reader may see (A-2)."""
    if over or not view.teams:
        return list(range(len(view.teams)))
    return [] if view.seat is None else [view.team_of[view.seat]]


def _counts(hand: Hand) -> list[int]:
    return [hand[card] for card in CARDS]


def _numbers(lines: Sequence[PlayerLine]) -> Iterator[tuple[str, Any]]:
    for line in lines:
        yield f"points-{line.seat}", line.points
        yield f"trains-{line.seat}", line.trains
        yield f"cards-{line.seat}", line.cards
        yield f"placing-{line.seat}", " +1" if line.placing else ""
        yield f"tickets-{line.seat}", line.tickets
        yield f"offered-{line.seat}", f" +{line.offered}" if line.offered else ""
        for name, number in line.more:
            yield f"{name}-{line.seat}", number


def _team_numbers(teams: Sequence[TeamLines]) -> Iterator[tuple[str, Any]]:
    for team in teams:
        if team.numbers is not None:
            yield f"team-points-{team.number}", "" if team.points is None else team.points
            yield f"team-trains-{team.number}", team.numbers.trains
            yield f"team-rack-{team.number}", team.numbers.cards
            yield f"team-tickets-{team.number}", team.numbers.tickets
