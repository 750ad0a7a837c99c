"""Drawings in the examples of the rules: {% cards "red blue" title %}, {% route "A" "B" … %}."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing.examples import cards_svg, route_svg

register = template.Library()


@register.simple_tag
def cards(kinds: str, title: str) -> SafeString:
    """Cards side by side, by their kinds with blanks between."""
    return mark_safe(cards_svg(kinds.split(), title=title))  # noqa: S308 - the title is escaped


@register.simple_tag
def route(a: str, b: str, tracks: str, title: str, kind: str = "normal") -> SafeString:
    """The tracks between two cities, as in "red:3:1 blue:3:": colour, length, seat if claimed."""
    parts = [track.split(":") for track in tracks.split()]
    read = [(colour, int(long), int(seat) if seat else None) for colour, long, seat in parts]
    return mark_safe(route_svg(a, b, read, title=title, kind=kind))  # noqa: S308 - as above
