"""Values of the cache as JSON: write access to Redis must not allow to run code here.

Decision 97 says why.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache

BYTES: Final = "base64"


class JsonSerializer:
    """Writes values for Redis: JSON, in which bytes are base64; counts are bare numbers."""

    def __init__(self, protocol: object = None) -> None:
        # Django passes the protocol of pickle if one is chosen.
        pass

    def dumps(self, value: Any) -> int | bytes:
        if type(value) is int:
            return value
        return json.dumps(value, default=_bytes_as_text, separators=(",", ":")).encode()

    def loads(self, data: bytes) -> Any:
        """Return the value; None, as if missing, if it is not JSON."""
        try:
            return json.loads(data, object_hook=_text_as_bytes)
        except ValueError:
            return None


class JsonLocMemCache(LocMemCache):
    """The memory of a process, which converts values as the shared cache does."""

    _json = JsonSerializer()

    def add(self, key: Any, value: Any, *args: Any, **options: Any) -> bool:
        return super().add(key, self._json.dumps(value), *args, **options)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        found = super().get(key, version=version)
        if found is None:
            return default
        return self._json.loads(found) if isinstance(found, bytes) else found

    def set(self, key: Any, value: Any, *args: Any, **options: Any) -> None:
        super().set(key, self._json.dumps(value), *args, **options)


def _bytes_as_text(value: object) -> dict[str, str]:
    if isinstance(value, bytes):
        return {BYTES: base64.b64encode(value).decode()}
    raise TypeError(f"The cache keeps JSON and bytes, and no {type(value).__name__}.")


def _text_as_bytes(found: dict[str, Any]) -> Any:
    return base64.b64decode(found[BYTES]) if found.keys() == {BYTES} else found
