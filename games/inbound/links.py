"""Links in a text, whose words and question marks are not its writer's."""

from __future__ import annotations

import re
from typing import Final

SCHEME: Final = r"(?:(?:https?|ftp)://|www\.|mailto:|tel:|cid:)"
# Programs put the link of the words before it between brackets, and break it into lines.
BRACKETED: Final = (
    rf"<(?:{SCHEME}|\#)[^<>\s]*(?:\n[^<>\s]+){{0,3}}>|\[{SCHEME}[^\[\]\s]*\]|\({SCHEME}[^()\s]*\)"
)
LINK: Final = re.compile(
    rf" ?(?:{BRACKETED})"
    # The stop or question mark behind a link belongs to the sentence.
    rf"|(?:(?<![\w@-]){SCHEME}|(?<![\w.@-])(?:[a-z][a-z0-9-]{{0,62}}\.){{1,5}}[a-z]{{2,20}}/)"
    r"[^\s<>\[\]]*[^\s<>\[\]().,:;!?…\"'”»]",
    re.IGNORECASE,
)
PICTURES: Final = re.compile(rf"(?:\s|\[image: [^\]]*\]|{BRACKETED})*", re.IGNORECASE)
LINKED: Final = re.compile(rf"\S ?(?:{BRACKETED})", re.IGNORECASE)


def without_links(text: str) -> str:
    """A text without its links.

    >>> without_links("Sent from Mail<https://example.org/?id=5> for Windows")
    'Sent from Mail for Windows'
    >>> without_links("Is it www.example.org?"), without_links("or mailto:a@example.org?subject=x")
    ('Is it ?', 'or ')
    """
    return LINK.sub("", text)


def is_picture(line: str) -> bool:
    """Whether a line holds nothing but pictures of a page and links in brackets, or nothing."""
    return PICTURES.fullmatch(line) is not None


def is_linked(line: str) -> bool:
    """Whether a program put a link, in brackets, behind words of a line."""
    return LINKED.search(line) is not None
