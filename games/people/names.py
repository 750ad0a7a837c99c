"""Display names: what is allowed, and when two look alike (decision 92)."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.people.confusables import is_ignorable, is_mixed, skeleton

SHORTEST = 2
LONGEST = 30
LONGEST_KEY = 8 * LONGEST
PUNCTUATION = " -'."

# Look alike in many fonts, and in handwriting; beyond what Unicode lists.
ALSO_ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "к": "k", "м": "m", "т": "t", "в": "b",
     "н": "h", "ν": "v", "κ": "k", "τ": "t", "υ": "u", "χ": "x"}
)  # fmt: skip
# Closed accounts are called so.
CLOSED_NAME_PREFIX = "former-player-"


def clean_name(name: str) -> str:
    """Return the name in composed Unicode with single spaces.

    >>> clean_name("  Alice   van  Dam ")
    'Alice van Dam'
    """
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_keys(name: str) -> dict[str, str]:
    """Return the keys that a name shares with look-alikes: unique fields of a person.

    ``name_key`` compares names regardless of case, ``name_skeleton`` by their appearance: a Greek
    capital Eta looks like an H, a small one like an n.

    >>> name_keys("ΗΕΝΚ")["name_skeleton"] == name_keys("Henk")["name_skeleton"]
    True
    """
    return {"name_key": name_key(name), "name_skeleton": _fold(skeleton(clean_name(name)))}


def look_alike(one: str, other: str) -> bool:
    """Whether two names share a key.

    >>> look_alike("Henk", "ΗΕΝΚ"), look_alike("Henk", "Hank")
    (True, False)
    """
    return not name_keys(one).items().isdisjoint(name_keys(other).items())


def name_key(name: str) -> str:
    """Return the key that two names share if they look alike, regardless of case.

    Accents, punctuation and look-alike characters make no difference.

    >>> name_key("Alice") == name_key("ALÍCE") == name_key("a-1ice") == name_key("аlice")
    True
    """
    return _fold(clean_name(name))


def _fold(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(ALSO_ALIKE)
    alike = unicodedata.normalize("NFKD", skeleton(letters).casefold()).translate(ALSO_ALIKE)
    return "".join(
        letter
        for letter in alike
        if not unicodedata.combining(letter) and letter not in PUNCTUATION
    )


def name_objection(text: str) -> str | None:
    """Return why a text cannot be a name, as a sentence, or None."""
    if any(is_ignorable(letter) for letter in text):
        return _("A name cannot contain invisible characters. Type it again.")
    if is_mixed(text):
        return _("Use letters of only one alphabet and digits of only one kind.")
    return None


def validate_name(name: str) -> None:
    """Raise ValidationError unless `name` may be shown to others."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name must have %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    allowed = all(letter.isalnum() or letter in PUNCTUATION for letter in name)
    if not allowed or name != clean_name(name):
        raise ValidationError(
            _(
                "A name can only contain letters, digits, single spaces, hyphens, "
                "apostrophes and dots."
            ),
            code="characters",
        )
    if not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name must contain at least one letter."), code="no-letter")
    if name_key(name).startswith(name_key(CLOSED_NAME_PREFIX)):
        raise ValidationError(
            _("Names like this are given to closed accounts. Choose another."), code="former"
        )
    if sentence := name_objection(name):
        raise ValidationError(sentence, code="look-alike")
