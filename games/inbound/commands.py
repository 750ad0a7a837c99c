"""Finds the commands among the lines that somebody wrote: they stand first, one a line.

What is not sure to be a command is never carried out. A line that cannot be read keeps the whole
reply from being played, unless it can only be a greeting or the end of a letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

import engine
from engine.orders.order import Order
from engine.text.lexicon import Lexicon
from engine.text.parse import Actions, Command
from engine.text.plain import clip, plain
from engine.text.vocabulary import vocabulary

# Mail programs break lines that are longer than about 70 characters.
WRAPPED = 50
GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hoi|hallo|hai|dag|beste|goede?morgen"
    r"|goede?middag|goede?navond)\b[^:;]{0,30}$",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^(?:thanks|thank you|thx|cheers|regards|(?:best|kind|warm) |best[,.!]?$|yours|sincerely"
    r"|good luck|have fun|see you|take care|keep well|keep safe|ciao|bye"
    r"|groet|groeten|groetjes|gr[.,]?$|mvg|met (?:vriendelijke )?groet|vriendelijke groet|bedankt"
    r"|dank|alvast|succes|veel plezier|tot (?:morgen|snel|zo|later|ziens)|houd je|hou je|doei"
    r"|fijne|prettige|liefs|x+$)",
    re.IGNORECASE,
)
DECORATION = "*_` \t"


class Unclear(ValueError):
    """The lines may be read in two ways; ``str()`` of it is a sentence for their writer."""


def read_commands(
    lines: Sequence[str], *, view: engine.View, lexicon: Lexicon, name: str
) -> Command:
    """Gets the command in the lines that a person of this ``name`` wrote.

    :raises InvalidAction: if there is none, or it cannot be read.
    :raises Unclear: if there is more than can be read.
    """
    steps, rest = _split([line.strip(DECORATION) for line in lines], lexicon, name)
    command = engine.parse_command("\n".join(steps), view, lexicon)
    for line in rest:
        if _begins_a_command(line, lexicon) and _is_a_move(line, view, lexicon):
            raise Unclear(
                _("Farther down stands “%(text)s”. Write all steps one below the other.")
                % {"text": clip(line)}
            )
    return command


def _split(lines: Sequence[str], lexicon: Lexicon, name: str) -> tuple[list[str], list[str]]:
    """Gets the lines with commands, and those that follow the end of the commands."""
    steps: list[str] = []
    before = ""
    for place, line in enumerate(lines):
        if not line:
            pass
        elif _is_of_the_command(line, steps, lexicon):
            steps.append(line)
        elif not steps:
            if _is_letter(line):
                raise Unclear(
                    _("“%(text)s” is too short to be sure about. Write the whole word.")
                    % {"text": line}
                )
            if not GREETING.match(line):
                return [line], []
        elif not before or CLOSING.match(line) or _is_name(line, name):
            return steps, list(lines[place + 1 :])
        elif len(before) >= WRAPPED:
            steps[-1] += f" {line}"
        else:
            raise Unclear(
                _(
                    "“%(text)s” is not a command, and it stands right below one. Leave an empty"
                    " line below your commands."
                )
                % {"text": clip(line)}
            )
        before = line
    return steps, []


def _begins_a_command(line: str, lexicon: Lexicon) -> bool:
    return not _is_letter(line) and vocabulary(lexicon).head(plain(line)) is not None


def begins_an_order(lines: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the first command among some lines is an order with conditions."""
    heads = (vocabulary(lexicon).head(plain(line)) for line in lines if not _is_letter(line))
    return (next(filter(None, heads), None) or ("",))[0] == "when"


def _is_of_the_command(line: str, steps: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a line begins a command, or goes on with an order: "else …"."""
    if _begins_a_command(line, lexicon):
        return not CLOSING.match(line)
    otherwise = vocabulary(lexicon).otherwise
    return begins_an_order(steps[:1], lexicon) and otherwise.match(plain(line)) is not None


def _is_letter(line: str) -> bool:
    """Whether a line is one letter: a command elsewhere, and here what may be left of a text."""
    return len(line) == 1 and line.isalpha()


def _is_a_move(line: str, view: engine.View, lexicon: Lexicon) -> bool:
    try:
        return isinstance(engine.parse_command(line, view, lexicon), Actions | Order)
    except engine.InvalidAction:
        return False


def _is_name(line: str, name: str) -> bool:
    written = plain(line).strip(" .,!/-~")
    return written in (plain(name), plain(name).split(" ")[0])
