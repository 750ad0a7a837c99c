"""A move that is held, as its maker sees it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

import engine
from engine import wire
from games.language.moments import moment
from games.play.hold import held_move
from games.web.play.parts.prepared import prepared
from games.web.play.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Held:
    """What is held until when, and the address that withdraws it. ``track`` may be ""."""

    heading: str
    lines: list[str]
    until: str
    url: str
    track: str


def held(at: Sitting, view: engine.View) -> Held | None:
    """Gets the move that the reader's seat holds, None where it holds none."""
    if at.seat is None or at.over:
        return None
    found = held_move(at.seat)
    if found is None or at.seat.held_until is None:
        return None
    actions = [wire.decode_action(data) for data in found.actions]
    move = prepared(view, actions, found.decision)
    return Held(
        heading=move.heading,
        lines=move.lines,
        until=moment(at.seat.held_until, "H:i"),
        url=reverse("withdraw-held", args=[at.game.code]),
        track=move.track,
    )
