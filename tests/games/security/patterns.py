"""All regular expressions of the program, how each is used, and texts made to slow it down."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import re._constants as codes  # type: ignore[import-untyped]
import re._parser as parser  # type: ignore[import-untyped]
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import engine
import games
import ttr_site
from engine.text.english import ENGLISH
from engine.text.vocabulary import vocabulary_for
from games.language.lexicon import lexicon_for
from tests.paths import ROOT

PACKAGES: Final = (engine, games, ttr_site)
METHODS: Final = ("fullmatch", "match", "finditer")
"""Ways to use a pattern; all that search are tried as ``finditer``."""
SEARCHING: Final = {"search", "sub", "subn", "findall", "finditer", "split"}
TYPICAL: Final = "ax0 .-_@/:,;<>=\"'\n\t&(é*|!"
UNBOUNDED: Final = 10
"""Repeats of more are repeated in the hostile texts."""
MOST_PUMPS: Final = 80
ENDINGS: Final = ("", "\0", " x")


@dataclass(frozen=True)
class Place:
    """A pattern and the methods by which the program uses it."""

    pattern: re.Pattern[str]
    methods: Collection[str]


def all_places() -> dict[str, Place]:
    """All patterns of modules, of their tables and objects, and those written where used."""
    found: dict[str, Place] = {}
    used = _methods_by_name()
    seen: set[re.Pattern[str]] = set()
    owners = [(module.__name__, vars(module)) for module in _modules()]
    owners += [
        (f"vocabulary of {lexicon.language}", vars(vocabulary_for(lexicon)))
        for lexicon in (ENGLISH, lexicon_for("nl"))
    ]
    for owner, values in owners:
        for path, pattern in _patterns_of(values, owner):
            if pattern not in seen:
                seen.add(pattern)
                found[path] = Place(pattern, used.get(path.rpartition(".")[2], METHODS))
    return found | _written_where_used()


def hostile_texts(pattern: re.Pattern[str], length: int) -> Iterator[str]:
    """Texts of a length that repeat each part of a pattern, after what leads up to it."""
    pumps = sorted(_pumps(pattern.pattern, pattern.flags))
    for start, pump in pumps[:: 1 + len(pumps) // MOST_PUMPS]:
        for ending in ENDINGS:
            body = pump * (1 + length // len(pump))
            yield start + body[: max(1, length - len(start) - len(ending))] + ending


def seconds_for(pattern: re.Pattern[str], method: str, text: str, *, times: int = 1) -> float:
    """The least processor time that one use of a pattern on a text takes."""
    use = getattr(pattern, method)
    best = float("inf")
    for _time in range(times):
        began = time.thread_time()
        answer = use(text)
        if method == "finditer":
            for _match in answer:
                pass
        best = min(best, time.thread_time() - began)
    return best


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        yield package
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name.rpartition(".")[2] != "__main__" and ".migrations" not in info.name:
                yield importlib.import_module(info.name)


def _patterns_of(value: Any, path: str, deep: int = 4) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield path, value
    elif not deep or isinstance(value, str | bytes | ModuleType | type):
        return
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _patterns_of(one, f"{path}.{name}", deep - 1)
    elif isinstance(value, tuple | list | set | frozenset):
        for number, one in enumerate(value):
            yield from _patterns_of(one, f"{path}.{number}", deep - 1)
    elif type(value).__module__.partition(".")[0] in {"engine", "games", "ttr_site"}:
        yield from _patterns_of(getattr(value, "__dict__", {}), path, deep - 1)


@cache
def _trees() -> dict[str, ast.Module]:
    return {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text())
        for package in PACKAGES
        for file in sorted(Path(package.__path__[0]).rglob("*.py"))
    }


def _methods_by_name() -> dict[str, set[str]]:
    """The methods that the source calls on a name, such as ``KEY.fullmatch(…)``."""
    found: dict[str, set[str]] = {}
    for tree in _trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
                method = "finditer" if node.attr in SEARCHING else node.attr
                if owner and method in METHODS:
                    found.setdefault(owner, set()).add(method)
    return found


def _written_where_used() -> dict[str, Place]:
    """The patterns of calls such as ``re.sub("…", …)``."""
    found = {}
    for file, tree in _trees().items():
        for node in ast.walk(tree):
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and getattr(node.func.value, "id", "") == "re"
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and node.func.attr in SEARCHING | {*METHODS}
            ):
                continue
            method = "finditer" if node.func.attr in SEARCHING else node.func.attr
            name = f"{file}:{node.args[0].value!r}"
            found[name] = Place(re.compile(node.args[0].value), [method])
    return found


@cache
def _pumps(pattern: str, flags: int) -> set[tuple[str, str]]:
    """Pairs of what leads up to a repeat of a pattern, and what to repeat."""
    tree = parser.parse(pattern, flags & ~re.UNICODE)
    pumps = {("", sample) for sample in _samples(tree)}
    _gather(tree, "", pumps)
    pumps |= {("", start + pump) for start, pump in [*pumps] if start}
    return {(start, pump) for start, pump in pumps if pump}


def _gather(tree: Any, start: str, pumps: set[tuple[str, str]]) -> str:
    """Add the pumps of a sequence, and return one text that matches it, after ``start``."""
    for number, (code, value) in enumerate(tree):
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _least, most, body = value
            if most > UNBOUNDED:
                for sample in _samples(body):
                    pumps |= {(start, sample), ("", sample)}
            _gather(body, start, pumps)
        elif code is codes.SUBPATTERN:
            _gather(value[-1], start, pumps)
        elif code is codes.BRANCH:
            for branch in value[1]:
                _gather(branch, start, pumps)
        elif code is codes.ATOMIC_GROUP:
            _gather(value, start, pumps)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            _gather(value[1], start, pumps)
        start += next(iter(_samples([tree[number]])), "")
    return start


def _samples(tree: Any, most: int = 8) -> list[str]:
    """Some texts that match a sequence, or nearly: looking round is left out."""
    texts = [""]
    for code, value in tree:
        parts = _parts(code, value) or [""]
        # Each part once beside the first of the others.
        texts = [texts[0] + part for part in parts] + [text + parts[0] for text in texts[1:]]
        texts = [*dict.fromkeys(texts)][:most]
    return texts


def _parts(code: Any, value: Any) -> list[str]:
    if code is codes.LITERAL:
        return [chr(value)]
    if code is codes.NOT_LITERAL:
        return [next(one for one in "a0 " if ord(one) != value)]
    if code is codes.ANY:
        return ["x", " "]
    if code is codes.IN:
        return _characters(value)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, _most, body = value
        return [one * max(1, least) for one in _samples(body)]
    if code is codes.SUBPATTERN:
        return _samples(value[-1])
    if code is codes.BRANCH:
        return [one for branch in value[1] for one in _samples(branch, 2)]
    if code is codes.ATOMIC_GROUP:
        return _samples(value)
    return []


def _characters(members: Any) -> list[str]:
    """Characters of a class, by asking it about typical ones, and the ends of its ranges."""
    ends = [
        chr(v if c is codes.LITERAL else v[0])
        for c, v in members
        if c in (codes.LITERAL, codes.RANGE)
    ]
    negated = members[0][0] is codes.NEGATE
    named = [one for one in TYPICAL if _is_in(one, members) != negated]
    return ([] if negated else ends[:4]) + named[:6]


def _is_in(character: str, members: Any) -> bool:
    tests = {
        codes.CATEGORY_DIGIT: r"\d", codes.CATEGORY_NOT_DIGIT: r"\D",
        codes.CATEGORY_SPACE: r"\s", codes.CATEGORY_NOT_SPACE: r"\S",
        codes.CATEGORY_WORD: r"\w", codes.CATEGORY_NOT_WORD: r"\W",
    }  # fmt: skip
    for code, value in members:
        if code is codes.LITERAL and ord(character) == value:
            return True
        if code is codes.RANGE and value[0] <= ord(character) <= value[1]:
            return True
        if code is codes.CATEGORY and re.match(tests[value], character):
            return True
    return False
