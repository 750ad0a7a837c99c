"""News of a game: what the reader does not know yet, as lines and as a short sequence.

Everything follows from events as the reader may know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from games.drawing.live_board import MAX_STEP
from games.facts.tickets import TicketLine, newly_completed
from games.log import BUILDING_EVENTS, LAYING_EVENTS, RedactedEvent
from games.tables.models import Seat
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.page_parts import PageParts
from games.web.parts.requests import parse_number

SPECTATOR_EVENTS = 12
"""The number of latest events for a spectator."""
MAX_NEW_EVENTS = 40
"""The most events on the page; the whole log has a page of its own."""
MAX_LINES = 4
"""The most lines of what the others did meanwhile that stand open beside the decision."""
MAX_EVENTS_BACK = 80
"""The most events back to which the page looks for new ones, for who was away for long."""
EVENTS_A_ROUND = 24
"""Events among which the reader's last move is as a rule: most know all before it."""


@dataclass(frozen=True, slots=True)
class News:
    """The events since the reader last knew the game.

    ``own`` tells the move that the reader has just made, ``others`` what followed it or, without
    one, all that is new, and ``before`` those lines of it that do not fit. ``built``
    and ``slots`` say at which step something is built on a track or in a city, or a card turned.
    """

    events: SafeString = field(default_factory=SafeString)
    older: bool = False
    last_seq: int | None = None
    own: list[str] = field(default_factory=list)
    others: SafeString = field(default_factory=SafeString)
    before: SafeString = field(default_factory=SafeString)
    claimed: list[str] = field(default_factory=list)
    built: Mapping[str, int] = field(default_factory=dict)
    slots: Mapping[int, int] = field(default_factory=dict)
    completed: list[TicketLine] = field(default_factory=list)
    step: int = 0


NO_NEWS: Final = News()
NO_STEPS: Final[Mapping[int, int]] = {}


def news(
    request: HttpRequest,
    context: GameContext,
    snapshot: Snapshot,
    parts: PageParts,
    tickets: Iterable[TicketLine],
) -> News:
    """The news for the reader of this request, who has these ``tickets``."""
    view, formatter = snapshot.view, context.formatter(snapshot.view)
    if context.seat is None:
        events = snapshot.events(after=view.seq - SPECTATOR_EVENTS)
        since = view.seq if parts.seq is None else parts.seq
        arrived = [event for event in events if event.seq > since]
        steps = _steps(arrived, formatter)
        return News(
            events=_items(formatter.html_lines(events)),
            claimed=list(view.owner)[-1:],
            others=_items(formatter.html_lines(arrived)[-MAX_LINES:], steps.lines),
            built=steps.built,
            slots=steps.slots,
        )
    # The answer to a move puts the number of its first event into the address.
    first = parse_number(request.GET.get("from", ""), 8)
    known = max(context.seat.seen, view.seq - MAX_EVENTS_BACK)
    events = _events_since_own(context.seat, snapshot, known, first)
    since = _last_known_seq(context.seat, events)
    new = [event for event in events if event.seq > since]
    lines = others = formatter.html_lines(new[-MAX_NEW_EVENTS:])
    # After an own move the page plays that move, too, and tells it apart from those of others.
    played, shown = new, since
    if first is not None:
        played, shown = [event for event in events if event.seq >= first], first - 1
        others = formatter.html_lines(
            event for event in played if event.data.get("seat") != context.seat.number
        )
    shown = parts.seq or shown
    steps = _steps([event for event in played if event.seq > shown], formatter)
    built = [
        event.data[BUILDING_EVENTS[event.type]] for event in played if event.type in BUILDING_EVENTS
    ]
    return News(
        events=_items(lines),
        older=len(new) > MAX_NEW_EVENTS or since < known,
        last_seq=view.seq if new else None,
        own=[] if first is None else formatter.own_sentences(events, first),
        others=_items(others[-MAX_LINES:], steps.lines),
        before=_items(others[-MAX_NEW_EVENTS:-MAX_LINES], steps.lines),
        claimed=[event.data["track"] for event in new if event.type in LAYING_EVENTS],
        built=steps.built,
        slots=steps.slots,
        completed=newly_completed(view, tickets, built),
        step=max((steps.built.get(thing, 0) for thing in built), default=0),
    )


def _events_since_own(
    seat: Seat, snapshot: Snapshot, known: int, first: int | None
) -> list[RedactedEvent]:
    """The events from the last of the seat's own on, or all after ``known`` if it has none there;
    those from event ``first`` on are among them.
    """
    latest = max(known, snapshot.view.seq - EVENTS_A_ROUND)
    for after in (latest, known):
        events = snapshot.events(after=after if first is None else min(after, first - 1))
        if after == known or any(event.actor == str(seat.number) for event in events):
            break
    return events


def _last_known_seq(seat: Seat, events: list[RedactedEvent]) -> int:
    """The last event that the holder of a seat knows: read here, or moved after by mail."""
    own = [event.seq for event in events if event.actor == str(seat.number)]
    return max([seat.seen, *own[-1:]])


@dataclass(frozen=True, slots=True)
class _Steps:
    """At which step the page plays what happened: the ``lines`` of the log by the last event of
    each, tracks and cities that are ``built`` on, and ``slots`` of the row that get a card.
    """

    lines: dict[int, int] = field(default_factory=dict)
    built: dict[str, int] = field(default_factory=dict)
    slots: dict[int, int] = field(default_factory=dict)


def _steps(events: Sequence[RedactedEvent], formatter: EventFormatter) -> _Steps:
    """The steps of events that the page has not shown; only the last few have one of their own."""
    told = {event.seq for event in events if formatter.sentence(event) is not None}
    number = min(0, MAX_STEP - len(told))
    steps = _Steps()
    for event in events:
        number += event.seq in told
        step = max(1, number)
        if event.seq in told:
            steps.lines[event.seq] = step
        if event.type in BUILDING_EVENTS:
            steps.built[event.data[BUILDING_EVENTS[event.type]]] = step
        elif event.type == "game.card_taken" and event.data["refill"] is not None:
            steps.slots[event.data["slot"]] = step
        elif event.type == "game.row_filled":
            steps.slots.update(dict.fromkeys(event.data["slots"], step))
    return steps


def _items(
    lines: Iterable[tuple[int, SafeString]], steps: Mapping[int, int] = NO_STEPS
) -> SafeString:
    """The items of a list; a line of a step arrives at it."""
    return mark_safe(  # noqa: S308
        "".join(
            f'<li class="arrives after-{steps[last]}">{line}</li>'
            if last in steps
            else f"<li>{line}</li>"
            for last, line in lines
        )
    )
