"""One POST to a webhook, over a connection to the very address that the guard has looked at.

The standard library is enough, and easier to hold to one address than a client that resolves names
by itself: it follows no redirects, uses no proxy of the environment, and keeps no cookies.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.webhooks.guard import Target

CONNECT: Final = 5.0
"""Seconds for the connection, and for each silence after it."""
WHOLE: Final = 10.0
"""Seconds for everything."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the HTTP status, or 0 and what went wrong. ``wait`` is Retry-After."""

    status: int
    error: str = ""
    wait: int = 0

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300


def post(
    target: Target, body: bytes, headers: Mapping[str, str], *, whole: float = WHOLE
) -> Answer:
    """Sends a body, whatever the other side does; of the answer only its head is read."""
    connection = _Pinned(target)
    # Timeouts of the socket count each silence anew; this one counts everything.
    watch = threading.Timer(whole, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body=body, headers=dict(headers))
        response = connection.getresponse()
        return Answer(response.status, wait=_seconds(response.getheader("Retry-After")))
    except (OSError, http.client.HTTPException, ValueError) as error:
        if connection.was_cut:
            return Answer(0, "took too long")
        return Answer(0, f"{type(error).__name__}: {error}"[:200])
    finally:
        watch.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """A connection to one address; for https the certificate must be that of the host."""

    was_cut = False

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT)
        self.default_port = 443 if target.scheme == "https" else 80
        self._target = target

    def connect(self) -> None:
        plain = socket.create_connection((self._target.ip, self._target.port), CONNECT)
        self.sock = plain
        if self._target.scheme == "https":
            self.sock = context().wrap_socket(plain, server_hostname=self._target.host)

    def cut(self) -> None:
        """Ends the connection from another thread: what waits for it gets an error."""
        self.was_cut = True
        sock = self.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


@cache
def context() -> ssl.SSLContext:
    """Gets what decides which certificates are good."""
    return ssl.create_default_context()


def _seconds(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0
