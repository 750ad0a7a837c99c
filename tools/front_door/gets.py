"""What an anonymous flood reads: pages, API, streams, pictures and records."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Final

from tools.players.browser import CSRF, exchange

PAGES, API, STREAMS, PICTURES, RECORDS = "pages", "api", "streams", "pictures", "records"
READ: Final = (PAGES, API, STREAMS, PICTURES, RECORDS)
LONG: Final = "/" + "a.b@" * 975
"""A path of 3,901 characters that looks like many addresses."""
BOARDS: Final = ("usa", "europe", "japan", "india", "switzerland", "team-asia")
FIRST_WIDTH, LAST_WIDTH = 200, 1200
LAST_EVENT: Final = 200
"""Of the record that is uploaded; it has more."""


def path_of(endpoint: str, number: int, codes: Sequence[str], record: str = "") -> str:
    """The path that the anonymous user of a number asks for."""
    dice = Random(number)
    code = dice.choice(codes)
    width = dice.randint(FIRST_WIDTH, LAST_WIDTH)
    paths = {
        PAGES: (f"/games/{code}/", "/", "/lobby/", "/watch/", LONG, f"/games/{code}/replay/"),
        API: (f"/api/v1/games/{code}/", "/api/v1/games/?of=all", f"/api/v1/games/{code}/events/"),
        STREAMS: (f"/api/v1/games/{code}/stream/",),
        PICTURES: (
            f"/api/v1/boards/{dice.choice(BOARDS)}/picture.png?width={width}",
            f"/api/v1/games/{code}/picture.png?width={width}",
            f"/games/{code}/share.png",
        ),
        RECORDS: (f"{record}?at={dice.randint(0, LAST_EVENT)}",),
    }[endpoint]
    return paths[number // 2 % len(paths)]


def open_stream(port: int, host: str, path: str, address: str) -> int:
    """Open a stream, read its first bytes, hang up; the status."""
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\n\r\n"
    with (
        suppress(OSError, ValueError, IndexError),
        socket.create_connection(("127.0.0.1", port), 10) as line,
    ):
        line.sendall(head.encode())
        return int(line.recv(4096).split()[1])
    return 0


@cache
def upload(port: int, host: str, data: bytes) -> tuple[str, str]:
    """Have a record checked; the path of its replay, and the cookie of the session."""
    parts = (
        (b'form-data; name="csrfmiddlewaretoken"', CSRF.encode()),
        (b'form-data; name="record"; filename="a.jsonl"', data),
    )
    body = b"".join(b"--edge\r\nContent-Disposition: %b\r\n\r\n%b\r\n" % part for part in parts)
    headers = {
        "Host": host, "Content-Type": "multipart/form-data; boundary=edge",
        "Cookie": f"csrftoken={CSRF}", "Referer": f"http://{host}/",
        "X-Forwarded-For": "10.99.0.1",
    }  # fmt: skip
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    answer = exchange(line, "POST", "/records/check/", headers, body + b"--edge--\r\n")
    if answer.status != 302:
        raise ValueError(f"The record was answered {answer.status}: {answer.text[:200]!r}")
    session = next(one for one in answer.cookies if one.startswith("sessionid=")).partition(";")[0]
    return answer.location, session
