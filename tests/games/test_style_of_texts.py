"""Rules of style for every text of the site and of its libraries, in English and in Dutch.

The patterns are what no careful writer puts on a page. A new text that is refused here is written
anew; the pattern stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tools import messages

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
ENDINGS = (".", "?", "!", ":", "…")

ENGLISH = {
    "a clause as subject": r"(?:^|[.;:] )(?:Who|Whoever|What)\b[^?.]*\.",
    "'of late' and 'lately'": r"\bof late\b|\blately\b",
    "'anew'": r"\banew\b",
    "'already' after the verb": r"\b(?:is|are|was|has|have|been) \w+(?:ed|en|un|er) already\b",
    "'no … any more'": r"\b(?:no \w+|not \w+|nobody)\b[^.]* any more\b",
    "'from … on'": r"\bfrom (?:#|\w+day) on\b",
    "'for instance', where the site says 'for example'": r"\bfor instance\b",
    "'mail', where the site says 'email'": r"\b(?:a|the|this|these|your|daily|no|quoted) mails?\b"
    r"|\bmails\b|\bmail address|\bby mail\b",
    "'in time' of turns, where the site says 'on time'": r"\bturns? in time\b",
    "'called off', where the site says 'cancelled'": r"\bcall(?:ed)? \w* ?off\b",
    "people without a role": r"\bpeople (?:who keep|in office)\b|\bwho keeps? the site\b",
    "'automatic move' has its name": r"\bsmallest (?:possible )?move\b|\bclock moves\b",
    "'of yours' as subject": r"\bof (?:yours|mine) (?:began|runs|is)\b",
    "a plural in brackets": r"\w\(s\)",
    "two spaces": r"\S  \S",
}
DUTCH = {
    "'u', where the site says 'je'": r"(?<!# )\b[Uu]w?\b(?! of)",
    "'vervanger', where the site says 'invaller'": r"\bvervangers?\b",
    "'spelleider', where the site says 'wedstrijdleider'": r"\bspelleiders?\b",
    "'kaartjes', where the site says 'tickets'": r"kaartje",
    "'kaarten' for cards, where the site says 'treinkaarten'": (
        r"\b(?:[Tt]rek|[Pp]ak|[Nn]eem|rode|groene|open|verborgen|gekleurde) kaart(?:en)?\b"
    ),
    "'volbracht', where the site says 'voltooid'": r"\bvolbracht\b",
    "'hogesnelheidslijn', where the rules say 'hogesnelheidsroute'": r"\bhogesnelheidslijn",
    "'opendraaien', where the rules say 'omdraaien'": r"\bopengedraaid|\bopendraait",
    "'e-mail', where the site says 'mail'": r"\b[Ee]-mail",
    "'aanmelden', where the site says 'inloggen' or 'inschrijven'": r"\b[Aa]an(?:ge)?meld",
    "two spaces": r"\S  \S",
}


def both(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The text of a message and its translation, each with all its plural forms."""
    ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
    strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return tuple(map(str, ids)), tuple(map(str, strings))


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Each text of the site and of its libraries, as English and as said in `language`."""
    catalogues = [messages.catalogue_path("nl")]
    catalogues.append(messages.ROOT / "locale/accounts" / language / "LC_MESSAGES/django.po")
    for path in catalogues:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        is_source = language == "en" and path == catalogues[0]
        for message in catalogue:
            ids, strings = both(message)
            for number, string in enumerate(ids if is_source else strings):
                if message.id:
                    yield ids[min(number, len(ids) - 1)], string


def faults(language: str, pattern: str) -> list[str]:
    return [text for _, text in texts(language) if re.search(pattern, PLACEHOLDER.sub("#", text))]


@pytest.mark.parametrize("pattern", ENGLISH.values(), ids=ENGLISH)
def test_no_english_text_is_said_as_nobody_says_it(pattern: str) -> None:
    assert faults("en", pattern) == []


@pytest.mark.parametrize("pattern", DUTCH.values(), ids=DUTCH)
def test_no_dutch_text_is_said_as_nobody_says_it(pattern: str) -> None:
    assert faults("nl", pattern) == []


def test_a_translation_fills_in_what_the_text_fills_in() -> None:
    wrong = []
    for path in sorted((messages.ROOT / "locale").rglob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file)
        for message in catalogue:
            if not message.id:
                continue
            ids, strings = both(message)
            allowed = set(PLACEHOLDER.findall("".join(ids)))
            wrong += [text for text in strings if not set(PLACEHOLDER.findall(text)) <= allowed]
            if len(ids) == 1 and set(PLACEHOLDER.findall(strings[0])) != allowed:
                wrong.append(strings[0])
    assert wrong == []


def test_a_translation_ends_with_the_mark_with_which_the_text_ends() -> None:
    def mark(text: str) -> str:
        text = text.rstrip("” ")
        return text[-1:] if text.endswith(ENDINGS) else ""

    pairs = [pair for pair in texts("nl") if pair[1]]
    assert [pair for pair in pairs if mark(pair[0]) != mark(pair[1])] == []
