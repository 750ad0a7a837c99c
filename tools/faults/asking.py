"""One request over HTTP, as a program or a browser makes it; a fault may leave it unanswered."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any, Final

PATIENCE: Final = 8.0
"""Seconds that a player waits for an answer."""


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


class _Staying(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: where it leads says what became of a form."""

    def redirect_request(self, *_arguments: object) -> None:
        return None


_opener: Final = urllib.request.build_opener(_Staying)


def ask(
    url: str, headers: Mapping[str, str], data: bytes | None = None, *, method: str | None = None
) -> Reply:
    """Ask something of the site under test; POST where there is ``data`` and no ``method``."""
    asked = urllib.request.Request(url, data, dict(headers), method=method)  # noqa: S310
    try:
        try:
            with _opener.open(asked, timeout=PATIENCE) as answer:
                return _read(answer, answer.status, answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return _read(error, error.code, error.headers)
    except (OSError, ValueError, http.client.HTTPException):
        return Reply(0)


def _read(answer: Any, status: int, headers: Message) -> Reply:
    return Reply(status, answer.read().decode(errors="replace"), headers.get("Location", ""))
