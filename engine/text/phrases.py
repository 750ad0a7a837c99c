"""Phrases that log lines are made of, in the form for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.board.model import Board
from engine.cards import LOCOMOTIVE
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon

Data = Mapping[str, Any]
"""The redacted wire data of an event."""


def ticket_phrase(board: Board, ticket: str, lexicon: Lexicon) -> str:
    """A ticket by its cities and points."""
    known = board.tickets[ticket]
    name = board.place_name
    if not known.far:
        return lexicon.say("ticket", a=name(known.a), b=name(known.b), points=known.points)
    ends = [lexicon.say("ticket.end", b=name(end.place), points=end.points) for end in known.far]
    return lexicon.say("ticket.country", a=name(known.a), ends=" / ".join(ends))


def ticket_name(board: Board, ticket: str) -> str:
    """A ticket by its places alone, with all far ends that it has (M-8)."""
    known = board.tickets[ticket]
    places = [end.place for end in known.far] or [known.b]
    return f"{board.place_name(known.a)} – {' / '.join(map(board.place_name, places))}"


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a line for the reader in ``seat``; None is a spectator."""

    seat: int | None
    board: Board
    names: Sequence[str]
    lexicon: Lexicon

    def action_sentence(self, message: str, data: Data, **gaps: object) -> str:
        """The sentence about an action of a seat, in the form for this reader.

        The forms are "you", "other" where the data were cut, and "shown" where they were not;
        events that are public have no "shown".
        """
        form = "other" if data.get("redacted") or f"{message}.shown" not in SHOWN_FORMS else "shown"
        if data["seat"] == self.seat:
            form = "you"
        return self.lexicon.say(f"{message}.{form}", name=self.names[data["seat"]], **gaps)

    def card(self, card: str) -> str:
        return self.lexicon.say(f"card.{card}")

    def cards(self, cards: Sequence[str]) -> str:
        return self.lexicon.cards(Counter(cards))

    def route(self, track: str) -> str:
        cities, known = self.board.cities, self.board.tracks[track]
        return self.lexicon.say("route", a=cities[known.a].name, b=cities[known.b].name)

    def tickets(self, tickets: Sequence[str]) -> str:
        return self.lexicon.enumerate([self.ticket(ticket) for ticket in tickets])

    def ticket(self, ticket: str) -> str:
        return ticket_phrase(self.board, ticket, self.lexicon)

    def paid(self, data: Data) -> str:
        """The cards that were laid down for a track."""
        if data.get("cards"):
            return self.cards(data["cards"])
        coloured = self.board.tracks[data["track"]].length - data["locomotives"]
        return self.lexicon.cards({data["colour"]: coloured, LOCOMOTIVE: data["locomotives"]})

    def points(self, points: int) -> str:
        return self.lexicon.say("points", n=points)


SHOWN_FORMS = frozenset(message for message in ENGLISH.sentences if message.endswith(".shown"))
