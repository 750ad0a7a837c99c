"""A bound on the time of database queries."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

from django.db import OperationalError


class Bound:
    """Wraps the statements of a connection; PostgreSQL ends those that take longer.

    Only within a transaction, which forgets it at its end.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._part = self._end

    def begin(self, seconds: float) -> Self:
        """Give the following statements no more than this part of the remaining time."""
        self._part = min(self._end, time.monotonic() + seconds)
        return self

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        left = self._part - time.monotonic()
        if left <= 0:
            raise OperationalError("There is no time left for it.")
        if context["connection"].vendor == "postgresql":
            milliseconds = max(1, round(left * 1000))
            context["cursor"].cursor.execute(f"SET LOCAL statement_timeout = {milliseconds}")
        return execute(sql, params, many, context)
