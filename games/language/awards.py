"""Awards of a finished game in words, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.formats import number_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.board import Board
from engine.ending import Award, AwardKind, Luck
from engine.text.phrases import ticket_name
from games.language.amounts import in_points
from games.language.lexicon import lexicon_for


@dataclass(frozen=True, slots=True)
class AwardText:
    """An award in words: its name, the names of those who have it, and what it is for."""

    title: str
    names: str
    reason: str

    def __str__(self) -> str:
        return f"{self.title}: {self.names}. {self.reason}"


def award_text(award: Award, board: Board, names: Sequence[str]) -> AwardText:
    """An award in words; ``names`` are those of the seats."""
    lexicon = lexicon_for(get_language() or "en")
    title, reason = _words(award, board)
    return AwardText(title, lexicon.enumerate([names[seat] for seat in award.side]), reason)


def luck_text(luck: Luck) -> str:
    """The luck of a seat in numbers, with the expectation."""
    parts = []
    if luck.drawn:
        text = ngettext(
            "%(useful)d useful of %(count)d card drawn blind, %(expected)s expected",
            "%(useful)d useful of %(count)d cards drawn blind, %(expected)s expected",
            luck.drawn,
        )
        gaps = {
            "useful": luck.useful,
            "count": luck.drawn,
            "expected": _decimal(float(luck.useful_expected)),
        }
        parts.append(text % gaps)
    if luck.turned_up:
        text = ngettext(
            "tunnels asked for %(count)d extra card, %(expected)s expected",
            "tunnels asked for %(count)d extra cards, %(expected)s expected",
            luck.asked,
        )
        parts.append(text % {"count": luck.asked, "expected": _decimal(float(luck.asked_expected))})
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def surplus_text(luck: Luck) -> str:
    """The surplus of a seat with its sign: "+2.4"."""
    surplus = round(float(luck.surplus), 1)
    sign = "+" if surplus > 0 else "−" if surplus < 0 else "±"
    return f"{sign}{_decimal(abs(surplus))}"


def _words(award: Award, board: Board) -> tuple[str, str]:
    link = board.tracks[award.track] if award.track else None
    name = ticket_name(board, award.ticket) if award.ticket else ""
    gaps = {
        "link": f"{board.cities[link.a].name} – {board.cities[link.b].name}" if link else name,
        "points": in_points(award.points),
        "turn": award.turn,
    }
    match award.kind:
        case AwardKind.DEAREST_CLAIM:
            text = ngettext(
                "%(link)s, %(points)s for %(count)d card.",
                "%(link)s, %(points)s for %(count)d cards.",
                award.cards,
            )
            return _("Biggest claim"), text % {**gaps, "count": award.cards}
        case AwardKind.CLOSEST_TICKET:
            text = ngettext(
                "%(link)s failed by %(count)d space.",
                "%(link)s failed by %(count)d spaces.",
                award.spaces,
            )
            return _("Closest ticket"), text % {**gaps, "count": award.spaces}
        case AwardKind.LAST_TICKET:
            return _("Just made it"), _("%(link)s, completed in turn %(turn)d, last of all.") % gaps
        case AwardKind.FIRST_TICKET:
            return _("First ticket"), _("%(link)s, completed in turn %(turn)d.") % gaps
        case AwardKind.LUCK:
            assert award.luck is not None
            return _("Luck of the draw"), luck_text(award.luck)
        case AwardKind.LONGEST_WAIT:
            text = ngettext(
                "%(count)d turn in a row without laying trains.",
                "%(count)d turns in a row without laying trains.",
                award.turns,
            )
            return _("Longest wait"), text % {"count": award.turns}
        case AwardKind.FULLEST_HAND:
            text = ngettext(
                "%(count)d card in turn %(turn)d.", "%(count)d cards in turn %(turn)d.", award.cards
            )
            return _("Fullest hand"), text % {**gaps, "count": award.cards}
        case _:
            assert_never(award.kind)


def _decimal(number: float) -> str:
    return number_format(number, decimal_pos=1)
