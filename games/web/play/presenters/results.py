"""Final scores (B-12, J-9), and the places a director gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

import engine
from engine import View
from engine.events import Score
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined, ticket_name
from games.web.parts.pictures import joined_signs


@dataclass(frozen=True, slots=True)
class TicketScore:
    name: str
    points: int
    completed: bool


@dataclass(frozen=True, slots=True)
class SideScore:
    """A line of the final table; bonuses are None where the board does not award them."""

    place: int
    names: str
    seat: int
    sign: SafeString
    """Of each of its seats, side by side."""
    mine: bool
    total: int
    routes: int
    tickets: list[TicketScore]
    ticket_points: int
    completed: int
    longest: int
    longest_bonus: int | None
    progress: int
    bullet_bonus: int | None
    globetrotter_bonus: int | None


def final_scores(view: View, names: Mapping[int, str]) -> list[SideScore]:
    """The sides of a finished game, best first; nothing while it runs."""
    if view.outcome is None:
        return []
    return [_side_score(view, names, score) for score in view.outcome.scores]


def _side_score(view: View, names: Mapping[int, str], score: Score) -> SideScore:
    board = view.board
    tickets = [
        TicketScore(
            ticket_name(board, board.tickets[result.ticket]), result.points, result.completed
        )
        for result in score.tickets
    ]
    return SideScore(
        place=score.place,
        names=joined(names[seat] for seat in score.seats),
        seat=score.seats[0],
        sign=joined_signs(view, score.seats),
        mine=view.seat in score.seats,
        total=score.total,
        routes=score.routes,
        tickets=sorted(tickets, key=lambda ticket: (not ticket.completed, -ticket.points)),
        ticket_points=sum(ticket.points for ticket in tickets),
        completed=score.completed,
        longest=score.longest,
        longest_bonus=score.longest_bonus if board.bonuses.longest else None,
        progress=score.progress,
        bullet_bonus=score.bullet_bonus if board.bullet_trains else None,
        globetrotter_bonus=score.globetrotter_bonus if board.bonuses.globetrotter else None,
    )


@dataclass(frozen=True, slots=True)
class AdjudicatedPlace:
    """A side with its place and its points on the board."""

    place: int
    names: str
    points: int


def adjudicated_places(at: GameContext, view: engine.View) -> list[AdjudicatedPlace]:
    """The sides of a game that was adjudicated; empty for every other."""
    if view.outcome is not None or not at.game.result:
        return []
    names = at.names
    return [
        AdjudicatedPlace(
            score["place"], joined(names[seat] for seat in score["seats"]), score["total"]
        )
        for score in at.game.result["scores"]
    ]
