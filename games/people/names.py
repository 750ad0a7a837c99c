"""Display names: what is allowed, and when two look alike."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 30
PUNCTUATION = " -'."

# Characters that many fonts draw like one another, mapped to the one that stands for all of them.
LOOK_ALIKES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "а": "a", "е": "e", "о": "o", "р": "p",
     "с": "c", "х": "x", "у": "y", "к": "k", "м": "m", "т": "t", "в": "b", "н": "h", "і": "l",
     "ѕ": "s", "ј": "j", "α": "a", "ο": "o", "ρ": "p", "ν": "v", "ι": "l", "κ": "k", "τ": "t",
     "υ": "u", "χ": "x"}
)  # fmt: skip


def tidy(name: str) -> str:
    """Gets the name in composed Unicode with single spaces.

    >>> tidy("  Alice   van  Dam ")
    'Alice van Dam'
    """
    return " ".join(unicodedata.normalize("NFKC", name).split())


def key(name: str) -> str:
    """Gets what two names that look alike have in common; names are unique by it.

    Case, accents, punctuation and characters drawn alike make no difference.

    >>> key("Alice") == key("ALÍCE") == key("a-1ice") == key("аlice")
    True
    """
    letters = unicodedata.normalize("NFKD", tidy(name).casefold())
    return "".join(
        letter
        for letter in letters.translate(LOOK_ALIKES)
        if not unicodedata.combining(letter) and letter not in PUNCTUATION
    )


def validate(name: str) -> None:
    """Raises ValidationError unless `name` may be shown to others as it is."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    allowed = all(letter.isalnum() or letter in PUNCTUATION for letter in name)
    if not allowed or name != tidy(name):
        raise ValidationError(
            _("A name has only letters, digits, single spaces, hyphens, apostrophes and dots."),
            code="characters",
        )
    if not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name has at least one letter."), code="no-letter")
