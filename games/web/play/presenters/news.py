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
        steps = _Steps([event for event in events if event.seq > since], formatter)
        return News(
            events=_items(formatter, events),
            claimed=list(view.owner)[-1:],
            others=steps.lines()[1],
            built=steps.built,
            slots=steps.slots,
        )
    first = first_of_own_move(request)
    known = max(context.seat.seen, view.seq - MAX_EVENTS_BACK)
    events = _events_since_own(context.seat, snapshot, known, first)
    since = _last_known_seq(context.seat, events)
    new_events = [event for event in events if event.seq > since]
    new = new_events if first is None else [event for event in events if event.seq >= first]
    shown = since if parts.seq is None else parts.seq
    steps = _Steps(new, formatter, shown if first is None or parts.seq else first - 1)
    before, others = steps.lines(but=None if first is None else context.seat.number)
    built = [
        event.data[BUILDING_EVENTS[event.type]] for event in new if event.type in BUILDING_EVENTS
    ]
    return News(
        events=_items(formatter, new_events[-MAX_NEW_EVENTS:]),
        older=len(new_events) > MAX_NEW_EVENTS or since < known,
        last_seq=view.seq if new_events else None,
        own=[] if first is None else formatter.own_sentences(events, first),
        others=others,
        before=before,
        claimed=[event.data["track"] for event in new_events if event.type in LAYING_EVENTS],
        built=steps.built,
        slots=steps.slots,
        completed=newly_completed(view, tickets, built),
        step=max((steps.built.get(thing, 0) for thing in built), default=0),
    )


def first_of_own_move(request: HttpRequest) -> int | None:
    """The number that the answer to a move puts into the address."""
    return parse_number(request.GET.get("from", ""), 8)


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


class _Steps:
    """Events in the order in which the page plays them: the last few that came after ``shown``."""

    def __init__(
        self, events: Sequence[RedactedEvent], formatter: EventFormatter, shown: int = -1
    ) -> None:
        self.formatter = formatter
        self.events = events
        self.built: dict[str, int] = {}
        self.slots: dict[int, int] = {}
        self.of: dict[int, int] = {}
        fresh = [
            event.seq
            for event in events
            if event.seq > shown and formatter.sentence(event) is not None
        ]
        skipped = max(0, len(fresh) - MAX_STEP)
        place = {seq: number for number, seq in enumerate(fresh, 1)}
        step = 1
        for event in events:
            if event.seq <= shown:
                continue
            if event.seq in place:
                step = max(1, place[event.seq] - skipped)
                self.of[event.seq] = step
            if event.type in BUILDING_EVENTS:
                self.built[event.data[BUILDING_EVENTS[event.type]]] = step
            elif event.type == "game.card_taken" and event.data["refill"] is not None:
                self.slots[event.data["slot"]] = step
            elif event.type == "game.row_filled":
                self.slots.update(dict.fromkeys(event.data["slots"], step))

    def lines(self, *, but: int | None = None) -> tuple[SafeString, SafeString]:
        """The items of two lists, the last few in the second; without what seat ``but`` did."""
        told = (event for event in self.events if but is None or event.data.get("seat") != but)
        lines = self.formatter.html_lines(told)[-MAX_NEW_EVENTS:]
        return self._items(lines[:-MAX_LINES]), self._items(lines[-MAX_LINES:])

    def _items(self, lines: Sequence[tuple[int, SafeString]]) -> SafeString:
        return mark_safe(  # noqa: S308
            "".join(
                f'<li class="arrives after-{self.of[last]}">{line}</li>'
                if last in self.of
                else f"<li>{line}</li>"
                for last, line in lines
            )
        )


def _items(formatter: EventFormatter, events: Iterable[RedactedEvent]) -> SafeString:
    """The items of a list, in the order of the events."""
    return mark_safe("".join(f"<li>{line}</li>" for _, line in formatter.html_lines(events)))  # noqa: S308
