"""Normalised text: typed text made comparable."""

from __future__ import annotations

import re
import unicodedata

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_QUOTES = dict.fromkeys(map(ord, "'\u2018\u2019\u02bc`\"\u201c\u201d"), "")
_BRACKETS = dict.fromkeys(map(ord, "()[]"), " ")
# A letter with one of these strokes through it is struck out (Unicode, chapter 7.9).
_STRUCK = re.compile("[^\u0335-\u0338]?[\u0335-\u0338]+")
_TABLE = {**_DASHES, **_QUOTES, **_BRACKETS}


def normalise(text: str) -> str:
    """A text without accents, capitals, quotes and brackets, every dash a hyphen.

    Struck text is left out.

    >>> normalise("  Kōchi \u2013  Xi’an (RED)")
    'kochi - xian red'
    >>> normalise("d\u0336r\u0336a\u0336w\u0336 pass")
    'pass'
    """
    spread = _STRUCK.sub("", unicodedata.normalize("NFKD", text.casefold()))
    bare = "".join(sign for sign in spread if not unicodedata.combining(sign))
    return re.sub(r"[^\S\n]+", " ", bare.translate(_TABLE)).strip()


def letters_and_digits(text: str) -> str:
    """Only the letters and digits of a plain text, to compare names by.

    >>> letters_and_digits("St. Louis"), letters_and_digits("kita-senju")
    ('stlouis', 'kitasenju')
    """
    return "".join(sign for sign in normalise(text) if sign.isalnum())


def clip(text: str) -> str:
    """The beginning of a text that somebody typed, for the error that quotes it."""
    return text if len(text) <= 40 else text[:39] + "…"
