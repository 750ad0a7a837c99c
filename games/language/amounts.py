"""Amounts and lists in sentences, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext, npgettext

from games.language.lexicon import lexicon_for


def listed(names: Sequence[str]) -> str:
    """Names as a list in the active language: A, B and C."""
    return lexicon_for(get_language() or "en").enumerate(names)


def in_digits(amount: int) -> str:
    """A whole number; a minus is the real sign."""
    return str(amount).replace("-", "−")


def in_points(count: int) -> str:
    """A number of points; a minus is the real sign."""
    text = ngettext("%(count)d point", "%(count)d points", count) % {"count": count}
    return text.replace("-", "−")


def in_spaces(count: int) -> str:
    """A number of spaces."""
    return ngettext("%(count)d space", "%(count)d spaces", count) % {"count": count}


def in_cards(count: int) -> str:
    """A number of cards."""
    return npgettext("amount", "%(count)d card", "%(count)d cards", count) % {"count": count}


def signed(points: int) -> str:
    """A number with its sign."""
    return f"{points:+d}".replace("-", "−")
