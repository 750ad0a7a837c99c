"""Sentences of the story of a game, in the active language, from the facts of :mod:`engine.ending`.

The same facts always make the same sentences: which of two wordings a fact has follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.board import Board
from engine.ending import facts
from engine.ending.facts import Fact, Side
from engine.ending.story import Story
from engine.text.phrases import ticket_name
from games.language.amounts import in_cards, in_points, in_spaces, listed, signed
from games.language.lexicon import OUR_ENGLISH, say


@dataclass(frozen=True, slots=True)
class StoryTeller:
    """Says facts about a game on this board; ``names`` are those of the seats."""

    board: Board
    names: Sequence[str]

    def paragraphs(self, story: Story, *, handed_over: Iterable[int] = ()) -> list[str]:
        """The story: its beginning and course, and its end. A seat may have changed hands."""
        changed = tuple(facts.HandedOver(seat) for seat in handed_over)
        parts = [(*story.opening, *story.course), (*changed, *story.end)]
        return [" ".join(self.sentence(fact) for fact in part) for part in parts if part]

    def sentence(self, fact: Fact) -> str:
        """One fact as a sentence."""
        fields = {name: getattr(fact, name) for name in fact.__slots__}
        gaps = {name: self._words(name, value) for name, value in fields.items()}
        number = fields.get("count", fields.get("times", len(fields.get("sides", ()))))
        text = say(_message(fact), n=number, **gaps)
        # A team is at the beginning of a sentence as "the team of …".
        return text[0].upper() + text[1:] if not text.startswith(tuple(self.names)) else text

    def _words(self, field: str, value: Any) -> object:
        """The value of a field of a fact, as a sentence has it."""
        match field:
            case "seat":
                return self.names[value]
            case "seats":
                return self._seats(value)
            case "side" | "winner" | "other":
                return self._side(value)
            case "sides" | "next_sides":
                return listed([self._side(side) for side in value])
            case "track":
                way = self.board.tracks[value]
                return f"{self.board.cities[way.a].name} – {self.board.cities[way.b].name}"
            case "ticket":
                return ticket_name(self.board, value)
            case "points" | "total":
                return in_points(value)
            case "length" | "spaces" | "after" if value is not None:
                return in_spaces(value)
            case "cards":
                return in_cards(value)
            case "asks":
                text = ngettext("%(count)d extra card", "%(count)d extra cards", value)
                return text % {"count": value}
            case "turns":
                return ngettext("%(count)d turn", "%(count)d turns", value) % {"count": value}
            case "tickets":
                return [signed(points) for points in value]
        return value

    def _side(self, side: Side) -> str:
        """The name of a side; a team is one thing, so that verbs need no plural."""
        if len(side) == 1:
            return self.names[side[0]]
        return _("the team of %(names)s") % {"names": self._seats(side)}

    def _seats(self, seats: Iterable[int]) -> str:
        return listed([self.names[seat] for seat in seats])


def _message(fact: Fact) -> str:
    """The id of the sentence of a fact: its class, what it depends on, and which wording."""
    words = re.findall("[A-Z][a-z]+", type(fact).__name__)
    parts = ["story", "_".join(words).lower(), *_case(fact)]
    wordings = [".".join(parts), ".".join([*parts, "other"])]
    return wordings[crc32(repr(fact).encode()) % 2 and wordings[1] in OUR_ENGLISH.sentences]


def _case(fact: Fact) -> Sequence[str]:
    match fact:
        case facts.KeptTickets(all_alike=True):
            return ["alike"]
        case facts.FirstTracks(bullet=True):
            return ["bullet"]
        case facts.Blocked(after=after, completed=completed):
            return ["cut_off" if after is None else "detour", *["completed"] * completed]
        case facts.TunnelDecided(built=built):
            return ["built" if built else "withdrew"]
        case facts.AllCompleted(count=2):
            return ["both"]
        case facts.DearestFailed(spaces=None):
            return ["no_way"]
        case facts.Decided(by=by):
            return [by]
        case facts.Won(sides=sides) if len(sides) > 1:
            return ["shared"]
        case facts.Won(margin=0):
            return ["even"]
    return []
