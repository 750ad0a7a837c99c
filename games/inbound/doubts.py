"""Words below a move that may take it back, put it off, or make it depend on something.

They are read in every language of the site, and a few of its neighbours', whoever writes. Where one
stands, the writer is asked: a move cannot be taken back, and asking costs one mail.

Decision 100 says why.
"""

from __future__ import annotations

import re


def any_of(patterns: str) -> str:
    """Return the pattern of any of some patterns, given on lines and between bars."""
    lines = (line.strip() for line in patterns.strip().splitlines())
    return rf"(?:{'|'.join(filter(None, lines))})"


NEGATIONS = any_of(
    r"""
    no|not|nope|nah|never|none|nothing|neither|nor|without|cannot|aint
    (?:do|does|did|is|are|was|were|have|has|had|ca|wo|would|could|should|must|need|might)nt
    niet|geen|nee|neen|nooit|niks|niets|zonder|noch|nicht|kein\w*|nein|non|ne
    """
)
RETRACTIONS = any_of(
    r"""
    wait\w*|hold (?:on|off|it|that)|hang on|stop\w*|halt|ignore\w*|disregard\w*|actually|instead
    rather|oo+ps|who+ps|scratch|strike|undo\w*|cancel\w*|retract\w*|revoke\w*|withdraw\w*
    take (?:it|that|this|them|my move|the move) back|forget\w*|nevermind|thoughts?|chang\w+
    edit\w*|correct\w*|mean|meant|mistake\w*|mistaken|mistyp\w*|typo\w*|error\w*|wrong\w*|my bad
    delete\w*|abort\w*|prefer\w*|kidding|joking|jokes?|tests?|testing|for example|except|sorry
    apologies|h+m+|redo\w*|replac\w+|revis\w+|updat\w+|overrid\w+|void\w*|postpone\w*|pause\w*|skip\w*
    better
    wacht\w*|negeer\w*|vergeet|vergeten|eigenlijk|toch|liever|in plaats|oeps|fout\w*|verkeerd\w*
    vergis\w*|bedoel\w*|annuleer\w*|annuleren|schrap\w*|intrekken|terug|herstel\w*|correctie
    verbeter\w*|grap\w*|geintje|proef\w*|voorbeeld\w*|behalve|laat maar|inzien|wijzig\w*
    verander\w*|ongedaan|beter|warte|stopp|doch|attends
    """
)
CONDITIONS = any_of(
    r"""
    if|unless|provided|assuming|suppos\w+|whether|depend\w*|otherwise|only|in case|as long as|else
    when|until|till|before|after|once|als|tenzij|mits|indien|anders|wanneer|zodra|voordat|totdat
    nadat|zolang|stel|alleen|wenn|falls
    """
)
CHOICES = any_of(
    r"""
    maybe|perhaps|possibly|probably|might|could|should|would|shall|unsure|guess\w*|suggest\w*
    (?:what|how) about|alternative\w*|or|either|versus|vs|undecided|decid\w+|consider\w*|wonder\w*
    misschien|wellicht|mogelijk|waarschijnlijk|zou\w*|zal|moet|twijfel\w*|overweeg|kies|keuze
    """
)
DOUBT = re.compile(rf"\b(?:{NEGATIONS}|{RETRACTIONS}|{CONDITIONS}|{CHOICES})\b")
# Beginnings of a thought about the move above: "but tomorrow", "and then", "make it two".
BEGINS = re.compile(
    r"^\W*(?:(?:p\.?s|n\.?b|oh|ah|ow|o|well|nou|ach|and|en|so|dus|ok)\b\W*)*"
    + any_of(
        r"""
        but|maar|tomorrow|later|next|morgen|straks|volgende|and then|en dan|then|dan|also|ook|plus
        of|twice|double|again|same|both|make|let|please|pls|do|doe|x ?2|2 ?x
        """
    )
    + r"\b|^\W*\d{1,2}(?:\W+\d{1,2}){0,2}\W*$"
)
SIGNS = re.compile("[\U0001f6ab\u274c\u270b\U0001f6d1\U0001f44e\U0001f914\u2753\u2754\u26d4\u2049]")


TAKES_BACK = re.compile(rf"^\W*(?:please |oh )*(?:{NEGATIONS}|{RETRACTIONS})\b")
DISCLAIMER = re.compile(
    any_of(
        r"""
        confidential|intended (?:recipient|solely|only|for)|privileged|disclaimer|vertrouwelijk
        unauthori[sz]ed (?:use|access|review|copying)|geadresseerde|beoogde ontvanger
        environment before printing|denk aan het milieu|scanned (?:by|for)|gescand (?:door|op)
        """
    )
)


def is_disclaimer(text: str) -> bool:
    """Whether a plain paragraph is what offices put below a letter, and says nothing of a move."""
    return len(text) > 60 and bool(DISCLAIMER.search(text)) and not TAKES_BACK.match(text)


def has_doubt(text: str) -> bool:
    """Whether a plain text (:func:`engine.text.normalise.normalise`) may change what stands above
    it.

    >>> has_doubt("no, wait"), has_doubt("only if bob agrees"), has_doubt("a nice game, this")
    (True, True, False)
    """
    patterns = (DOUBT, BEGINS, SIGNS)
    return "?" in text or any(pattern.search(text) for pattern in patterns)
