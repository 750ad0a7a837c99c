"""Sends a request to the site in this process, and says whether it failed."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from django.test import Client

from tools.fuzz.addresses import HOST, view_of
from tools.fuzz.site import Caller, Restorer

SECRET: Final = "n" * 32
"""Of the cookie and the header that CSRF compares."""
FOLLOWED: Final = 2
"""Redirections that are followed after a request."""


@dataclass(slots=True)
class Request:
    """One request as it is sent: ``path`` quoted, ``headers`` variables of WSGI in Latin-1."""

    who: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Outcome:
    """What came of a request: the status, its view, its page if it has one, and what failed."""

    status: int
    view: str
    page: str = ""
    location: str = ""
    error: str = ""


class Sender:
    """Sends requests; all that they change is undone."""

    def __init__(self, callers: dict[str, Caller]) -> None:
        self.callers = callers
        self.restorer = Restorer()

    def send(self, request: Request) -> Outcome:
        """Send a request, and look at where it leads."""
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        client.cookies["csrftoken"] = SECRET
        if session := self.callers[request.who].session:
            client.cookies["sessionid"] = session
        with self.restorer.undone():
            first = outcome = self._once(request, client)
            for _time in range(FOLLOWED):
                to = urlsplit(urljoin(request.path, outcome.location))
                if outcome.error or not outcome.location or to.netloc not in ("", HOST):
                    break
                outcome = self._once(Request(request.who, "GET", to.path, to.query), client)
                first.error = outcome.error
        return first

    def _once(self, request: Request, client: Client) -> Outcome:
        outcome = Outcome(500, view_of(request.path))
        try:
            response: Any = client.generic(
                request.method, request.path, request.body, "", **self._environ(request, client)
            )
            content = b"".join(response)
        except Exception:  # noqa: BLE001 (all of them count)
            outcome.error = traceback.format_exc()
            return outcome
        outcome.status = response.status_code
        outcome.location = response.headers.get("Location", "")
        if response.headers.get("Content-Type", "").startswith("text/html"):
            outcome.page = content.decode(errors="replace")
        if response.exc_info:
            outcome.error = "".join(traceback.format_exception(*response.exc_info))
        elif outcome.status >= 500:
            outcome.error = f"{outcome.status} without an exception"
        return outcome

    def _environ(self, request: Request, client: Client) -> dict[str, Any]:
        environ = {
            "QUERY_STRING": request.query, "HTTP_HOST": HOST, "HTTP_X_CSRFTOKEN": SECRET
        }  # fmt: skip
        token = self.callers[request.who].token
        if token and request.path.startswith("/api/"):
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        environ |= request.headers
        if cookie := request.headers.get("HTTP_COOKIE"):
            jar = client.cookies.output(header="", sep=";").strip()
            environ["HTTP_COOKIE"] = f"{cookie}; {jar}"
        return environ
