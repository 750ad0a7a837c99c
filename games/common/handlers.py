"""Handlers between packages: called when a seat changes hands, a game is taken back, and so on.

A lower package calls, higher packages act, and neither imports the other. Targets are dotted paths,
called in the order given here; :func:`load` imports them when the site starts.

Decision 123 says why.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Generic, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils.module_loading import import_string

P = ParamSpec("P")
R = TypeVar("R")


class _Handlers(Generic[P, R]):
    def __init__(self, *paths: str) -> None:
        self.paths = paths
        self._handlers: list[Callable[P, R]] = []

    def load(self) -> None:
        """Import the handlers.

        :raises ImportError: if a path leads nowhere.
        """
        self._handlers = [import_string(path) for path in self.paths]


class Handlers(_Handlers[P, object]):
    """Handlers that all act, in the transaction of the caller: one failure rolls all back."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        assert transaction.get_connection().in_atomic_block
        for handler in self._handlers:
            handler(*args, **kwargs)


class FirstAnswer(_Handlers[P, str | None]):
    """Handlers that are asked one after the other until one has an answer."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> str | None:
        answers = (handler(*args, **kwargs) for handler in self._handlers)
        return next((answer for answer in answers if answer), None)


on_seat_handed_over: Final = Handlers[[Model, datetime]](
    # First of all nothing that waits to leave may tell the hand any more.
    "games.notifications.outbox.drop_for_seat",
    "games.plans.ending.delete_plan",
    "games.plans.sketches.delete_sketches",
    "games.play.hold.delete_held_move",
)
"""(seat as its predecessor held it, now): end all by which they could act or learn of the hand.

Signed links need no handler: they are good for a person only while the person has the seat.
"""

on_game_taken_back: Final = Handlers[[Model, datetime]](
    "games.play.hold.drop_held_move",
    "games.plans.ending.drop_plan",
)
"""(seat before it follows the game, now): end what it had settled about decisions that are gone.

The owner is notified; nobody else may learn that there was something.
"""

on_person_blocked: Final = Handlers[[Model, Model]](
    "games.players.follows.following.end_interest",
)
"""(person, the one whom they have just blocked): end what the person had to do with them."""

before_seat_is_taken: Final = Handlers[[Model, int, Model]](
    "games.leagues.season.open_seats.note_taker",
)
"""(game, number of the seat, person): note who is about to take an open seat.

Person and game are not locked yet, so that a season can be locked before them.
"""

objections_to_player: Final = FirstAnswer[[Model, Model, int]](
    "games.moderation.games.hidden_cards.why_barred",
    "games.leagues.season.open_seats.why_not_inside",
)
"""(game, person, number): why the person may not take the seat of this number in a running game."""

objections_to_early_end: Final = FirstAnswer[[Model]](
    "games.leagues.season.results.why_played_on",
)
"""(game): a sentence that says why the players of this running game may not end it by a vote."""

why_director_confirms: Final = FirstAnswer[[Model]](
    "games.leagues.season.results.why_confirmed",
)
"""(game): a sentence that says why a director confirms what the players of this game agree upon."""

on_vote_agreed: Final = Handlers[[Model, datetime]](
    "games.moderation.games.votes.ask_directors",
)
"""(vote, now): ask those who confirm it."""

page_for_banned: Final = FirstAnswer[[Model]](
    "games.moderation.appeals.ban_page",
)
"""(person): the path of the page that tells a person why they may not sign in."""

ALL: Final = (
    on_seat_handed_over,
    on_game_taken_back,
    on_person_blocked,
    before_seat_is_taken,
    objections_to_player,
    objections_to_early_end,
    why_director_confirms,
    on_vote_agreed,
    page_for_banned,
)


def load() -> None:
    """Import the handlers of all packages.

    :raises ImportError: if a path leads nowhere.
    """
    for handlers in ALL:
        handlers.load()
