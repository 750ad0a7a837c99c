"""All addresses of the site, as the resolver knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, get_resolver, resolve

HOST: Final = "localhost"
PART: Final = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>|\(\?P<(?P<group>\w+)>[^()]*\)")


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


def match_of(address: str) -> ResolverMatch | None:
    """The view that a quoted address leads to, None where that is none of the site's."""
    try:
        parts = urlsplit(address)
        return resolve(unquote(parts.path)) if parts.netloc in ("", HOST) else None
    except (ValueError, Resolver404):
        return None


def view_of(address: str) -> str:
    """The name of this view, as an :class:`Address` has it; ``""`` where there is none."""
    match = match_of(address)
    return (match.view_name or match.route) if match else ""
