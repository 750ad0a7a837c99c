"""The one thread in which proxies and the mail server of a run listen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True, name="wires").start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop and wait for what comes of it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)
