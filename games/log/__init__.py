"""The event log of each game: the only writer, replay, verification, records, redaction."""

from __future__ import annotations

from games.log.reading import LogLine, events, keep, load, load_as_found, load_locked
from games.log.records import export_record, import_record
from games.log.redacted import (
    BUILDING_EVENTS,
    LAYING_EVENTS,
    RedactedEvent,
    event_lines,
    event_sentence,
    events_of_move,
    latest_public_events,
    lines_of_events,
    lines_of_move,
    redact_line,
    redacted_events,
    redacted_page,
    two_draws_sentence,
)
from games.log.timeline import (
    LoggedEnding,
    Milestone,
    logged_ending,
    milestones_of,
    state_at,
    states,
)
from games.log.verifying import verify
from games.log.writing import append

__all__ = [
    "BUILDING_EVENTS",
    "LAYING_EVENTS",
    "LogLine",
    "LoggedEnding",
    "Milestone",
    "RedactedEvent",
    "append",
    "event_lines",
    "event_sentence",
    "events",
    "events_of_move",
    "export_record",
    "import_record",
    "keep",
    "latest_public_events",
    "lines_of_events",
    "lines_of_move",
    "load",
    "load_as_found",
    "load_locked",
    "logged_ending",
    "milestones_of",
    "redact_line",
    "redacted_events",
    "redacted_page",
    "state_at",
    "states",
    "two_draws_sentence",
    "verify",
]
