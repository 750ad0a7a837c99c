"""The steps that a text consists of, and the steps that one turn consists of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.actions import Action, Claim, Draw, DrawTickets, Keep, Pay, Place, Withdraw
from engine.cards import LOCOMOTIVE
from engine.text.vocabulary import Vocabulary
from engine.view import View

Reads = Callable[[str], bool]
"""Whether a step can be read."""


def split_steps(text: str, words: Vocabulary, reads: Reads) -> list[str]:
    """Return the steps of a plain text, each beginning with its command.

    Marks of lists, courtesies and words that lead to a command are left out. What stands apart
    from the command that it belongs to is put behind it: a claim that was broken into lines, or
    "draw red, then blind"; but not across an empty line.
    """
    steps: list[list[str]] = []
    for paragraph in re.split(r"\n\s*\n", text):
        above = len(steps)
        for part in words.step.split(paragraph):
            step = words.bare(part, len(steps) + 1)
            if not step:
                continue
            if len(steps) > above and words.head(step) is None:
                steps[-1].append(step)
            else:
                steps.append([step])
    found: list[str] = []
    for parts in steps:
        whole = " ".join(parts)
        alone = len(parts) > 1 and reads(parts[0]) and not reads(whole)
        found += parts if alone else [whole]
    return found


def is_one_turn(before: Sequence[Action], action: Action, view: View) -> bool:
    """Whether an action may follow others within one turn of the view's seat (B-3).

    It is not judged whether the first of them is possible now.
    """
    if not before:
        return True
    last = before[-1]
    match action:
        case Draw():
            asked = view.pending.get(view.seat) if view.seat is not None else None
            drawn = (asked in ("second", "place")) + sum(isinstance(step, Draw) for step in before)
            return isinstance(last, Draw | Place) and last != Draw(LOCOMOTIVE) and drawn < 2
        case Place():
            return isinstance(last, Draw)
        case Pay() | Withdraw():
            return isinstance(last, Claim) and _is_tunnel(last, view)
        case Keep():
            return isinstance(last, DrawTickets)
    return False


def _is_tunnel(claim: Claim, view: View) -> bool:
    track = view.board.tracks.get(claim.track)
    return track is not None and track.turns_up > 0
