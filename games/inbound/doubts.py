"""Words below a move that may take it back, put it off, or make it depend on something.

They are read in every language of `locale/`, whatever the writer's is. Where there is one, the
writer is asked: a move cannot be taken back, and asking costs one mail.

Decision 100 says why.
"""

from __future__ import annotations

import re
from typing import Final

from games.inbound import languages

SIGNS: Final = re.compile(
    "[\U0001f6ab\u274c\u270b\U0001f6d1\U0001f44e\U0001f914\u2753\u2754\u26d4\u2049]"
)


def is_disclaimer(text: str) -> bool:
    """Whether a plain paragraph is what offices put below a letter, and says nothing of a move."""
    found = len(text) > 50 and languages.DISCLAIMER.search(text)
    return bool(found) and not languages.TAKES_BACK.match(text)


def has_doubt(text: str) -> bool:
    """Whether a plain text (:func:`engine.text.lexicon.normalise`) may change what is above
    it.

    >>> has_doubt("no, wait"), has_doubt("only if bob agrees"), has_doubt("a nice game, this")
    (True, True, False)
    """
    patterns = (languages.DOUBT, languages.BEGINS, SIGNS)
    return "?" in text or any(pattern.search(text) for pattern in patterns)
