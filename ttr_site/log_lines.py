"""The lines of the log as text for people, or as JSON for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from games.common import log_context
from ttr_site.error_texts import error_of, message_of, traceback_of
from ttr_site.redacting import redacted


class Line(logging.Formatter):
    """One record as text: time (ISO 8601, UTC), level, logger, message, context; traceback.

    The ids of request, task and game are in brackets at the end of the first line. Texts of errors
    are left out: ttr_site/error_texts.py says why.
    """

    def format(self, record: logging.LogRecord) -> str:
        ids = " ".join(f"{name}={value}" for name, value in log_context.current().items())
        message = message_of(record) + (f" [{ids}]" if ids else "")
        lines = [f"{_time(record)} {record.levelname:<7} {record.name}: {message}"]
        # Text that another handler has cached in exc_text is not redacted.
        if (error := error_of(record)) is not None:
            lines.append(traceback_of(error))
        if record.stack_info:
            lines.append(record.stack_info)
        return redacted("\n".join(lines))


class JsonLine(logging.Formatter):
    """One record as a JSON object on one line.

    ``time``, ``level``, ``logger`` and ``message`` are always there; ``request``, ``task``, ``run``
    and ``game`` where they are known, ``status`` for responses to requests, ``error`` and ``stack``
    for tracebacks. Other attributes of a record are not written.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(message_of(record)),
        }
        line |= {
            name: redacted(value) if isinstance(value, str) else value
            for name, value in log_context.current().items()
        }
        if isinstance(status := getattr(record, "status_code", None), int):
            line["status"] = status
        if (error := error_of(record)) is not None:
            line["error"] = redacted(traceback_of(error))
        if record.stack_info:
            line["stack"] = redacted(record.stack_info)
        return json.dumps(line, ensure_ascii=False)


def formatters(form: str) -> dict[str, Any]:
    """Return the formatters of a logging configuration: "line" in the form "text" or "json"."""
    name = "JsonLine" if form == "json" else "Line"
    return {
        "line": {"()": f"ttr_site.log_lines.{name}"},
        "text": {"()": "ttr_site.log_lines.Line"},
    }


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
