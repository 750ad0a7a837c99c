"""Record files: a whole game as JSON Lines, checkable without this program (docs/record-format.md).

The first line is the header, then comes a line an event, then the closing line with the revealed
secret, the last hash and the result. ``load`` reads strictly, ``check`` re-derives every fact.
"""

from __future__ import annotations

from engine.chain import GENESIS
from engine.record.checking import check
from engine.record.model import DIRECTOR, FORMAT, Header, Record
from engine.record.reading import LONGEST_LINE, load, load_file
from engine.record.writing import dump, record_game

__all__ = [
    "DIRECTOR",
    "FORMAT",
    "GENESIS",
    "LONGEST_LINE",
    "Header",
    "Record",
    "check",
    "dump",
    "load",
    "load_file",
    "record_game",
]
