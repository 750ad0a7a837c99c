"""Commands that name tickets by their numbers in the list shown (B-10, A-5, A-6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.actions import Keep, RackTicket, Share
from engine.errors import InvalidAction
from engine.text.lexicon import Choices, clip
from engine.text.phrases import ticket_phrase
from engine.text.vocabulary import Vocabulary
from engine.view import View

_TOKENS = re.compile(r"[^\s,+&:.]+")
_NUMBER = re.compile(r"#?([0-9]{1,3})")
_COUNTS = ("one", "two", "three", "four", "five")
_OPEN = ("both", "or")
_SHARES = ("of", "out")
"""Words that follow a count in English; "of" is "or" in Dutch."""


def read_keep(text: str, view: View, vocabulary: Vocabulary) -> Keep:
    """The tickets to keep, by their numbers among those offered; "rack" racks one of them.

    :raises InvalidAction: if no tickets are offered, or it is left open which of them.
    """
    assert view.seat is not None
    offered = view.offered[view.seat]
    if not offered:
        raise InvalidAction("keep.none_offered")
    words = text.split()
    racks = [place for place, word in enumerate(words) if vocabulary.meaning(word, ("rack",))]
    end = racks[0] if racks else len(words)
    kept = _named("keep", " ".join(words[:end]), offered, view, vocabulary)
    if not racks:
        return Keep(kept)
    racked = _named("rack", " ".join(words[end + 1 :]), offered, view, vocabulary)
    return Keep(kept, _only_ticket("rack", racked, vocabulary))


def read_rack(text: str, view: View, vocabulary: Vocabulary) -> RackTicket:
    """The ticket to rack before the first turn, by its number in the hand."""
    assert view.seat is not None
    named = _named("rack", text, view.tickets[view.seat], view, vocabulary)
    return RackTicket(_only_ticket("rack", named, vocabulary))


def read_share(text: str, view: View, vocabulary: Vocabulary) -> Share:
    """The tickets to share with the teammate, by their numbers in the hand."""
    assert view.seat is not None
    return Share(_named("share", text, view.tickets[view.seat], view, vocabulary))


def write_numbers(tickets: Sequence[str], known: Sequence[str]) -> str:
    """The numbers of tickets in a list."""
    return " ".join(str(known.index(ticket) + 1) for ticket in tickets)


def is_numbers(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text is nothing but numbers.

    >>> from engine.text.vocabulary import ENGLISH, vocabulary_for
    >>> [is_numbers(text, vocabulary_for(ENGLISH)) for text in ("1, 2 and 3", "#1", "1 or 3", "")]
    [True, True, False, False]
    """
    words = [word for word in _TOKENS.findall(text) if not vocabulary.meaning(word, ("and",))]
    return bool(words) and all(_NUMBER.fullmatch(word) for word in words)


def could_be_count(text: str) -> bool:
    """Whether there is one number alone, which may say how many as well as which: "2", not "#2"."""
    return text.isdecimal()


def _named(
    keyword: str, text: str, known: Sequence[str], view: View, vocabulary: Vocabulary
) -> tuple[str, ...]:
    """The tickets that a text names by their numbers.

    :raises InvalidAction: if it leaves open which; how many there are is no name.
    """
    if not known:
        raise InvalidAction("numbers.no_tickets")
    written = _TOKENS.findall(text)
    which = ambiguous_numbers(keyword, text, known, view, vocabulary)
    skipped = ("and", "filler", "tickets", "number")
    words = [word for word in written if not vocabulary.meaning(word, skipped)]
    if not words:
        raise InvalidAction("numbers.what", command=vocabulary.lexicon.word(keyword))
    if everything := _all_tickets(words, known, vocabulary):
        return everything
    if any(vocabulary.meaning(word, (*_COUNTS, *_OPEN)) for word in words):
        raise which
    numbers = [_NUMBER.fullmatch(word) is not None for word in written]
    for number, after in zip(numbers, written[1:], strict=False):
        # "2 tickets" and "2 of the 3" are counts, "tickets 2" is not.
        if number and (vocabulary.meaning(after, ("tickets", "filler")) or after in _SHARES):
            raise which
    return tuple(_ticket(word, known) for word in words)


def _all_tickets(
    words: Sequence[str], known: Sequence[str], vocabulary: Vocabulary
) -> tuple[str, ...] | None:
    """All tickets where a text says so, and names no other number than there are."""
    both = vocabulary.meaning(words[0], ("both",)) and len(known) == 2
    if not both and not vocabulary.meaning(words[0], ("all",)):
        return None
    for word in words[1:]:
        counted = vocabulary.meaning(word, _COUNTS)
        number = _COUNTS.index(counted) + 1 if counted else word.isdecimal() and int(word[:3])
        if number != len(known):
            return None
    return tuple(known)


def ambiguous_numbers(
    keyword: str, text: str, known: Sequence[str], view: View, vocabulary: Vocabulary
) -> InvalidAction:
    """The refusal of a text that leaves open which tickets are meant, and lists them."""
    lexicon = vocabulary.lexicon
    listed = [
        f"{number}: {ticket_phrase(view.board, ticket, lexicon)}"
        for number, ticket in enumerate(known, 1)
    ]
    command = lexicon.word(keyword)
    return InvalidAction("numbers.which", text=clip(text), command=command, tickets=Choices(listed))


def _ticket(word: str, known: Sequence[str]) -> str:
    match = _NUMBER.fullmatch(word)
    if not match:
        raise InvalidAction("numbers.unreadable", text=clip(word))
    number = int(match[1])
    if not 1 <= number <= len(known):
        raise InvalidAction("numbers.range", number=number, n=len(known))
    return known[number - 1]


def _only_ticket(keyword: str, tickets: tuple[str, ...], vocabulary: Vocabulary) -> str:
    if len(tickets) != 1:
        raise InvalidAction("numbers.one", command=vocabulary.lexicon.word(keyword))
    return tickets[0]
