"""The parts of a final score, with labels and notes, in the order of statistics (B-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.board import Board
from engine.ending.tally import side_tally
from engine.events import Score
from games.language.amounts import in_digits, in_points, listed
from games.language.mechanics import lending_sentences


class ScorePart(NamedTuple):
    """Points of one kind. ``note`` says what they are for, where that is a number."""

    kind: str
    label: str
    points: int
    note: str

    @property
    def text(self) -> str:
        """The points with a real minus."""
        return in_digits(self.points)


@dataclass(frozen=True, slots=True)
class SideScore:
    """A line of the final table; its ``parts`` add up to the total, in digits and in ``points``.

    ``details`` are sentences on what the parts do not say.
    """

    seats: tuple[int, ...]
    place: int
    names: str
    mine: bool
    total: str
    points: str
    parts: tuple[ScorePart, ...]
    details: tuple[str, ...]


def side_scores(
    view: View, names: Mapping[int, str] | Sequence[str], reader: int | None
) -> list[SideScore]:
    """The sides of a finished game, best first; nothing while it runs."""
    return [
        SideScore(
            seats=score.seats,
            place=score.place,
            names=listed([names[seat] for seat in score.seats]),
            mine=reader in score.seats,
            total=in_digits(score.total),
            points=in_points(score.total),
            parts=score_parts(score, view.board),
            details=lending_sentences(view, score, names),
        )
        for score in (view.outcome.scores if view.outcome else ())
    ]


def adjudicated_scores(
    result: Mapping[str, Any], names: Mapping[int, str] | Sequence[str]
) -> list[SideScore]:
    """The sides of a game that ended without the rules, from its stored result; without parts."""
    return [
        SideScore(
            seats=tuple(score["seats"]),
            place=score["place"],
            names=listed([names[seat] for seat in score["seats"]]),
            mine=False,
            total=in_digits(score["total"]),
            points=in_points(score["total"]),
            parts=(),
            details=(),
        )
        for score in result["scores"]
    ]


def score_parts(score: Score, board: Board) -> tuple[ScorePart, ...]:
    """The parts that add up to a total; without those that the board does not award."""
    awarded = {
        "longest": board.bonuses.longest,
        "bullet": board.bullet_trains,
        "globetrotter": board.bonuses.globetrotter,
    }
    return tuple(
        ScorePart(kind, part_label(kind, teams=board.teams is not None), points, _note(kind, score))
        for kind, points in side_tally(score).points.items()
        if awarded.get(kind, True)
    )


def part_label(kind: str, *, teams: bool = False) -> str:
    """A kind of points in words; one that has none yet is shown as it is called."""
    labels = {
        "routes": _("routes"),
        "tickets": _("tickets"),
        "longest": _("Asian Express") if teams else _("longest path"),
        "bullet": _("bullet trains"),
        "globetrotter": _("Globetrotter"),
        "grand_tour": _("grand tours"),
        "mountain": _("mountains"),
        "connected": _("connected cities"),
        "station": _("stations left"),
    }
    return labels.get(kind, kind)


def _note(kind: str, score: Score) -> str:
    tickets = {"done": score.completed, "all": len(score.tickets)}
    tours, tracks, cities = score.grand_tours or 0, score.mountains or 0, score.connected or 0
    notes = {
        "tickets": _("%(done)s of %(all)s completed") % tickets,
        "longest": _("length %(length)s") % {"length": score.longest},
        "bullet": _("progress %(progress)s") % {"progress": score.progress},
        "grand_tour": ngettext("%(number)s ticket", "%(number)s tickets", tours)
        % {"number": tours},
        "mountain": ngettext("%(number)s route", "%(number)s routes", tracks) % {"number": tracks},
        "connected": ngettext("%(number)s city", "%(number)s cities", cities) % {"number": cities},
        "station": _("%(built)s built") % {"built": len(score.stations or ())},
    }
    return notes.get(kind, "")
