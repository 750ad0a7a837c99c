"""JSON decoded with line numbers, so that a fault in a board file can be located."""

from __future__ import annotations

import json
from json import decoder, scanner
from pathlib import Path
from typing import Any

from engine.errors import BoardError


class Row(dict[str, Any]):
    """An object of the file and the line on which it begins."""

    line: int = 1


class Document:
    """A decoded board file.

    :raises BoardError: if the file cannot be read, is no JSON object, or names a key twice.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError(f"{path}:1: Make this a readable UTF-8 file: {error}.") from error
        reader = json.JSONDecoder()
        # The pure-Python scanner hands over where each object begins; the fast one does not.
        reader.parse_object = self._object  # type: ignore[attr-defined]
        reader.scan_once = scanner.py_make_scanner(reader)  # type: ignore[attr-defined]
        try:
            root = reader.decode(self.text)
        except json.JSONDecodeError as error:
            raise BoardError(f"{path}:{error.lineno}: Mend the JSON: {error.msg}.") from error
        if not isinstance(root, Row):
            raise BoardError(f"{path}:1: Make the whole file one JSON object.")
        self.root = root

    def _object(self, at: tuple[str, int], strict: bool, once: Any, *_: Any) -> tuple[Row, int]:
        text, start = at
        line = text.count("\n", 0, start) + 1

        def collect(pairs: list[tuple[str, Any]]) -> Row:
            row = Row(pairs)
            row.line = line
            if len(row) < len(pairs):
                names = [name for name, _ in pairs]
                twice = next(name for name in names if names.count(name) > 1)
                raise BoardError(f"{self.path}:{line}: Give the key {twice!r} only once.")
            return row

        read: Any = decoder.JSONObject  # type: ignore[attr-defined]
        row, end = read(at, strict, once, None, collect)
        return row, end

    def fault(self, where: Row, sentence: str, key: str | None = None) -> BoardError:
        """The error that points at a row, or at the line of one of its keys."""
        line = where.line
        if key is not None:
            lines = self.text.splitlines()
            wanted = json.dumps(key, ensure_ascii=False) + ":"
            line = next((n for n in range(line, len(lines) + 1) if wanted in lines[n - 1]), line)
        return BoardError(f"{self.path}:{line}: {sentence}")

    def require(self, condition: bool, where: Row, sentence: str, key: str | None = None) -> None:
        """Refuse the file where a condition does not hold.

        :raises BoardError: as :meth:`fault` makes it.
        """
        if not condition:
            raise self.fault(where, sentence, key)
