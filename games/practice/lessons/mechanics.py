"""The lessons of each mechanic, and the course of a board.

The course has the lessons of the mechanics that the board file switches on. The active lesson is
the first one that has not ended and whose condition holds.
"""

from __future__ import annotations

from typing import Final

import engine
from engine.actions import DrawTickets, Share
from games.practice.lessons.model import (
    Lesson,
    Mechanic,
    Moment,
    decides,
    did,
    drew,
    drew_twice,
    is_bullet,
    is_plain,
    is_tunnel,
    my_turn,
)


def _has_claimed(moment: Moment) -> bool:
    return moment.claimed()


def _begins_after_draws(moment: Moment) -> bool:
    return my_turn(moment) and drew_twice(moment)


def _begins_after_claim(moment: Moment) -> bool:
    return my_turn(moment) and moment.claimed()


def _may_share(moment: Moment) -> bool:
    return moment.claimed() and any(
        moment.may(Share((ticket,))) for ticket in moment.view.tickets[0]
    )


MECHANICS: Final = (
    Mechanic(
        "base",
        lambda board: True,
        Lesson(5, "draw", "cards", my_turn, drew),
        Lesson(
            4,
            "second",
            "cards",
            decides("second"),
            lambda moment: moment.kind != "second" and drew_twice(moment),
        ),
        Lesson(10, "tickets", "tickets", _begins_after_draws),
        Lesson(
            40,
            "claim",
            "routes",
            lambda moment: moment.claims(is_plain),
            lambda moment: moment.claimed(is_plain),
        ),
        Lesson(3, "keep", "decision", decides("keep"), did("game.tickets_kept")),
        Lesson(
            50,
            "more-tickets",
            "decision",
            lambda moment: moment.claimed() and moment.may(DrawTickets()),
        ),
        Lesson(
            7,
            "final-round",
            "decision",
            lambda moment: moment.view.last_seat is not None and my_turn(moment),
        ),
        Lesson(60, "go-on", "decision", _begins_after_claim),
    ),
    Mechanic(
        "bullet_trains",
        lambda board: board.bullet_trains is not None,
        Lesson(
            30,
            "bullet",
            "routes",
            lambda moment: drew_twice(moment) and moment.claims(is_bullet),
            did("game.bullet_train_placed"),
        ),
        Lesson(6, "progress", "players", did("game.bullet_train_placed")),
    ),
    Mechanic(
        "teams",
        lambda board: board.teams is not None,
        Lesson(2, "place", "decision", decides("place"), did("game.card_placed")),
        Lesson(20, "partner", "tickets", _begins_after_draws),
        Lesson(45, "share", "decision", _may_share),
    ),
    Mechanic(
        "tunnels",
        lambda board: any(map(is_tunnel, board.tracks.values())),
        Lesson(
            1,
            "tunnel-asks",
            "decision",
            decides("tunnel"),
            did("game.tunnel_built", "game.tunnel_withdrawn"),
        ),
        Lesson(
            30,
            "tunnel",
            "routes",
            lambda moment: drew_twice(moment) and moment.claims(is_tunnel),
            did("game.tunnel_opened"),
        ),
    ),
    Mechanic(
        "bound_locomotives",
        lambda board: board.locomotives is not None,
        Lesson(29, "bound", "cards", drew_twice),
    ),
    Mechanic("ferries", lambda board: board.has_ferries, Lesson(31, "ferry", "routes", drew_twice)),
    Mechanic("sets", lambda board: board.has_sets, Lesson(32, "sets", "routes", drew_twice)),
    Mechanic(
        "countries",
        lambda board: bool(board.countries),
        Lesson(12, "countries", "tickets", drew_twice),
    ),
    Mechanic(
        "long_tickets",
        lambda board: bool(board.setup_deal.long),
        Lesson(13, "long-tickets", "tickets", drew_twice),
    ),
    Mechanic(
        "mountains",
        lambda board: bool(board.crossing_points),
        Lesson(32, "mountain", "routes", drew_twice),
    ),
    Mechanic(
        "stations",
        lambda board: board.stations is not None,
        Lesson(45, "station", "decision", _begins_after_claim),
    ),
    Mechanic(
        "grand_tours",
        lambda board: bool(board.bonuses.grand_tour),
        Lesson(52, "grand-tour", "tickets", _has_claimed),
    ),
    Mechanic(
        "most_connected",
        lambda board: bool(board.bonuses.most_connected),
        Lesson(53, "connected", "routes", _has_claimed),
    ),
    Mechanic("", lambda board: True, Lesson(0, "score", "score", lambda moment: moment.is_over)),
)
"""In the order in which the page about learning names them."""


def course(board: engine.Board) -> list[Lesson]:
    """The lessons of a board, in their order."""
    found = [lesson for each in MECHANICS if each.on(board) for lesson in each.lessons]
    return sorted(found, key=lambda lesson: lesson.rank)
