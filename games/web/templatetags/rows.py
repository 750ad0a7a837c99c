"""The options of a field, joined from strings: {{ tracks|options }}."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.common.markup import escape

register = template.Library()


@register.filter
def options(choices: Iterable[tuple[str, str]]) -> SafeString:
    """The options of a field; there may be a hundred tracks."""
    return mark_safe("".join(_option(key, name) for key, name in choices))  # noqa: S308


@lru_cache(maxsize=4096)
def _option(key: str, name: str) -> str:
    return f'<option value="{key}">{escape(name)}</option>'
