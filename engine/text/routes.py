"""Cities and tracks by the names that people give them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from engine.board.model import Board, Track
from engine.cards import GRAY
from engine.errors import InvalidAction
from engine.rules.claiming import are_alike
from engine.text.lexicon import Choices, Lexicon, clip, letters_and_digits, normalise
from engine.text.vocabulary import SELECTORS, Vocabulary
from engine.view import View

Fits = Callable[[Track], bool]
_HYPHEN = re.compile("-")
LONGEST_ROUTE: Final = 200
"""Characters: more than two cities and what tells their tracks apart have on any board."""


def find_cities(board: Board, text: str) -> list[str]:
    """The keys of the cities that a text may mean: one whole name, or all that begin so.

    >>> import engine
    >>> find_cities(engine.load_board("usa"), "Los")
    ['los-angeles']
    """
    wanted = letters_and_digits(text)
    if not wanted:
        return []
    names = _names(board)
    whole = [key for key, known in names.items() if wanted in known]
    if whole:
        return whole
    return [key for key, known in names.items() if any(name.startswith(wanted) for name in known)]


@cache
def _names(board: Board) -> dict[str, set[str]]:
    return {
        city.key: {letters_and_digits(city.key), letters_and_digits(city.name)}
        for city in board.cities.values()
    }


def find_tracks(view: View, text: str, vocabulary: Vocabulary) -> list[Track]:
    """The tracks that a text names: by an id, or by two cities and what tells them apart.

    The list holds the tracks that are left, in board order; all of them join the same cities.

    :raises InvalidAction: if the text does not name two cities that a track joins.
    """
    board = view.board
    if not text:
        raise InvalidAction("route.what", example=example_route(board, vocabulary.lexicon))
    if len(text) > LONGEST_ROUTE:
        # Each "to" may part the two names: all of them tried, long texts cost their square.
        raise _no_pair(text, board, vocabulary)
    words = text.split()
    if words[0] in board.tracks:
        found, rest = [board.tracks[words[0]]], words[1:]
    else:
        names, rest = _without_selectors(words, vocabulary)
        a, b = _pair(board, " ".join(names), vocabulary)
        found = tracks_between(board, a, b)
    chosen = [track for track in found if all(_selects(word, track, vocabulary) for word in rest)]
    if not chosen:
        raise InvalidAction(
            "route.no_such_track",
            routes=Choices(write_route(track, view, vocabulary) for track in found),
        )
    return chosen


def choose_track(view: View, found: Sequence[Track], fits: Fits, vocabulary: Vocabulary) -> Track:
    """The one track of several that is meant.

    It is the one whose payment fits, then the one that is still open; of gray twins it is the
    first.

    :raises InvalidAction: if more than one is left; the error lists them.
    """
    left = _open(view, [track for track in found if fits(track)] or found)
    if not _alike(left):
        raise InvalidAction(
            "route.ambiguous",
            routes=Choices(write_route(track, view, vocabulary) for track in left),
        )
    return left[0]


def write_route(track: Track, view: View, vocabulary: Vocabulary) -> str:
    """The shortest text that names a track and no other."""
    lexicon = vocabulary.lexicon
    text = f"{track.a} {lexicon.word('to')} {track.b}"
    beside = tracks_between(view.board, track.a, track.b)
    if len(beside) == 1:
        return text
    word = lexicon.word("bullet" if track.kind == "bullet" else track.colour)
    named = _open(view, [other for other in beside if _selects(normalise(word), other, vocabulary)])
    return f"{text} {word}" if _alike(named) and named[0] is track else track.id


def _open(view: View, found: Sequence[Track]) -> Sequence[Track]:
    """The open ones among some tracks, or all of them where none is open."""
    return [track for track in found if track.id in view.open_tracks.by_id] or found


def _alike(found: Sequence[Track]) -> bool:
    """Whether it does not matter which of some tracks is taken."""
    return all(are_alike(track, found[0]) for track in found)


def tracks_between(board: Board, a: str, b: str) -> list[Track]:
    """The tracks that join two cities, in board order."""
    return [track for track in board.tracks_of_city[a] if b in (track.a, track.b)]


def example_route(board: Board, lexicon: Lexicon) -> str:
    """A route of the board as one would write it."""
    track = next(iter(board.tracks.values()))
    return f"{track.a} {lexicon.word('to')} {track.b}"


def _without_selectors(words: list[str], vocabulary: Vocabulary) -> tuple[list[str], list[str]]:
    """Split the words that name two cities from those that tell tracks apart."""
    end = len(words)
    while end > 1 and _is_selector(words[end - 1], vocabulary):
        end -= 1
    return words[:end], words[end:]


def _is_selector(word: str, vocabulary: Vocabulary) -> bool:
    # A single letter is rather the beginning of a city than a colour.
    return word.isascii() and (
        word.isdigit() or (len(word) > 1 and bool(vocabulary.meaning(word, SELECTORS)))
    )


def _selects(word: str, track: Track, vocabulary: Vocabulary) -> bool:
    if word.isdigit():
        return word == str(track.length)
    return vocabulary.meaning(word, SELECTORS) in (
        track.kind,
        GRAY if track.kind == "bullet" else track.colour,
    )


def _pair(board: Board, text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """The two cities that a text names.

    :raises InvalidAction: if it names none, or if several readings are possible.
    """
    splits = _splits(text, vocabulary.pair) or _splits(text, _HYPHEN)
    if len(splits) == 1:
        return _joined_pair(board, *splits[0])
    readings = [(find_cities(board, a), find_cities(board, b)) for a, b in splits]
    exact = {
        (a[0], b[0])
        for a, b in readings
        if len(a) == len(b) == 1 and tracks_between(board, a[0], b[0])
    }
    if len(exact) == 1:
        return exact.pop()
    possible = [split for split, (a, b) in zip(splits, readings, strict=True) if a and b]
    if len(possible) == 1:
        return _joined_pair(board, *possible[0])
    if exact:
        pairs = sorted(f"{a} {vocabulary.lexicon.word('to')} {b}" for a, b in exact)
        raise InvalidAction("route.ambiguous", routes=Choices(pairs))
    raise _no_pair(text, board, vocabulary)


def _no_pair(text: str, board: Board, vocabulary: Vocabulary) -> InvalidAction:
    example = example_route(board, vocabulary.lexicon)
    return InvalidAction("route.pair", text=clip(text), example=example)


def _joined_pair(board: Board, a: str, b: str) -> tuple[str, str]:
    first, second = _end_place(board, a, b), _end_place(board, b, a)
    if not tracks_between(board, first, second):
        names = board.cities
        raise InvalidAction("route.none", a=names[first].name, b=names[second].name)
    return first, second


def _end_place(board: Board, text: str, other: str) -> str:
    """The city that a text names; of the end places of a country the only one that a track joins
    with the city that another text names (M-8).
    """
    found = find_cities(board, text)
    if len({board.cities[key].country for key in found} - {None}) == 1 < len(found):
        far = find_cities(board, other)
        joined = [key for key in found if any(tracks_between(board, key, city) for city in far)]
        if len(joined) == 1:
            return joined[0]
    return find_city(board, text)


def find_city(board: Board, text: str) -> str:
    """The one city that a text names.

    :raises InvalidAction: if it names none, or several.
    """
    found = find_cities(board, text)
    if not found:
        raise InvalidAction("city.unknown", text=clip(text.strip()))
    if len(found) > 1:
        names = Choices(_told_apart(board, found))
        raise InvalidAction("city.ambiguous", text=clip(text.strip()), cities=names)
    return found[0]


def _told_apart(board: Board, cities: Sequence[str]) -> list[str]:
    """Cities by their names, or, where those are alike, by their keys (M-8)."""
    names = [board.cities[key].name for key in cities]
    return [*cities] if len(set(names)) < len(names) else names


def _splits(text: str, pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    return [(text[: at.start()], text[at.end() :]) for at in pattern.finditer(text)]
