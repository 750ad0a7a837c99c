"""Awards of a finished game in words, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format

from engine.board import Board
from engine.ending import Award, Luck
from engine.text.phrases import ticket_name
from games.language.amounts import in_points, listed
from games.language.lexicon import say


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
    title = say(f"award.{award.kind}.title")
    return AwardText(title, listed([names[seat] for seat in award.side]), _reason(award, board))


def luck_text(luck: Luck) -> str:
    """The luck of a seat in numbers, with the expectation."""
    parts = []
    if luck.drawn:
        expected = _decimal(float(luck.useful_expected))
        drawn = say("award.luck.drawn", n=luck.drawn, useful=luck.useful, expected=expected)
        parts.append(drawn)
    if luck.turned_up:
        expected = _decimal(float(luck.asked_expected))
        parts.append(say("award.luck.tunnels", n=luck.asked, expected=expected))
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def surplus_text(luck: Luck) -> str:
    """The surplus of a seat with its sign: "+2.4"."""
    surplus = round(float(luck.surplus), 1)
    sign = "+" if surplus > 0 else "−" if surplus < 0 else "±"
    return f"{sign}{_decimal(abs(surplus))}"


def _reason(award: Award, board: Board) -> str:
    if award.luck is not None:
        return luck_text(award.luck)
    link = board.tracks[award.track] if award.track else None
    name = ticket_name(board, award.ticket) if award.ticket else ""
    return say(
        f"award.{award.kind}",
        n=award.cards or award.spaces or award.turns,
        link=f"{board.cities[link.a].name} – {board.cities[link.b].name}" if link else name,
        points=in_points(award.points),
        turn=award.turn,
    )


def _decimal(number: float) -> str:
    return number_format(number, decimal_pos=1)
