"""Record files: a whole game as JSON Lines, checkable without this program (docs/record-
format.md).
"""

from __future__ import annotations

from engine.hash_chain import GENESIS
from engine.record.checking import check
from engine.record.files import MAX_LINE_LENGTH, dump, load, load_file, load_stream, record_game
from engine.record.model import DIRECTOR_ACTOR, FORMAT, Header, Record

__all__ = [
    "DIRECTOR_ACTOR",
    "FORMAT",
    "GENESIS",
    "MAX_LINE_LENGTH",
    "Header",
    "Record",
    "check",
    "dump",
    "load",
    "load_file",
    "load_stream",
    "record_game",
]
