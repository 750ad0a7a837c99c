"""The conditions of an order as text, in the words of a lexicon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.cards import CARDS
from engine.errors import InvalidAction
from engine.orders.model import (
    CardFaceUp,
    CardsHeld,
    Condition,
    RouteOpen,
    RouteTaken,
    StationsLeft,
)
from engine.text import routes
from engine.text.lexicon import clip
from engine.text.stations import read_station_condition, write_station_condition
from engine.text.vocabulary import Vocabulary
from engine.view import View

MAX_CONDITIONS = 4


def read_conditions(
    text: str, view: View, words: Vocabulary, fits: routes.Fits = lambda _: True
) -> tuple[Condition, ...]:
    """The conditions that a text joins; none where it says "always".

    Where a route may be several tracks, it is the one that fits.

    :raises InvalidAction: if one of them cannot be read.
    """
    found: list[Condition] = []
    parts = [part.strip(" .,;!") for part in words.conjunction.split(text)]
    if len(parts) > MAX_CONDITIONS:
        raise InvalidAction("order.too_many", most=MAX_CONDITIONS)
    for part in parts:
        if re.fullmatch(words.synonyms("always", "my turn"), part):
            continue
        found.append(_read(part, view, words, fits, after=found))
    return tuple(found)


def write_conditions(conditions: Sequence[Condition], view: View, words: Vocabulary) -> str:
    """Conditions as a text that reads back as them."""
    said = [_write(condition, view, words) for condition in conditions]
    return f" {words.lexicon.word('and')} ".join(said) or words.lexicon.word("always")


def example_condition(view: View, words: Vocabulary) -> str:
    """A condition as one would write it."""
    return _write(CardFaceUp("red"), view, words)


def _read(
    text: str, view: View, words: Vocabulary, fits: routes.Fits, after: Sequence[Condition]
) -> Condition:
    if (card := _card(text, words)) is not None:
        return CardFaceUp(card)
    after_have = bool(after) and isinstance(after[-1], CardsHeld | StationsLeft)
    if (have := _have(text, words, after_have=after_have)) is not None:
        return have
    around = rf"(?:\s+(?:{words.synonyms('be', 'still')}))*"
    for keyword, kind in (("taken", RouteTaken), ("free", RouteOpen)):
        match = re.fullmatch(rf"(.+?){around}\s+(?:{words.synonyms(keyword)}){around}", text)
        if match:
            tracks = routes.find_tracks(view, match[1], words)
            return kind(routes.choose_track(view, tracks, fits, words).id)
    if (built := read_station_condition(text, view, words, after_have=after_have)) is not None:
        return built
    raise InvalidAction("order.condition", text=clip(text), example=example_condition(view, words))


def _card(text: str, words: Vocabulary) -> str | None:
    """The card that a text wants to see face up, if it is about one."""
    around = rf"(?:\s+(?:{words.synonyms('be', 'still')}))*"
    # Nothing else can be free of a card: "red is open".
    up = words.synonyms("face up", "free")
    before, after = words.synonyms("one", "filler", "card"), words.synonyms("filler", "card")
    said = rf"(?:(?:{before})\s+)?(\S+)(?:\s+(?:{after}))?{around}\s+(?:{up}){around}"
    match = re.fullmatch(said, text)
    return words.meaning(match[1], CARDS) if match else None


def _have(text: str, words: Vocabulary, *, after_have: bool) -> CardsHeld | None:
    """The cards that a text wants to be held; after such a condition the verb may be left out."""
    have = rf"(?:\s*\b(?:{words.synonyms('have')}))?"
    match = re.fullmatch(
        rf"(?:(?:{words.synonyms('i')})\b)?{have}\s*(?:(?:{words.synonyms('at least')})\s+)?"
        rf"([0-9]{{1,2}}|{words.synonyms('one')}|{words.synonyms('two')})\s+([^\W\d_]+)"
        rf"(?:\s+(?:{words.synonyms('filler', 'card')}))?{have}",
        text,
    )
    if match is None:
        return None
    card = words.meaning(match[2], CARDS)
    said = after_have or re.search(rf"\b(?:{words.synonyms('have')})\b", text)
    if card is None or not said:
        return None
    if match[1].isdecimal():
        return CardsHeld(int(match[1]), card)
    return CardsHeld(2 if words.meaning(match[1], ("two",)) else 1, card)


def _write(condition: Condition, view: View, words: Vocabulary) -> str:
    word = words.lexicon.word
    match condition:
        case RouteOpen(track) | RouteTaken(track):
            state = word("free" if isinstance(condition, RouteOpen) else "taken")
            return (
                f"{routes.write_route(view.board.tracks[track], view, words)} {word('be')} {state}"
            )
        case CardFaceUp(card):
            return f"{word(card)} {word('be')} {word('face up')}"
        case CardsHeld(count, card):
            return f"{word('i')} {word('have')} {count} {word(card)}"
    return write_station_condition(condition, words)
