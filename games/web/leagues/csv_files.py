"""Files for table programs (CSV, RFC 4180): no cell of them is taken for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from django.http import HttpResponse

FORMULA: Final = "=+-@\t\r\n|＝＋－＠"
"""With one of these a cell begins that some table program would carry out; full-width ones too."""


def csv_file(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """The answer that a browser stores as a file of this name."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return response


def _cell(value: object) -> object:
    """A value as a table program reads it: times in UTC, nothing for None, harmless text."""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, str):
        return f"'{value}" if value.lstrip(" \u00a0")[:1] in tuple(FORMULA) else value
    return "" if value is None else value
