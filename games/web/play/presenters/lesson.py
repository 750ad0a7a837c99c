"""The lesson beside a game: its words, its place on the page, and a route to try."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.facts.tickets import city_pair
from games.practice.branches import origin_of
from games.practice.lessons.model import Lesson, Moment, is_bullet, is_plain, is_tunnel
from games.practice.lessons.progress import lesson_at, moment_of
from games.web.parts.game_context import GameContext, Snapshot
from games.web.play.presenters.holdings import tickets_completed_by

ANCHORS: Final = {
    "cards": "bar",
    "decision": "your-move",
    "routes": "board",
    "tickets": "tickets-title",
    "players": "players-title",
    "score": "final-title",
}
"""The id on the page of each place that a lesson points at."""
TRIES: Final = {"claim": is_plain, "tunnel": is_tunnel, "bullet": is_bullet}


def lesson_panel(
    context: GameContext, snapshot: Snapshot, claimable: Collection[str]
) -> dict[str, Any] | None:
    """The box of the lessons beside a practice game; None for every other game.

    ``lesson`` is None where there is none now; ``is_read`` says that it ends when it has been read.
    ``origin_url`` is the moment of another game from which this one goes on, "" for none.
    """
    practice = context.practice
    if practice is None or context.seat is None:
        return None
    events = snapshot.events(after=practice.first_seq - 1) if practice.lessons else []
    moment = moment_of(snapshot.view, events)
    lesson = lesson_at(practice, moment)
    return {
        "code": context.game.code,
        "lesson": lesson,
        "anchor": ANCHORS[lesson.place] if lesson else "",
        "is_read": bool(lesson and lesson.done is None),
        "hidden": practice.hidden,
        "is_guest": practice.guest_id is not None,
        "has_lessons": practice.lessons,
        "origin_url": "" if practice.lessons else _origin_url(context),
        "suggestion": _suggestion(lesson, moment, claimable) if lesson else None,
    }


def _origin_url(context: GameContext) -> str:
    origin = origin_of(context.game)
    return f"{reverse('replay', args=[origin['game']])}?at={origin['seq']}" if origin else ""


def _suggestion(
    lesson: Lesson, moment: Moment, claimable: Collection[str]
) -> dict[str, str] | None:
    """A route to try now: one that completes a ticket, else the longest; None for other lessons."""
    fits = TRIES.get(lesson.key)
    if fits is None:
        return None
    view = moment.view
    tracks = filter(fits, (view.board.tracks[track] for track in claimable))
    best = sorted(tracks, key=lambda track: -track.length)
    if not best:
        return None
    chosen, reason = best[0], ""
    for track in best:
        if tickets := tickets_completed_by(view, track.id):
            chosen = track
            reason = _("It completes your ticket %(ticket)s.") % {"ticket": tickets[0].name}
            break
    return {
        "name": city_pair(view.board, chosen),
        "query": f"do=claim&track={chosen.id}",
        "reason": reason,
    }
