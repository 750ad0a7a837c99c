"""Log lines as HTML list items, with seat sign and time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from engine import Board
from games.common.dates import DateFormat, format_local
from games.common.markup import escape
from games.drawing.palette import SEATS, Tint
from games.log import RedactedEvent, event_sentence, lines_of_events, two_draws_sentence
from games.web.parts.phrases import lexicon
from games.web.parts.pictures import seat_sign


class EventFormatter:
    """Events as sentences in the active language, for the reader in a seat (None: a spectator)."""

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        seat: int | None,
        tints: Sequence[Tint] = SEATS,
    ) -> None:
        self.words: dict[str, Any] = {
            "board": board, "names": names, "seat": seat, "lexicon": lexicon(),
        }  # fmt: skip
        self.seat = seat
        self.tints = tints
        # A page tells an event in several places.
        self._sentences: dict[int, str | None] = {}

    def sentence(self, event: RedactedEvent) -> str | None:
        """The sentence of an event, or None where there is nothing to tell."""
        if event.seq not in self._sentences:
            self._sentences[event.seq] = event_sentence(event, **self.words)
        return self._sentences[event.seq]

    def html_items(self, events: Iterable[RedactedEvent]) -> SafeString:
        """The items of a list, in the order of the events."""
        items = (
            f'<li id="e{event.seq}">{self.html(event)}</li>'
            for event in events
            if self.sentence(event) is not None
        )
        return mark_safe("".join(items))  # noqa: S308

    def html(self, event: RedactedEvent) -> SafeString:
        """The sentence of an event with the sign of its seat before it and its time after."""
        return self._told(event, self.sentence(event) or "")

    def html_lines(self, events: Iterable[RedactedEvent]) -> list[tuple[int, SafeString]]:
        """The last event of each line, and the line; the two draws of a turn are in one."""
        return [(event.seq, self._told(event, line)) for event, line in self._lines(events)]

    def own_sentences(self, events: Iterable[RedactedEvent], first: int) -> list[str]:
        """The lines about one's own events from event ``first`` on."""
        own = (
            event for event in events if event.seq >= first and event.data.get("seat") == self.seat
        )
        return [line for _event, line in self._lines(own)]

    def _lines(self, events: Iterable[RedactedEvent]) -> list[tuple[RedactedEvent, str]]:
        both = partial(two_draws_sentence, **self.words)
        return lines_of_events(events, sentence=self.sentence, both=both)

    def _told(self, event: RedactedEvent, line: str) -> SafeString:
        actor = event.data.get("seat")
        sign = seat_sign(self.tints[actor]) if isinstance(actor, int) else "<span></span>"
        at = escape(format_local(event.at, DateFormat.DAY_TIME))
        time = f'<time datetime="{event.at.isoformat()}">{at}</time>'
        return mark_safe(f"{sign}<span>{escape(line)} {time}</span>")  # noqa: S308
