"""What people and mail programs write around commands, of all languages in `locale/`.

A folder's replies.toml says what people write, mail.toml what mail programs do; docs/languages.md
explains each list. Every language is looked for in every mail (decisions 100 and 104).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from engine.text.lexicon import normalise


def _read(file: str) -> list[dict[str, Any]]:
    paths = sorted(Path(settings.LOCALE_PATHS[0]).glob(f"*/{file}.toml"))
    return [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]


REPLIES: Final = _read("replies")
MAIL: Final = _read("mail")
INVITATIONS: Final = [replies["invitations"] for replies in REPLIES if "invitations" in replies]
SEASONS: Final = [replies["seasons"] for replies in REPLIES if "seasons" in replies]


def _all(tables: list[dict[str, Any]], key: str) -> Iterator[str]:
    for table in tables:
        yield from table.get(key, ())


def _any(tables: list[dict[str, Any]], *keys: str) -> str:
    """The pattern of any text that one of some lists has in any language."""
    patterns = dict.fromkeys(pattern for key in keys for pattern in _all(tables, key))
    return rf"(?:{'|'.join(patterns)})"


# What people write, on plain text (engine.text.lexicon.normalise).
GREETING: Final = re.compile(_any(REPLIES, "greetings") + r"\b")
ALL: Final = frozenset(map(normalise, _all(REPLIES, "greeted")))
NAMES_TOO: Final = frozenset(map(normalise, _all(REPLIES, "names")))
"""Names of people that are also words of commands in one of the languages."""
FIXED: Final = re.compile(
    rf"(?:{_any(REPLIES, 'and')} )?"
    + _any(REPLIES, "courtesies").replace("{whom}", rf"(?: {_any(REPLIES, 'whom')})?")
)
FREE: Final = re.compile(_any(REPLIES, "courtesies_about") + r"\b(?P<rest>.{0,60})")
DOUBT: Final = re.compile(
    rf"\b{_any(REPLIES, 'negations', 'retractions', 'conditions', 'choices')}\b"
)
# Beginnings of a thought about the move above: "but tomorrow", "and then", "make it two".
BEGINS: Final = re.compile(
    rf"^\W*(?:{_any(REPLIES, 'interjections')}\b\W*)*{_any(REPLIES, 'afterthoughts')}\b"
    r"|^\W*\d{1,2}(?:\W+\d{1,2}){0,2}\W*$"
)
TAKES_BACK: Final = re.compile(
    rf"^\W*(?:{_any(REPLIES, 'polite')} )*{_any(REPLIES, 'negations', 'retractions')}\b"
)
DISCLAIMER: Final = re.compile(_any(REPLIES, "disclaimers"))

# Answers to an invitation, as they were typed.
YES: Final = re.compile(
    rf"{_any(INVITATIONS, 'yes')}(?:,? {_any(INVITATIONS, 'please')})?", re.IGNORECASE
)
JOIN: Final = re.compile(
    rf"{_any(INVITATIONS, 'yes')}?[,.! ]*{_any(INVITATIONS, 'join')}"
    rf"(?:,? {_any(INVITATIONS, 'please')})?"
    rf"(?:,? {_any(INVITATIONS, 'under')}[: ]+(?P<name>[^: \n].*))?",
    re.IGNORECASE,
)
DECLINE: Final = re.compile(_any(INVITATIONS, "no"), re.IGNORECASE)
STOP: Final = re.compile(_any(INVITATIONS, "stop"), re.IGNORECASE)

# Replies to mails about seasons, as they were typed.
SEASON_COMMANDS: Final = {
    command: re.compile(
        rf"{_any(SEASONS, command)}(?:,? {_any(INVITATIONS, 'please')})?", re.IGNORECASE
    )
    for command in ("register", "confirm", "withdraw", "for_good", "standings")
}

# What mail programs write above a quote. Of headers, languages are kept apart, because two of these
# words make a block of headers only where one program could have written both.
COLON: Final = r"\s?\*{0,2}\s?[:：]\*{0,2}"
LABELS: Final[list[dict[str, str]]] = [mail["headers"] for mail in MAIL if "headers" in mail]
# Within a line, as some programs write all of them into one, a label follows a space.
HEADERS: Final = tuple(
    re.compile(
        rf"(?:^|(?<=\s))\*{{0,2}}(?:{'|'.join(f'(?P<{k}>{w})' for k, w in kinds.items())}){COLON}",
        re.IGNORECASE,
    )
    for kinds in LABELS
)
HEADER: Final = re.compile(
    rf"\*{{0,2}}(?:{'|'.join('|'.join(kinds.values()) for kinds in LABELS)}){COLON}", re.IGNORECASE
)
WROTE: Final = re.compile(
    rf"\b{_any(MAIL, 'wrote')}\b|{_any(MAIL, 'wrote_anywhere')}", re.IGNORECASE
)
ENDINGS: Final = (":", "：", "---", *_all(MAIL, "wrote_last"))
# Beginnings of lines that name a date or a writer first.
OPENINGS: Final = re.compile(rf"(?:{_any(MAIL, 'openings')}|\d)\b", re.IGNORECASE)
RULES: Final = (
    re.compile(rf"[-_=*~ ]{{2,}}+{_any(MAIL, 'titles')}\s?:?[-_=*~ ]{{2}}", re.IGNORECASE),
    re.compile(rf"{_any(MAIL, 'forwarded')}\s?[:：]$", re.IGNORECASE),
    re.compile(r"_{20,}$"),
    # Lotus Notes: "-----Night Mail <…> wrote: -----", and the name of its picture of an arrow.
    re.compile(r"-{3,}+.{3,200}[:：]\s?-{3,}$"),
    re.compile(rf"{_any(MAIL, 'quote_begins')}\b", re.IGNORECASE),
)

# The lines with which programs and telephones sign, and what virus scanners put below a mail.
SENT: Final = re.compile(_any(MAIL, "sent"), re.IGNORECASE)
CHECKED: Final = re.compile(_any(MAIL, "checked"), re.IGNORECASE)
# Without a device or program, such a line may be a sentence of a person.
DEVICES: Final = re.compile(
    r"iphon|ipad|ipod|\bmac\b|macbook|apple|\bios\b|android|samsung|galaxy|huawei|honor|xiaomi"
    r"|redmi|\bpoco\b|pixel|nokia|xperia|oneplus|\boppo\b|realme|blackberry|windows|outlook|yahoo"
    r"|proton|\bk-9\b|k9|thunderbird|gmail|\bgmx\b|web\.de|freenet|telekom|t-online|\bspark\b"
    r"|fairphone|motorola|\bmoto\b|\bhtc\b|\blg\b|nexus|surface|zimbra|tuta|fastmail|superhuman"
    r"|typeapp|edison|airmail|mailspring|em ?client|missive|\baol\b|zoho|mailbird|betterbird"
    r"|bluemail|blue mail|aqua ?mail|mymail|fairemail|posteo|mailbox\.org|vivaldi|firefox"
    r"|\bcanary\b|\bnine\b|lotus|notes|\bqq\b|foxmail"
    rf"|\b[a-z]{{1,4}}-?[a-z]?\d{{2,5}}[a-z]{{0,3}}\b|{_any(MAIL, 'devices')}",
    re.IGNORECASE,
)
# Prefixes of programs before the subject that they answer, if nothing else gives them away.
ABSENT: Final = re.compile(
    rf"{_any(MAIL, 'absences')}\s*[:：]"
    # Lotus Notes has its user's name first.
    rf"|[^:：]{{1,80}} {_any(MAIL, 'absent')}(?: \(|[.]?$)"
)
