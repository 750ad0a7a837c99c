"""The shared cache, which is optional: while it is down, each process uses its own memory.

Rate limits then count by process. Pages, sign-ups and mails need nothing from the cache.
Values are JSON: write access to Redis must not allow to run code here. Decision 97 says why.
"""

from __future__ import annotations

import base64
import json
import logging
import threading
import time
from functools import partialmethod
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)

TIMEOUT: Final = 0.2
"""Seconds to connect and to answer. Redis takes a thousandth of that."""
PAUSE: Final = 5.0
"""Seconds until one thread tries an absent cache again."""
LOCAL: Final = {"OPTIONS": {"MAX_ENTRIES": 20_000}}


class _Absence:
    """The time until which a server is not tried; all threads of the process share it."""

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = threading.Lock()

    def may_ask(self) -> bool:
        """Whether to try the server; after a pause, only the first caller does."""
        if not self._until:
            return True
        with self._lock:
            moment = time.monotonic()
            if moment < self._until:
                return False
            self._until = moment + PAUSE
            return True

    def begin(self, error: Exception) -> None:
        with self._lock:
            known, self._until = self._until, time.monotonic() + PAUSE
        if not known:
            logger.warning("The cache is away (%s); each process has its own.", error)

    def end(self) -> None:
        if self._until:
            self._until = 0.0
            logger.warning("The cache is back.")


_absences: dict[str, _Absence] = {}


class OptionalRedisCache(RedisCache):
    """Redis while it answers, the memory of the process while it does not; never an error."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # Imported late, since a site on one machine does not need it.
        from redis import RedisError
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        options = {
            "socket_connect_timeout": TIMEOUT,
            "socket_timeout": TIMEOUT,
            "retry": Retry(NoBackoff(), 0),
            "serializer": JsonSerializer,
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self._errors = (RedisError, OSError)
        self._absence = _absences.setdefault(server, _Absence())
        self._local = JsonLocMemCache(f"instead of {server}", {**params, **LOCAL})

    def _ask(self, method: str, *args: Any, **options: Any) -> Any:
        if self._absence.may_ask():
            try:
                answer = getattr(super(), method)(*args, **options)
            except self._errors as error:
                self._absence.begin(error)
            else:
                self._absence.end()
                return answer
        return getattr(self._local, method)(*args, **options)

    add = partialmethod(_ask, "add")
    get = partialmethod(_ask, "get")
    set = partialmethod(_ask, "set")
    touch = partialmethod(_ask, "touch")
    delete = partialmethod(_ask, "delete")
    get_many = partialmethod(_ask, "get_many")
    has_key = partialmethod(_ask, "has_key")
    set_many = partialmethod(_ask, "set_many")
    delete_many = partialmethod(_ask, "delete_many")
    clear = partialmethod(_ask, "clear")

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> Any:
        try:
            return self._ask("incr", key, delta, version=version)
        except ValueError:
            # The cache may have gone down, or up, since the caller began to count.
            self.add(key, 0, version=version)
            return self._ask("incr", key, delta, version=version)


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
