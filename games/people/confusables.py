"""Confusable and invisible characters and mixed scripts (Unicode Technical Standard 39).

The data are those of Unicode 15 as the library `confusable-homoglyphs` brings them along.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt: drawn as nothing at all.
IGNORABLE: Final = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3)),
    *((0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
ANY_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
# The level "Highly Restrictive": scripts that one language combines.
WRITTEN_TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
UNKNOWN: Final = "Unknown"
LEFT_TO_RIGHT: Final = "\u200e"


def is_ignorable(character: str) -> bool:
    """Whether a character is invisible."""
    return any(first <= ord(character) <= last for first, last in IGNORABLE)


def skeleton(text: str) -> str:
    """The skeleton of a text: two texts with one skeleton are drawn alike (UTS 39, section 4).

    >>> skeleton("раураl") == skeleton("paypal"), skeleton("Barn") == skeleton("Bam")
    (True, True)
    """
    known = prototypes()
    shown = (one for one in unicodedata.normalize("NFD", text) if not is_ignorable(one))
    return unicodedata.normalize("NFD", "".join(known.get(one, one) for one in shown))


def is_mixed(text: str) -> bool:
    """Whether a text mixes scripts that no language mixes, or digits of several systems.

    Characters newer than the data count as a script of their own that mixes with none.

    >>> is_mixed("山田 taro"), is_mixed("Bоb")
    (False, True)
    """
    scripts = {alias(one) for one in unicodedata.normalize("NFC", text)} - ANY_SCRIPT
    zeros = {ord(one) - unicodedata.decimal(one) for one in text if one.isdecimal()}
    if len(zeros) > 1 or UNKNOWN in scripts:
        return True
    return len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER)


@cache
def prototypes() -> Mapping[str, str]:
    """Return the prototype of each character that looks like another.

    The library lists pairs in both directions: each prototype beside its look-alikes, and each of
    those beside its prototype. In a pair without others, either would do.
    """
    alike = {
        one.replace(LEFT_TO_RIGHT, ""): [other["c"].replace(LEFT_TO_RIGHT, "") for other in others]
        for one, others in confusables_data.items()
    }
    found = {}
    for one, others in alike.items():
        if len(one) > 1 or len(set(others)) > 1:
            continue
        other = others[0]
        alone = len(other) == 1 and len(set(alike[other])) == 1
        if not alone or other < one:
            found[one] = other
    return found
