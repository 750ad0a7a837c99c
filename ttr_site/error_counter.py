"""Logging handler that counts errors for the metrics."""

from __future__ import annotations

import logging


class ErrorCounter(logging.Handler):
    """Counts records at ERROR and worse, by logger."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        # Settings are being read while handlers are made.
        from games.common.metrics import ERRORS

        ERRORS.labels(record.name).inc()
