"""Begin the lessons of a game, and follow the progress of a player."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import engine
from games.log import LAYING_EVENTS, RedactedEvent
from games.practice.games import Player, begin_practice_game
from games.practice.lessons.mechanics import course
from games.practice.lessons.model import Lesson, Moment, standing_lesson
from games.practice.lessons.openings import opening_of
from games.practice.models import PracticeGame
from games.tables.models import Game


def moment_of(view: engine.View, events: Iterable[RedactedEvent]) -> Moment:
    """The moment of a view, by the events since the opening."""
    own = [event for event in events if event.actor == str(view.seat)]
    return Moment(
        view=view,
        own=[event.type for event in own],
        own_tracks=[event.data["track"] for event in own if event.type in LAYING_EVENTS],
    )


def lesson_at(practice: PracticeGame, moment: Moment) -> Lesson | None:
    """The active lesson of a game, None if it has none or they are hidden."""
    if not practice.lessons or practice.hidden:
        return None
    return standing_lesson(course(moment.view.board), moment, practice.read)


def mark_read(*, practice: PracticeGame, key: str) -> None:
    """Record that a lesson was read, or skipped; repeating it changes nothing."""
    known = {lesson.key for lesson in course(engine.load_board(practice.game.board))}
    if key in known and key not in practice.read:
        practice.read = [*practice.read, key]
        practice.save(update_fields=["read"])


def set_hidden(*, practice: PracticeGame, hidden: bool) -> None:
    """Hide the lessons of a game, or show them again where they stopped."""
    practice.hidden = hidden
    practice.save(update_fields=["hidden"])


def begin_guided_game(*, player: Player, board: str, now: datetime) -> Game:
    """Begin the game with lessons on a board, or go on with the one that runs.

    :raises Refused: as :func:`games.practice.games.begin_practice_game` does.
    """
    return begin_practice_game(
        player=player, board=board, lessons=True, opening=opening_of(board), now=now
    )
