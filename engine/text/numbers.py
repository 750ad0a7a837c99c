"""Commands that name tickets by their numbers in the list shown (B-10, A-5, A-6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.actions import Keep, RackTicket, Share
from engine.errors import InvalidAction
from engine.text.plain import clip
from engine.text.vocabulary import Vocabulary
from engine.view import View

_TOKENS = re.compile(r"[^\s,+&]+")


def read_keep(text: str, view: View, vocabulary: Vocabulary) -> Keep:
    """Gets the tickets to keep, by their numbers among those offered; "rack" racks one of them.

    :raises InvalidAction: if no tickets are offered, or a number is not among them.
    """
    assert view.seat is not None
    offered = view.offered[view.seat]
    if not offered:
        raise InvalidAction("keep.none_offered")
    words = _words(text, vocabulary)
    racks = [place for place, word in enumerate(words) if vocabulary.meaning(word, ("rack",))]
    end = racks[0] if racks else len(words)
    kept = _named("keep", words[:end], offered, vocabulary)
    if not racks:
        return Keep(kept)
    racked = _named("rack", words[end + 1 :], offered, vocabulary)
    return Keep(kept, _single("rack", racked, vocabulary))


def read_rack(text: str, view: View, vocabulary: Vocabulary) -> RackTicket:
    """Gets the ticket to rack before the first turn, by its number in the hand."""
    assert view.seat is not None
    named = _named("rack", _words(text, vocabulary), view.tickets[view.seat], vocabulary)
    return RackTicket(_single("rack", named, vocabulary))


def read_share(text: str, view: View, vocabulary: Vocabulary) -> Share:
    """Gets the tickets to share with the teammate, by their numbers in the hand."""
    assert view.seat is not None
    return Share(_named("share", _words(text, vocabulary), view.tickets[view.seat], vocabulary))


def write_numbers(tickets: Sequence[str], known: Sequence[str]) -> str:
    """Gets the numbers of tickets in a list."""
    return " ".join(str(known.index(ticket) + 1) for ticket in tickets)


def _words(text: str, vocabulary: Vocabulary) -> list[str]:
    words = _TOKENS.findall(text)
    fillers = ("and", "filler", "tickets")
    return [word for word in words if not vocabulary.meaning(word, fillers)]


def _named(
    keyword: str, words: Sequence[str], known: Sequence[str], vocabulary: Vocabulary
) -> tuple[str, ...]:
    if not known:
        raise InvalidAction("numbers.no_tickets")
    if not words:
        raise InvalidAction("numbers.what", command=vocabulary.lexicon.word(keyword))
    if len(words) == 1 and vocabulary.meaning(words[0], ("all",)):
        return tuple(known)
    return tuple(_ticket(word, known) for word in words)


def _ticket(word: str, known: Sequence[str]) -> str:
    if not re.fullmatch("[0-9]{1,3}", word):
        raise InvalidAction("numbers.unreadable", text=clip(word))
    if not 1 <= int(word) <= len(known):
        raise InvalidAction("numbers.range", number=int(word), n=len(known))
    return known[int(word) - 1]


def _single(keyword: str, tickets: tuple[str, ...], vocabulary: Vocabulary) -> str:
    if len(tickets) != 1:
        raise InvalidAction("numbers.one", command=vocabulary.lexicon.word(keyword))
    return tickets[0]
