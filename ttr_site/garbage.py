"""What the garbage collector of a long-lived process has to look through."""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""New objects after which the youngest are looked through; a page makes some thousands."""


def spare_what_stays() -> None:
    """Let the garbage collector pass over what the program consists of.

    Called once, when all of it has been imported. Otherwise a look through everything comes once in
    some hundred requests, and holds up whoever waits by a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
