"""All addresses of the site, as the resolver knows them, and the values in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

from tools.fuzz.damage import NUMBERS, PIECES

PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>|\(\?P<(?P<group>\w+)>[^()]*\)")
Values = dict[str, str]


@dataclass(frozen=True, slots=True)
class Address:
    """A pattern of the resolver: its ``name`` (its route where it has none) and its route."""

    name: str
    route: str

    def parts(self) -> dict[str, str]:
        """The names in the route with the kind of each, ``""`` where none is said."""
        return {
            found["name"] or found["group"]: found["kind"] or ""
            for found in PART.finditer(self.route)
        }

    def filled(self, values: Mapping[str, str]) -> str:
        """The path, still quoted, with these values in it."""
        path = PART.sub(lambda found: values[found["name"] or found["group"]], self.route)
        return "/" + re.sub(r"\\(.)", r"\1", path.replace("^", "").removesuffix("$"))


def addresses() -> list[Address]:
    """Every pattern that can be asked for, in the order of the resolver."""
    return [*_walk(get_resolver().url_patterns, "", "")]


def _walk(
    patterns: Iterable[URLPattern | URLResolver], before: str, space: str
) -> Iterator[Address]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield Address(f"{space}{pattern.name}" if pattern.name else route, route)
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern.url_patterns, route, inner)


class Known:
    """The values in addresses that the pages of the site have shown."""

    def __init__(self) -> None:
        self.whole: dict[str, list[Values]] = {}
        """All values of one address together, by its name."""
        self.single: dict[str, list[str]] = {}
        """Values by the name of the part, from all addresses."""

    def learn(self, name: str, values: Mapping[str, object]) -> None:
        quoted = {key: quote(str(value), safe="") for key, value in values.items()}
        whole = self.whole.setdefault(name, [])
        if quoted and quoted not in whole:
            whole.append(quoted)
        for key, value in quoted.items():
            if value not in (single := self.single.setdefault(key, [])):
                single.append(value)


def path_for(address: Address, known: Known, dice: Random) -> str:
    """A path of an address, quoted: with what is there, with what nearly is, or with nonsense."""
    whole = known.whole.get(address.name)
    parts = address.parts()
    # Some patterns pass their views more than the values in the address.
    shown = dice.choice(whole) if whole and dice.random() < 0.6 else {}
    values = {name: value for name, value in shown.items() if name in parts}
    for name, kind in parts.items():
        if name not in values:
            # Some parts mean the same under several names: any value of the site is near.
            like = known.single.get(name) or (
                [str(number) for number in range(1, 30)] if kind == "int" or "id" in name
                else dice.choice([*known.single.values()] or [["x"]])
            )  # fmt: skip
            values[name] = dice.choice(like)
    if values and dice.random() < 0.45:
        name = dice.choice([*values])
        values[name] = _damaged(values[name], parts[name], dice)
    path = address.filled(values)
    return path if dice.random() < 0.97 else dice.choice((path.rstrip("/"), path + "/", path * 2))


def _damaged(value: str, kind: str, dice: Random) -> str:
    if kind == "int" and dice.random() < 0.8:
        return dice.choice(NUMBERS)
    if dice.random() < 0.4 and value:
        at = dice.randrange(len(value))
        near = (value.swapcase(), value[:at], value + value, value[:at] + "%00" + value[at:],
                value[:at] + dice.choice("aZ09-_~:.é%") + value[at + 1 :])  # fmt: skip
        return dice.choice(near)
    return dice.choice(PIECES)
