"""The event log of each game: the only writer, replay, verification, records, redaction."""

from __future__ import annotations

from games.log.reading import LogLine, events, keep, load, load_locked
from games.log.records import export_record, import_record
from games.log.redacted import (
    RedactedEvent,
    event_sentence,
    events_for_reader,
    redact_line,
    redacted_events,
    view_for,
)
from games.log.timeline import Milestone, milestones_of, state_at
from games.log.verifying import verify
from games.log.writing import append

__all__ = [
    "LogLine",
    "Milestone",
    "RedactedEvent",
    "append",
    "event_sentence",
    "events",
    "events_for_reader",
    "export_record",
    "import_record",
    "keep",
    "load",
    "load_locked",
    "milestones_of",
    "redact_line",
    "redacted_events",
    "state_at",
    "verify",
    "view_for",
]
