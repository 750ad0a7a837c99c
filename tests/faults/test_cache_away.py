"""A real Redis as cache that goes away and comes back, behind a wire that can be cut."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.core.cache import caches
from pytest_django import Settings

from ttr_site import cache as of_site

pytestmark = pytest.mark.services

REDIS = os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", "redis://127.0.0.1:6379/9")


class Wire:
    """Leads to Redis. While it ``hangs``, it takes what it is given and leads nowhere."""

    def __init__(self) -> None:
        parts = urlsplit(REDIS)
        self.far = (parts.hostname or "127.0.0.1", parts.port or 6379)
        self.hangs = False
        self.ends: list[socket.socket] = []
        self.near = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                near = self.near.accept()[0]
            except OSError:
                return
            far = socket.create_connection(self.far)
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._lead, args=(one, other), daemon=True).start()

    def _lead(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                if not self.hangs:
                    other.sendall(data)
        except OSError:
            pass

    def cut(self) -> None:
        for end in self.ends:
            end.close()
        self.near.shutdown(socket.SHUT_RDWR)
        self.near.close()


@pytest.fixture
def wire(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setattr(of_site, "_absences", {})
    monkeypatch.setattr(of_site, "PAUSE", 0.3)
    wire = Wire()
    port = wire.near.getsockname()[1]
    settings.CACHES = {
        "default": {
            "BACKEND": "ttr_site.cache.OptionalRedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}{urlsplit(REDIS).path}",
            "KEY_PREFIX": f"test-{os.getpid()}-{time.monotonic_ns()}",
        }
    }
    yield wire
    wire.hangs = False
    caches["default"].delete_many(["kept", "counter"])
    wire.cut()


def test_what_is_kept_in_redis_is_there_again_when_redis_is(wire: Wire) -> None:
    cache = caches["default"]
    cache.set("kept", "in Redis")
    cache.add("counter", 0)
    assert cache.incr("counter") == 1
    wire.hangs = True
    began = time.monotonic()
    assert [cache.get("kept") for _ in range(100)] == [None] * 100
    assert cache.incr("counter") == 1
    assert time.monotonic() - began < 100 * of_site.TIMEOUT
    wire.hangs = False
    time.sleep(of_site.PAUSE * 2)
    assert cache.get("kept") == "in Redis"
    assert cache.incr("counter") == 2
