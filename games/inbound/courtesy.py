"""Courtesies around a text: greetings, good wishes, names. None of them changes a move.

The lists are closed, and a phrase counts only as a whole: "Hi, do not" is no greeting.

Decision 100 says why.
"""

from __future__ import annotations

import re
from typing import Final

from engine.cards import BLIND, CARDS
from engine.text.normalise import normalise
from engine.text.vocabulary import VERBS, Vocabulary, vocabulary_for
from games.inbound.doubts import any_of, has_doubt
from games.language.lexicon import lexicon_for

LONGEST: Final = 200
"""So many characters of a line are looked at."""
MAX_SENTENCES: Final = 8
MAX_NAMES: Final = 5

GREETING = re.compile(
    any_of(
        r"""
        hi|hiya|hello|hey|howdy|dear|greetings|good (?:morning|afternoon|evening|day)|morning
        evening|hoi|hallo|hai|hee|heej|dag|beste|lieve|goede?(?:morgen|middag|navond|dag)
        """
    )
    + r"\b"
)
ALL: Final = frozenset({
    "all", "there", "again", "everyone", "everybody", "folks", "guys", "team", "friends",
    "players", "both", "you", "and", "&", "en", "night", "mail", "nightmail", "sir", "madam",
    "iedereen", "allemaal", "daar", "weer", "mensen", "jongens", "vrienden", "spelers",
})  # fmt: skip
NAMES_TOO: Final = frozenset({"dan", "al"})
"""Names of people that are also words of commands in one of the languages."""
WORD = re.compile(r"(?<!\s)\s*(?P<word>[^\s,.!:;–—]+)(?P<stop>[,.!:;–—]*)")

WHOM = (
    r"(?: (?:to )?(?:you )?(?:all|both|everyone|everybody|folks|guys|team|you|there|allemaal"
    r"|iedereen|jullie))?"
)
FIXED = re.compile(
    r"(?:and |en )?"
    + any_of(
        rf"""
        (?:many )?(?:thanks|thank you|thx|ty|tx|cheers)(?: again| in advance)?{WHOM}
        (?:thanks|thank you) (?:a lot|so much|very much){WHOM}
        (?:(?:with )?(?:best|kind|kindest|warm|warmest|my) )?(?:regards|wishes|greetings)
        all the best|best|kr|br|yours(?: truly| sincerely| faithfully)?|sincerely|love
        gg|gl|hf|glhf|gl hf|cu|cya
        (?:have (?:a|an) )?(?:good|great|nice|lovely|happy) (?:luck|night|day|evening){WHOM}
        (?:have (?:a|an) )?(?:good|great|nice|lovely|happy) (?:morning|afternoon|game){WHOM}
        (?:have (?:a|an) )?(?:good|great|nice|lovely|pleasant|happy) (?:weekend|week|trip|holidays?)
        (?:have (?:a|an) )?(?:good|great|nice|lovely|happy) (?:one|time|easter|christmas|new year)
        merry christmas{WHOM}|happy birthday{WHOM}|have fun{WHOM}|enjoy(?: yourself| the game)?
        (?:see|talk to|speak to|catch) (?:you|ya)(?: all| both)?(?: later| soon| tomorrow| tonight)?
        see (?:you|ya) (?:around|next time|there)|(?:talk|speak|more) (?:later|soon)|so long
        take (?:care|it easy|your time)|keep (?:well|safe|it up|up the good work)|bye(?: bye)?|ciao
        no (?:rush|hurry|worries|problem|stress)|cant wait|dont worry|x+|xo+|over to you
        how are (?:you|things)(?: all| doing| today)?|hope (?:you are|youre|all is) well
        your (?:turn|move)|nice (?:game|move|one|play)|well (?:played|done)|good (?:game|move)
        (?:met )?(?:vriendelijke |hartelijke |lieve |warme )?(?:groet|groeten|groetjes|grtz|grtjs)
        mvg|vr gr|m vr gr|gr|(?:heel )?veel (?:plezier|succes|geluk){WHOM}|liefs|kus(?:jes)?
        (?:alvast |heel |heel erg |hartelijk )?(?:bedankt|dankjewel|dankuwel|dank)(?: hoor)?{WHOM}
        (?:alvast |heel |heel erg )?dank (?:je|u)(?: wel)?{WHOM}
        succes{WHOM}(?: ermee| verder)?|doei+|doeg|houdoe|de mazzel|alles goed
        (?:nog )?(?:een )?(?:fijne|prettige|goede|mooie|leuke) (?:dag|avond|week|middag)(?: nog)?
        (?:nog )?(?:een )?(?:fijne|prettige|goede|mooie|leuke) (?:ochtend|vakantie|reis|feestdagen)
        (?:nog )?(?:een )?(?:fijn|prettig|goed|mooi|leuk) (?:weekend|spel)(?: nog| gewenst)?
        tot (?:morgen|snel|zo|later|ziens|gauw|vanavond|kijk|horens|de volgende(?: keer)?)
        houd? je taai|pas (?:goed )?op jezelf|spreek je (?:later|snel)|goedenacht
        geen (?:haast|probleem|stress)|mooie zet|goed gespeeld
        (?:(?:sorry|apologies|thanks|bedankt|dank) )?(?:for|voor) (?:the|het) (?:long |lange )?wait
        (?:sorry|apologies|thanks|bedankt|dank|thank you) (?:for|voor) (?:het )?(?:waiting|wachten)
        hoe gaat het(?: met (?:je|jou|jullie))?|jij bent aan (?:zet|de beurt)
        """
    )
)
FREE = re.compile(
    any_of(
        r"""
        thanks for|thank you for|(?:sorry|apologies) (?:for|about|to be|im|i am|that i am)
        (?:i )?hope (?:you|all|everyone|your|this)|good luck with|enjoy|nice (?:move|game|one|play)
        well (?:played|done)|(?:best |kind |warm )?(?:greetings|regards|wishes) from
        bedankt voor|dank voor|sorry voor|excuses voor|(?:ik )?hoop dat (?:je|jij|jullie|u|alles)
        succes met|groet(?:en|jes)? (?:uit|van)|mooie zet|goed gespeeld
        """
    )
    + r"\b(?P<rest>.{0,60})"
)
INITIALS = re.compile(r"[^\W\d_]|(?:[A-Z]\.\s?){1,3}")
NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'’-])*")
SENTENCES = re.compile(r"(?<=[.!?,;:…])\s+|(?<!\s)\s+[–—/-]+\s+|(?<=[.!?])(?=[^\W\d_])")
EDGES: Final = " .,!;:~/-–—…"


