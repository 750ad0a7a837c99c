"""POST once to a webhook, at the very address that the guard checked.

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
from functools import cache
from typing import Final

from games.notifications.channels import Answer
from games.notifications.webhooks.ssrf_guard import Target

CONNECT_TIMEOUT: Final = 5.0
"""Seconds for the connection, and for each silence after it."""
TOTAL_TIMEOUT: Final = 10.0
"""Seconds for everything."""


def post(
    target: Target, body: bytes, headers: Mapping[str, str], *, whole: float = TOTAL_TIMEOUT
) -> Answer:
    """Send a body, whatever the other side does; of the answer only its head is read."""
    connection = _Pinned(target)
    # Timeouts of the socket restart at each byte; this one counts the whole call.
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
        super().__init__(target.host, target.port, timeout=CONNECT_TIMEOUT)
        self.default_port = 443 if target.scheme == "https" else 80
        self._target = target

    def connect(self) -> None:
        plain = socket.create_connection((self._target.ip, self._target.port), CONNECT_TIMEOUT)
        self.sock = plain
        if self._target.scheme == "https":
            self.sock = tls_context().wrap_socket(plain, server_hostname=self._target.host)

    def cut(self) -> None:
        """End the connection from another thread: what waits for it gets an error."""
        self.was_cut = True
        sock = self.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


@cache
def tls_context() -> ssl.SSLContext:
    """The rules by which certificates are accepted."""
    return ssl.create_default_context()


def _seconds(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0
