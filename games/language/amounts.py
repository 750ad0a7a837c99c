"""Amounts and lists in sentences, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext, npgettext
from django.utils.translation import gettext as _

from engine.board.model import Track
from games.language.lexicon import lexicon_for, say


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


def place_word(place: int) -> str:
    """The place of a side, from 1 to 6, as an ordinal number: "2nd"."""
    return [_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th")][place - 1]


def in_spaces(count: int) -> str:
    """A number of spaces."""
    return ngettext("%(count)d space", "%(count)d spaces", count) % {"count": count}


def in_cards(count: int) -> str:
    """A number of cards."""
    return npgettext("amount", "%(count)d card", "%(count)d cards", count) % {"count": count}


def signed(points: int) -> str:
    """A number with its sign."""
    return f"{points:+d}".replace("-", "−")


def sets_rule(track: Track) -> str:
    """How sets pay for a track, in a sentence or two; "" where they do not."""
    if not track.most_sets:
        return ""
    if track.kind == "ferry":
        return say("track.ferry_sets", n=track.least_locomotives, size=track.set_size)
    facts = {"length": track.length, "size": track.set_size, "most": track.most_sets}
    return say("track.card_sets", **facts)
