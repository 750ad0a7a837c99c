"""The subject of a stream and the place its reader has reached: the Last-Event-ID of both kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from django.http import HttpResponse

from games.api.stream.poll import News

LONGEST_ID: Final = 6000
"""Characters of a Last-Event-ID; servers take headers of 8190."""
WAITING: Final = "-"
_GAME: Final = re.compile(rf"([a-z2-9]{{8}})([0-9]{{1,9}}|{WAITING})")
Decisions = Mapping[str, int | None]
"""The decision that is open for a person in each of their games, by code; None while they wait."""


@dataclass(slots=True)
class Watch:
    """A stream as it was admitted: whose it is, and in which language.

    ``token`` and ``person`` are ids, None for an anonymous user, whose ``network`` counts instead.
    ``plays`` says that the person has a seat in a running game.
    """

    language: str
    token: int | None
    person: int | None
    network: str
    plays: bool


@dataclass(slots=True)
class GameWatch(Watch):
    """A stream of the events of a game after ``position``, for the seat that the reader had."""

    code: str
    seat: int | None
    position: int

    @property
    def key(self) -> str:
        """The key under which streams are read for together."""
        return self.code

    def is_concerned(self, news: News) -> bool:
        """Whether there may be something to send."""
        return self.code in news.games


@dataclass(slots=True)
class PersonWatch(Watch):
    """A stream of what becomes a person's turn; ``position`` is what it has sent."""

    position: Decisions
    key: ClassVar[str] = ""

    def is_concerned(self, news: News) -> bool:
        """Whether there may be something to send."""
        return self.person in news.people


AnyWatch = GameWatch | PersonWatch


class Admitted(HttpResponse):
    """The answer to a request that may have its stream."""

    def __init__(self, watch: AnyWatch) -> None:
        super().__init__(content_type="text/event-stream; charset=utf-8")
        self.watch = watch


def write_decisions(decisions: Decisions) -> str:
    """The decisions as an id; "0" for none, "" where there are too many for a header.

    >>> write_decisions({"abcdefgh": 12, "bcdefghj": None}), write_decisions({})
    ('abcdefgh12.bcdefghj-', '0')
    """
    parts = (f"{code}{WAITING if number is None else number}" for code, number in decisions.items())
    text = ".".join(parts) or "0"
    return text if len(text) <= LONGEST_ID else ""


def read_decisions(text: str) -> dict[str, int | None]:
    """The decisions of an id.

    :raises ValueError: if it is none of ours.

    >>> read_decisions("abcdefgh12.bcdefghj-")
    {'abcdefgh': 12, 'bcdefghj': None}
    """
    if text == "0":
        return {}
    if len(text) > LONGEST_ID:
        raise ValueError("too long")
    found: dict[str, int | None] = {}
    for part in text.split("."):
        match = _GAME.fullmatch(part)
        if match is None:
            raise ValueError(f"{part!r} is no game with its decision")
        found[match[1]] = None if match[2] == WAITING else int(match[2])
    return found
