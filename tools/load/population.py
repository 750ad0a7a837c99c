"""A database of n games: most of them over, a fifth in play, some waiting for players."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.management.base import OutputWrapper

from games.clock.models import Heartbeat
from games.management.progress import progress
from games.players.rating import WHOLE_JOB as RATINGS
from games.players.rating import recompute_ratings
from games.players.sums import recount_sums
from games.statistics.counting import WHOLE_JOB as STATISTICS
from games.statistics.sums import change, no_sums, sums_of
from games.tables.models import GameStatus
from games.talk.models import Message
from tools.load.copies import Store, copy_game, count_game
from tools.load.people import Crowd
from tools.load.subjects import full_page, make_leagues, make_subjects
from tools.load.templates import Template, play_templates

RUNNING: Final = 0.2
OPEN: Final = 0.02
CANCELLED: Final = 0.06
"""Shares of all games; the others are over."""
FINISHED_OF_REGULAR, RUNNING_OF_REGULAR = 8, 3
VETERAN_IN: Final = 50
"""The veteran sits in one game of this many, of those that are over ..."""
FEWEST_OF_VETERAN: Final = 1_000
"""... or in this many, if they are at most half of all: that fills each list of a person's games
and the curves of ratings on the boards that are played most."""
RUNNING_OF_VETERAN: Final = 4
WHOLE_IN: Final = 10
"""Of the games that are over one in this many keeps its ledger of clocks and its notices."""
TALK_IN: Final = 3
KEPT: Final = timedelta(days=300)
"""Notices of games that ended before were deleted by now."""
PAST: Final = timedelta(days=730)
AN_HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Shares:
    """The numbers of games of each kind."""

    finished: int
    running: int
    open: int
    cancelled: int

    @classmethod
    def of(cls, games: int) -> Shares:
        """The shares of a number of games.

        >>> Shares.of(1000)
        Shares(finished=680, running=200, open=60, cancelled=60)
        """
        running = int(games * RUNNING)
        waiting = max(1, full_page(int(games * OPEN), games))
        called_off = int(games * CANCELLED)
        return cls(games - running - waiting - called_off, running, waiting, called_off)


def make_games(games: int, *, now: datetime, templates: int) -> None:
    """Fill an empty database with games.

    They are copies of ``templates`` games: where these are equal, what happens on a board is of
    equal variety in a small database and in a large one.
    """
    screen = OutputWrapper(sys.stderr)
    played = list(progress(play_templates(templates), templates, "Games of bots", screen))
    builder = _Builder(games, played, now)
    shares = Shares.of(games)
    for number in progress(range(shares.finished), shares.finished, "Finished games", screen):
        builder.finished(number, shares.finished)
    for number in range(shares.running):
        builder.running(number)
    for number in range(shares.open):
        builder.waiting(number)
    for _number in range(shares.cancelled):
        builder.called_off()
    builder.store.finish()
    change([(builder.sums, 1)])
    recount_sums()
    recompute_ratings(now=now, watch=lambda rated, total: progress(rated, total, "Ratings", screen))
    make_subjects(now)
    make_leagues(games, now)
    for job in (RATINGS, STATISTICS):
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now})


class _Builder:
    """Copies templates for the people of a database."""

    def __init__(self, games: int, templates: list[Template], now: datetime) -> None:
        self.store = Store()
        self.sums = no_sums()
        self._now = now
        self._templates = templates
        self._dice = random.Random(games)
        self._crowd = Crowd(self.store, games, now)

    def finished(self, number: int, of: int) -> None:
        """The next game that is over: each ended later than the one before."""
        regular = number < FINISHED_OF_REGULAR
        every = max(2, min(VETERAN_IN, of // FEWEST_OF_VETERAN))
        place = _place_among(number - FINISHED_OF_REGULAR, every)
        template = self._template(number if regular else place)
        people = self._people(template, number, regular=regular, place=place)
        ended = self._now - PAST + (PAST - AN_HOUR) * (number + 1) / of
        count = number if place is None else place
        whole = regular or (count % WHOLE_IN == 0 and self._now - ended < KEPT)
        game = copy_game(self.store, template, template.end, people, ended, whole=whole)
        counted = count_game(self.store, game, template, people)
        for model, rows in sums_of(counted, template.end.game.board, people).items():
            self.sums[model].update(rows)
        self._talk(game, count, people[0], ended)

    def running(self, number: int) -> None:
        """The next game in play, in which somebody moved within two days."""
        regular = number < RUNNING_OF_REGULAR
        place = _place_among(number - RUNNING_OF_REGULAR, VETERAN_IN)
        if place is not None and place >= RUNNING_OF_VETERAN:
            place = None
        same = number if regular else place
        template = self._template(same)
        stop = self._dice.choice(template.stops) if same is None else template.stops[-1]
        people = self._people(template, number, regular=regular, place=place)
        ago = timedelta(minutes=self._dice.randint(10, 2_800) if same is None else 30 + number)
        game = copy_game(self.store, template, stop, people, self._now - ago)
        self._talk(game, number if place is None else place, people[0], self._now - ago)

    def waiting(self, number: int) -> None:
        """The next table that waits for players."""
        template = self._dice.choice(self._templates)
        people = self._people(template, number, regular=number == 0, place=None)
        ago = timedelta(minutes=self._dice.randint(1, 20_000))
        copy_game(self.store, template, template.lobby, people, self._now - ago)

    def called_off(self) -> None:
        """The next table that came to nothing."""
        template = self._dice.choice(self._templates)
        people = self._crowd.some(len(template.people), self._dice)
        at = self._now - timedelta(days=self._dice.randint(1, 700))
        gone: dict[str, Any] = {"status": GameStatus.CANCELLED, "ended_at": at}
        copy_game(self.store, template, template.lobby, people, at, **gone)

    def _template(self, same: int | None) -> Template:
        """The same template in each database where ``same`` is its place, any other otherwise."""
        if same is None or same >= FINISHED_OF_REGULAR:
            return self._dice.choice(self._templates)
        return self._templates[same % len(self._templates)]

    def _people(
        self, template: Template, number: int, *, regular: bool, place: int | None
    ) -> list[int]:
        """Who sits at a table; in a game of the regular or veteran each time in the same seat."""
        seats = len(template.people)
        if regular:
            return self._crowd.regulars(seats, first=number % 2)
        if place is not None:
            return self._crowd.with_veteran(seats, self._dice, seat=place % seats)
        return self._crowd.some(seats, self._dice)

    def _talk(self, game: int, count: int, person: int, at: datetime) -> None:
        """People talk in every third game, and in every third of the veteran's in each database."""
        if count % TALK_IN == 0:
            self.store.add(Message(game_id=game, author_id=person, text="Good luck!", at=at))


def _place_among(number: int, every: int) -> int | None:
    """The place of a number among the last of each ``every``, None of any other.

    >>> [_place_among(number, 3) for number in range(-1, 6)]
    [None, None, None, 0, None, None, 1]
    """
    place, rest = divmod(number, every)
    return place if number >= 0 and rest == every - 1 else None
