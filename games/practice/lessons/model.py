"""A lesson: it belongs to a mechanic, applies to states of a game, and points at a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import engine
from engine.actions import Claim
from games.language.lexicon import say


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as its player sees it, and what they have done since the opening.

    ``own`` has the types of their own events, ``own_tracks`` the tracks that they claimed since.
    """

    view: engine.View
    own: Sequence[str] = ()
    own_tracks: Sequence[str] = ()

    @property
    def kind(self) -> str:
        """The kind of the player's open decision, "" for none."""
        assert self.view.seat is not None
        return self.view.pending.get(self.view.seat, "")

    @property
    def is_over(self) -> bool:
        return self.view.outcome is not None

    def claims(self, test: Callable[[engine.board.Track], bool] = lambda track: True) -> bool:
        """Whether the player may claim such a track now."""
        if self.kind != "turn":
            return False
        tracks = self.view.board.tracks
        return any(
            isinstance(action, Claim) and test(tracks[action.track])
            for action in self.view.legal_actions()
        )

    def claimed(self, test: Callable[[engine.board.Track], bool] = lambda track: True) -> bool:
        """Whether the player has claimed such a track since the opening."""
        return any(test(self.view.board.tracks[track]) for track in self.own_tracks)

    def may(self, action: engine.Action) -> bool:
        """Whether the player may do this now."""
        return self.kind == "turn" and action in self.view.legal_actions()


Test = Callable[[Moment], bool]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn.

    It is active while ``at`` holds and ``done`` does not; without ``done`` it ends when it has been
    read. Lessons come in the order of their ``rank``; those below 10 explain the open decision.
    ``place`` names what it points at on the page of a game.
    """

    rank: int
    key: str
    place: str
    at: Test
    done: Test | None = None

    @property
    def title(self) -> str:
        return say(f"lesson.{self.key}.title")

    @property
    def text(self) -> str:
        return say(f"lesson.{self.key}")


class Mechanic:
    """The lessons of a mechanic, and whether a board has it; "" names what no page announces."""

    def __init__(self, name: str, on: Callable[[engine.Board], bool], *lessons: Lesson) -> None:
        self.name, self.on, self.lessons = name, on, lessons


def is_tunnel(track: engine.board.Track) -> bool:
    return bool(track.turns_up)


def is_bullet(track: engine.board.Track) -> bool:
    return track.kind == "bullet"


def is_plain(track: engine.board.Track) -> bool:
    """Whether a track is claimed simply: no tunnel and no bullet route."""
    return not is_bullet(track) and not is_tunnel(track)


def my_turn(moment: Moment) -> bool:
    """Whether the player begins a turn."""
    return moment.kind == "turn"


def decides(kind: str) -> Test:
    """Return a test whether the player has a decision of this kind open."""
    return lambda moment: moment.kind == kind


def did(*types: str) -> Test:
    """Return a test whether the player caused an event of one of these types since the opening."""
    return lambda moment: any(type_ in moment.own for type_ in types)


DREW: Final = ("game.card_drawn", "game.card_taken")


def drew_twice(moment: Moment) -> bool:
    """Whether the player drew two cards since the opening."""
    return sum(type_ in DREW for type_ in moment.own) >= 2


def drew(moment: Moment) -> bool:
    """Whether the player drew a card since the opening."""
    return any(type_ in DREW for type_ in moment.own)


def standing_lesson(
    lessons: Sequence[Lesson], moment: Moment, read: Sequence[str]
) -> Lesson | None:
    """The active lesson of a moment, None if there is none."""
    for lesson in lessons:
        if lesson.key in read or (lesson.done is not None and lesson.done(moment)):
            continue
        if lesson.at(moment):
            return lesson
    return None