def after_greeting(line: str) -> str:
    """The part of a line after its greetings and good wishes, or all of it."""
    for _ in range(MAX_SENTENCES):
        left = _after_one(line)
        if left == line:
            break
        line = left
    return line


def _after_one(line: str) -> str:
    if len(line) > LONGEST:
        return line
    greeting = GREETING.match(line.casefold())
    if greeting and (left := _after_names(line[greeting.end() :])) is not None:
        return left
    cuts = [cut.end() for cut in SENTENCES.finditer(line)][:MAX_SENTENCES]
    for place in (*cuts, len(line)):
        if is_phrase(line[:place]):
            return line[place:].strip()
    return line


def _after_names(text: str) -> str | None:
    """The text after the names in a greeting; None where it is none: "Hi, do not"."""
    place, names = 0, list[str]()
    while (word := WORD.match(text, place)) and len(names) <= MAX_NAMES:
        if place == 0 and text[:1] in ",.!:;–—-":
            break
        plain = normalise(word["word"])
        if any(
            words.leading_keyword(plain) or words.without_courtesies(plain) == ""
            for words in _languages()
        ):
            # "Hi Bob draw red" and "Hi please …": what comes is judged as if it stood alone.
            return text[place:].strip()
        if not _may_be_called(word["word"]):
            return None
        place = word.end()
        names += [word["word"]] if plain not in ALL | NAMES_TOO else []
        # Few write their friends' names without capitals, and what is longer is a sentence.
        if has_doubt(normalise(" ".join(names))) or sum(map(str.islower, names)) > 2:
            return None
        if word["stop"]:
            return text[place:].strip()
    left = text[place:].strip(EDGES)
    return left if place == 0 or not left else None


def is_greeting(line: str) -> bool:
    """Whether a line holds nothing but a greeting and names: "Hi Bob,"."""
    greeting = GREETING.match(line[:LONGEST].casefold())
    return greeting is not None and _after_names(line[greeting.end() :]) == ""


def is_courtesy(line: str, name: str) -> bool:
    """Whether a line holds nothing but good wishes and the name of somebody."""
    if len(line) > LONGEST:
        return False
    parts = [part for part in SENTENCES.split(line) if part.strip(EDGES)]
    return all(is_phrase(part) or is_name(part, name) for part in parts)


def before_courtesy(line: str, name: str) -> list[str]:
    """Return the beginnings of a line whose ends are courtesies, short ones first."""
    if len(line) > LONGEST:
        return []
    cuts = [*SENTENCES.finditer(line)][-MAX_SENTENCES:]
    return [line[: cut.start()] for cut in cuts if is_courtesy(line[cut.end() :], name)]


def is_phrase(text: str) -> bool:
    """Whether a text is one courtesy, perhaps with a name: "Thanks, Bob", "Good luck Anna".

    >>> is_phrase("Thanks Bob!"), is_phrase("No rush"), is_phrase("No"), is_phrase("Thanks but no")
    (True, True, False, False)
    """
    plain = _plain(text)
    if FIXED.fullmatch(plain):
        return True
    if "?" in text:
        return False
    words = text.strip(EDGES).split()
    for names in range(1, min(3, len(words))):
        wish = _plain(" ".join(words[:-names]))
        if FIXED.fullmatch(wish) and all(map(_may_be_called, words[-names:])):
            return True
    free = FREE.fullmatch(plain)
    if free is None:
        return False
    return not (has_doubt(free["rest"].strip()) or _speaks_of_moves(free["rest"]))


def _speaks_of_moves(plain: str) -> bool:
    words = re.findall(r"[^\W\d_]{2,}", plain)
    among = (BLIND, *CARDS, *VERBS, "tickets")
    return any(language.meaning(word, among) for language in _languages() for word in words)


def is_name(text: str, name: str) -> bool:
    """Whether a text is what somebody of this name signs with: a name, or initials."""
    plain, bare = _plain(text), text.strip(EDGES)
    if plain in ("", normalise(name), normalise(name).split(" ")[0]) or INITIALS.fullmatch(
        text.strip()
    ):
        return "?" not in text
    words = bare.split()
    return len(words) <= 3 and all(word[0].isupper() and _may_be_called(word) for word in words)


def _may_be_called(word: str) -> bool:
    """Whether somebody may be called so: it means nothing else that matters here."""
    plain = _plain(word)
    if plain in ALL or plain in NAMES_TOO or not plain:
        return "?" not in word
    if not NAME.fullmatch(word.strip(EDGES)) or has_doubt(plain):
        return False
    return len(plain) == 1 or not any(words.has_meaning(plain) for words in _languages())


def _languages() -> tuple[Vocabulary, Vocabulary]:
    return vocabulary_for(lexicon_for("en")), vocabulary_for(lexicon_for("nl"))


def _plain(text: str) -> str:
    return normalise(text).strip(EDGES + "?")
