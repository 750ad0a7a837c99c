"""Names of offices, of the site and of its bots, which only the staff may choose; look-alikes.

Decision 92 says why.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.people.names import clean_name, name_keys

LISTS: Final[Mapping[str, Sequence[str]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text()
)
LEET: Final = str.maketrans("346789", "eagtbg")
"""Digits in place of letters, besides those that all names are compared by."""
WORD: Final = re.compile(r"[^\W_]+")
CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def validate_unreserved(name: str) -> None:
    """Raise ValidationError if a name is reserved for the staff or looks like it."""
    if is_reserved(name):
        raise ValidationError(
            _("This name could be taken for the staff of the site or a bot. Choose another."),
            code="reserved",
        )


def is_reserved(name: str) -> bool:
    """Whether a name claims to be the staff, the site itself or one of its bots.

    >>> [is_reserved(name) for name in ("the admin1", "M0derator Jan", "Staff", "Night-Mail Team")]
    [True, True, True, True]
    >>> [is_reserved(name) for name in ("Stafford", "Roberta Staff", "Rooth", "Helpman")]
    [False, False, False, False]
    """
    site = settings.SITE_NAME
    return any(
        _has_office(words, site) or _is_made_of("".join(words), site) for words in _readings(name)
    )


def _readings(name: str) -> set[tuple[str, ...]]:
    """Return the keys of the words of a name: by case-insensitive text and by appearance.

    Each with and without digits at the ends, which are decoration or replace letters.
    """
    words = WORD.findall(CAMEL.sub(" ", clean_name(name)))
    plain = [word for word in (word.strip("0123456789") for word in words) if word]
    leet = [[word.translate(LEET) for word in some] for some in (words, plain)]
    spelt = {tuple(some) for some in (plain, *leet)}
    keys = [[name_keys(word).values() for word in some] for some in spelt]
    return {tuple(kind) for some in keys for kind in zip(*some, strict=True)}


def _has_office(words: tuple[str, ...], site: str) -> bool:
    """Whether a word is an office, begins or ends with one, or some words are the site's name."""
    offices, _alone, _decorations, own = _keys(site)
    if any(word.startswith(offices) or word.endswith(offices) for word in words):
        return True
    return any(
        "".join(words[first:last]) == own
        for first in range(len(words))
        for last in range(first + 1, len(words) + 1)
    )


def _is_made_of(whole: str, site: str) -> bool:
    """Whether a name consists of words of the lists, one of them reserved."""
    offices, alone, decorations, own = _keys(site)
    reached = {(0, False)}
    for at in range(len(whole)):
        for reserved in (False, True):
            if (at, reserved) not in reached:
                continue
            for word in (*offices, *alone, own):
                if whole.startswith(word, at):
                    reached.add((at + len(word), True))
            for word in decorations:
                if whole.startswith(word, at):
                    reached.add((at + len(word), reserved))
    return (len(whole), True) in reached


@cache
def _keys(site: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]:
    """Return the lists and the name of the site as keys that look-alikes share."""
    lists = {name: tuple(sorted(map(_key, words))) for name, words in LISTS.items()}
    return lists["offices"], lists["alone"], lists["decorations"], _key(site)


def _key(word: str) -> str:
    return name_keys(word.casefold())["name_key"]
