"""Settings of the garbage collector in a long-lived process."""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""New objects before a collection of the youngest; a page makes some thousands."""


def spare_what_stays() -> None:
    """Freeze all objects made at import, so the collector skips them.

    Call it once, after all imports. Otherwise a full collection comes once in some hundred
    requests, and delays one of them by a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
