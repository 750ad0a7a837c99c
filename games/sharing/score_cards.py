"""The score card of a game and its preview in words: public facts, the same for every reader."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

import engine
from engine.events import Score
from games.drawing.palette import seat_tints
from games.drawing.score_card import ScoreCard, ScoreLine, names_that_can_be_written
from games.facts.score import score_parts
from games.facts.views import PublicView
from games.language.amounts import in_digits
from games.language.boards import board_name
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link to a game: a title and a sentence."""

    title: str
    description: str


@contextmanager
def language_of_pictures() -> Iterator[None]:
    """The language of the site, not of a reader: there is one picture for all."""
    with override(settings.LANGUAGE_CODE):
        yield


def score_card(
    game: Game, seats: Sequence[Seat], table: PublicView, *, over: bool = True
) -> ScoreCard:
    """Return the score card of a game as everybody may know it.

    Without ``over`` the view is from before the end of the game, and only the title is taken from
    the row. Names that the typeface cannot write are replaced by the seat.
    """
    with language_of_pictures():
        instead = [_("Seat %(number)d") % {"number": seat.number + 1} for seat in seats]
        names = names_that_can_be_written([seat_name(seat) for seat in seats], instead)
        title = names_that_can_be_written([game.title], [game.code])[0]
        return ScoreCard(
            board=board_name(table.board),
            game=title,
            status=_status(game if over else None, table),
            lines=tuple(_lines(game if over else None, table, names)),
        )


def preview(game: Game, seats: Sequence[Seat]) -> Preview:
    """Title and sentence of a link to a game, in the active language, from its rows alone."""
    title = f"{game.board_name} · {game.title}"
    names = [seat_name(seat) for seat in seats]
    if game.status == GameStatus.VOID:
        return Preview(title, _("Ended without a result"))
    if game.status != GameStatus.FINISHED or any(seat.place is None for seat in seats):
        return Preview(title, _("Players: %(names)s") % {"names": ", ".join(names)})
    sides: dict[tuple[int, int], list[Seat]] = {}
    for seat in seats:
        side = seat.number if seat.team is None else seat.team
        sides.setdefault((seat.place or 0, side), []).append(seat)
    scores = ", ".join(
        f"{' & '.join(names[seat.number] for seat in side)} {side[0].points}"
        for _place, side in sorted(sides.items(), key=lambda item: item[0])
    )
    return Preview(title, _("Final scores: %(scores)s") % {"scores": scores})


def facts_digest(game: Game, seats: Sequence[Seat]) -> str:
    """The digest of what pictures of a game show beside its log: names, title, result."""
    with language_of_pictures():
        facts = (
            game.title,
            game.status,
            game.version,
            game.board_digest,
            game.result,
            [seat_name(seat) for seat in seats],
        )
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _status(game: Game | None, table: PublicView) -> str:
    if game and game.status == GameStatus.VOID:
        return _("Ended without a result")
    if (game and game.result) or table.outcome is not None:
        return _("Final scores")
    if not table.turn:
        return _("Before the first turn")
    return _("Turn %(turn)d") % {"turn": table.turn}


def _sides(game: Game | None, table: PublicView) -> list[tuple[int | None, tuple[int, ...], int]]:
    """Each side with its place and points: best first once there is a result."""
    if table.outcome is not None:
        scores: list[tuple[int, tuple[int, ...], int]] = [
            (each.place, tuple(each.seats), each.total) for each in table.outcome.scores
        ]
    elif game and game.result and game.status == GameStatus.FINISHED:
        scores = [
            (each["place"], tuple(each["seats"]), each["total"]) for each in game.result["scores"]
        ]
    else:
        order = {seat: number for number, seat in enumerate(table.order)}
        sides = sorted(table.sides, key=lambda side: order[side[0]])
        return [(None, tuple(side), sum(table.points[seat] for seat in side)) for side in sides]
    return sorted(scores)


def _lines(game: Game | None, table: PublicView, names: Sequence[str]) -> Iterator[ScoreLine]:
    tints = seat_tints(table.teams)
    totals = {tuple(each.seats): each for each in table.outcome.scores} if table.outcome else {}
    for place, side, points in _sides(game, table):
        score = totals.get(side)
        if score is not None:
            details = _summands(score, table.board)
        else:
            left = sum(table.trains[seat] for seat in side)
            count = ngettext("%(count)d train left", "%(count)d trains left", left)
            details = (count % {"count": left},)
        yield ScoreLine(
            tints=tuple(tints[seat] for seat in side),
            name=" & ".join(names[seat] for seat in side),
            points=points,
            details=details,
            first=place == 1 if place else table.turn_seat in side,
        )


def _summands(score: Score, board: engine.Board) -> tuple[str, ...]:
    """The parts of a score, and the same in short form, with all bonuses as one part."""
    routes, tickets, *bonuses = score_parts(score, board)
    parts = [(routes.label, routes.points), (tickets.label, tickets.points)]
    if bonus := sum(part.points for part in bonuses):
        parts.append((_("bonus"), bonus))
    long = ", ".join(f"{label} {in_digits(points)}" for label, points in parts)
    return long, " + ".join(in_digits(points) for _label, points in parts).replace("+ −", "− ")
