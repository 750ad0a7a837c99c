"""Sends a request to the site in this process, and says whether it failed."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from tools.fuzz.site import Caller, Restorer

HOST: Final = "localhost"
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
    """What came of a request: the status, its view, its page where it is one, and what failed."""

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
        view = view_of(request.path)
        try:
            response: Any = client.request(**self._environ(request, client))
            content = b"".join(response)
        except Exception:  # noqa: BLE001 (all of them count)
            return Outcome(500, view, error=traceback.format_exc())
        status = response.status_code
        raised = response.exc_info
        error = "".join(traceback.format_exception(*raised)) if raised else ""
        if not error and status >= 500:
            error = f"{status} without an exception"
        return Outcome(
            status, view, _page(response, content), response.headers.get("Location", ""), error
        )

    def _environ(self, request: Request, client: Client) -> dict[str, Any]:
        environ: dict[str, Any] = {
            "REQUEST_METHOD": request.method,
            "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
            "QUERY_STRING": request.query,
            "CONTENT_LENGTH": str(len(request.body)) if request.body else "",
            "CONTENT_TYPE": "",
            "HTTP_HOST": HOST,
            "HTTP_X_CSRFTOKEN": SECRET,
            "wsgi.input": BytesIO(request.body),
        }
        token = self.callers[request.who].token
        if token and request.path.startswith("/api/"):
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        damaged = dict(request.headers)
        if "HTTP_COOKIE" in damaged:
            jar = client.cookies.output(header="", sep=";").strip()
            damaged["HTTP_COOKIE"] = f"{damaged['HTTP_COOKIE']}; {jar}"
        return environ | damaged


def view_of(path: str) -> str:
    """The name of the view of a quoted path; ``-`` where there is none."""
    try:
        match = resolve(unquote_to_bytes(path).decode(errors="replace"))
    except Resolver404:
        return "-"
    return match.view_name or match.route


def _page(response: HttpResponseBase, content: bytes) -> str:
    kind = response.headers.get("Content-Type", "")
    return content.decode(errors="replace") if kind.startswith("text/html") else ""
