"""Finds the headers of a mail in a text, one below the other or all in a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.inbound.phrases import LABELS
from games.inbound.traits import ADDRESS_FIRST, Traits

BLOCK: Final = 8
"""So many lines are looked at for a block of headers."""
BROKEN_OFF: Final = 2
"""So many lines among them may belong to none: long ones are broken."""
COLON: Final = r"\s?\*{0,2}\s?[:：]\*{0,2}"
# Within a line, as some programs write all of them into one, a label stands after a space.
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
ANY_HEADER: Final = re.compile(rf"\*{{0,2}}[^\W\d][^:：\d]{{0,30}}{COLON}\s*\S")


def is_header_block(lines: Sequence[str], place: int) -> bool:
    """Whether headers of a mail stand here, one below the other or all in a line."""
    if HEADER.match(lines[place]) is None:
        return _is_block_in_another_language(lines, place)
    for pattern in HEADERS:
        if pattern.match(lines[place]) is None:
            continue
        kinds, text = _headers(lines, place, pattern)
        if len(kinds) < 2:
            continue
        about = Traits([text])
        sure = about.is_ours or about.is_named or about.has_address
        if (
            sure
            or {"from", "subject"} <= kinds
            or ("subject" in kinds and len(kinds) >= 3)
            or ({"from", "date"} <= kinds and about.has_date and about.has_time)
        ):
            return True
    return False


def _headers(lines: Sequence[str], place: int, pattern: re.Pattern[str]) -> tuple[set[str], str]:
    """Gets the kinds of headers of one language that stand here, and the lines with them."""
    kinds: set[str] = set()
    found: list[str] = []
    missed, dense, roomy, before = 0, False, False, ""
    for line in lines[place : place + BLOCK]:
        labels = {str(label.lastgroup) for label in pattern.finditer(line)}
        if labels and roomy and before == "label":
            return set(), ""  # The block begins farther down, below something else.
        # Room ends a block, unless there is room below each line; and so does the next block.
        if labels & kinds - {"more"} or (not line and (dense or before == "missed")):
            break
        kinds |= labels
        if labels or (before == "label" and ADDRESS_FIRST.match(line)):
            dense = dense or before == "label"
            before = "label"
            found.append(line)
            continue
        missed, roomy = missed + bool(line), roomy or not line
        if missed > BROKEN_OFF:
            break
        before = "missed" if line else ""
    return kinds - {"more"}, " ".join(found)


def _is_block_in_another_language(lines: Sequence[str], place: int) -> bool:
    """Whether three headers seem to stand here, with an address in brackets and a time.

    The first of them is the writer, the reader, or the time: what people put a colon into is not.
    """
    if ANY_HEADER.match(lines[place]) is None:
        return False
    first = Traits(lines[place : place + 1])
    wrapped = ADDRESS_FIRST.match((*lines, "")[place + 1])
    if not (wrapped or first.is_ours or first.has_address or (first.has_date and first.has_time)):
        return False
    block = [line for line in lines[place : place + BLOCK] if line]
    labelled = sum(ANY_HEADER.match(line) is not None for line in block[: 3 + BROKEN_OFF])
    about = Traits(block)
    addressed = about.is_ours or (about.has_address and any("<" in line for line in block))
    return labelled >= 3 and addressed and about.has_date and about.has_time
