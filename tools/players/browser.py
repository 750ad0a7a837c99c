"""Requests over HTTP as a browser or a program makes them: forms, cookies, tokens."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

PATIENCE: Final = 8.0
"""Seconds that a player waits for an answer at a site under faults."""
CSRF: Final = "t" * 32
"""Of a form and its cookie, which have to be equal; any browser may choose it."""
DECISION: Final = re.compile(r'name="decision" value="(\d+)"')
MOVE: Final = "draw blind blind"


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered; the ``status`` is 0 where no answer came, or only a part of one."""

    status: int
    text: str = ""
    location: str = ""

    @property
    def data(self) -> Any:
        """The answer as JSON; None where it is none."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None


def exchange(
    line: http.client.HTTPConnection,
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes | None = None,
) -> Reply:
    """Send a request on a connection, and read its answer. No redirect is followed."""
    line.request(method, path, body or None, dict(headers))
    answer = line.getresponse()
    text = answer.read().decode(errors="replace")
    return Reply(answer.status, text, answer.headers.get("Location", ""))


def ask(
    url: str, headers: Mapping[str, str], data: bytes | None = None, *, method: str | None = None
) -> Reply:
    """Ask on a connection of its own, which may fail; POST where there is ``data``."""
    at = urlsplit(url)
    line = http.client.HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
    path = f"{at.path}?{at.query}" if at.query else at.path
    try:
        return exchange(line, method or ("GET" if data is None else "POST"), path, headers, data)
    except (OSError, ValueError, http.client.HTTPException):
        return Reply(0)
    finally:
        line.close()


def as_form(form: Mapping[str, str], session: str = "") -> tuple[dict[str, str], bytes]:
    """The headers and the body with which a browser posts a form."""
    cookies = {"csrftoken": CSRF} | ({"sessionid": session} if session else {})
    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return headers, urlencode({**form, "csrfmiddlewaretoken": CSRF}).encode()


class Browser:
    """One connection that is kept open, for many people one after the other.

    ``note`` hears of each request: its kind, its seconds and its status.
    """

    def __init__(self, port: int, note: Callable[[str, float, int], None]) -> None:
        self._line = http.client.HTTPConnection("localhost", port, timeout=60)
        self._note = note

    def close(self) -> None:
        self._line.close()

    def get(self, kind: str, path: str, session: str = "") -> Reply:
        return self.send(kind, "GET", path, {"Cookie": f"sessionid={session}"} if session else {})

    def move(self, code: str, session: str) -> Reply | None:
        """Make a move on the page of a game, and go where it leads; None where there is no form."""
        page = self.get("page", f"/games/{code}/", session)
        if (decision := DECISION.search(page.text)) is None:
            return None
        headers, body = as_form({"decision": decision[1], "text": MOVE}, session)
        answer = self.send("move", "POST", f"/games/{code}/act/", headers, body)
        if answer.status == 302:
            self.get("redirect", answer.location.partition("#")[0], session)
        return answer

    def send(
        self, kind: str, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Reply:
        began = time.monotonic()
        reply = exchange(self._line, method, path, headers, body)
        self._note(kind, time.monotonic() - began, reply.status)
        return reply
