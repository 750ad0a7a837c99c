"""The log of each game: appended here and nowhere else, read back, checked, exported, imported."""

from __future__ import annotations

from games.log.course import Milestone, course, moment
from games.log.reading import Line, events, keep, load, load_locked
from games.log.records import export_record, import_record
from games.log.telling import Told, story_of, tell, view_of
from games.log.verifying import verify
from games.log.writing import append

__all__ = [
    "Line",
    "Milestone",
    "Told",
    "append",
    "course",
    "events",
    "export_record",
    "import_record",
    "keep",
    "load",
    "load_locked",
    "moment",
    "story_of",
    "tell",
    "verify",
    "view_of",
]
