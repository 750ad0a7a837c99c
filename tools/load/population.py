"""A database of n games: most of them over, a fifth in play, some waiting for players."""

from __future__ import annotations

import random
import sys
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.management.base import OutputWrapper

from games.clock.models import Heartbeat
from games.management.progress import progress
from games.players.rating import WHOLE_JOB as RATINGS
from games.players.rating import recompute_ratings
from games.players.sums import recount_sums
from games.statistics.counting import WHOLE_JOB as STATISTICS
from games.statistics.measures import EDITION
from games.statistics.models import CountedGame
from games.statistics.sums import change, no_sums, sums_of
from games.tables.models import Game, GameStatus
from games.talk.models import Message
from tools.load.copies import Store, copy_game
from tools.load.people import REGULAR, VETERAN, Crowd
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


def shares(games: int) -> dict[str, int]:
    """How many of all games are of each status.

    >>> shares(1000)
    {'finished': 680, 'running': 200, 'open': 60, 'cancelled': 60}
    """
    running = int(games * RUNNING)
    waiting = max(1, full_page(int(games * OPEN), games))
    called_off = int(games * CANCELLED)
    return {
        GameStatus.FINISHED.value: games - running - waiting - called_off,
        GameStatus.RUNNING.value: running,
        GameStatus.OPEN.value: waiting,
        GameStatus.CANCELLED.value: called_off,
    }


def make_games(games: int, *, now: datetime, templates: int) -> None:
    """Fill an empty database with games.

    They are copies of ``templates`` games: where these are equal, what happens on a board is of
    equal variety in a small database and in a large one.
    """
    screen = OutputWrapper(sys.stderr)
    played = list(progress(play_templates(templates), templates, "Games of bots", screen))
    builder = _Builder(games, played, now)
    finished, running, waiting, called_off = shares(games).values()
    for number in progress(range(finished), finished, "Finished games", screen):
        builder.finished(number, finished)
    for number in range(running):
        builder.running(number)
    for number in range(waiting):
        builder.waiting(number)
    for _number in range(called_off):
        builder.called_off()
    builder.store.write()
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
        self._crowd = Crowd(games, now, self._dice)

    def finished(self, number: int, of: int) -> None:
        """The next game that is over: each ended later than the one before."""
        every = max(2, min(VETERAN_IN, of // FEWEST_OF_VETERAN))
        who, place = part_in(number, regular=FINISHED_OF_REGULAR, every=every)
        template = self._template(who, place)
        people = self._crowd.table(len(template.people), who, place)
        ended = self._now - PAST + (PAST - AN_HOUR) * (number + 1) / of
        whole = who == REGULAR or (place % WHOLE_IN == 0 and self._now - ended < KEPT)
        game = copy_game(self.store, template, template.end, people, ended, whole=whole)
        counted = CountedGame(
            game=game, edition=EDITION, version=game.version, public=True, with_bots=False,
            people=people, tally=template.tally,
        )  # fmt: skip
        self.store.add(counted)
        for model, rows in sums_of(counted, game.board, people).items():
            self.sums[model].update(rows)
        self._talk(game, place, people[0], ended)

    def running(self, number: int) -> None:
        """The next game in play, in which somebody moved within two days."""
        who, place = part_in(number, regular=RUNNING_OF_REGULAR, every=VETERAN_IN)
        if who == VETERAN and place >= RUNNING_OF_VETERAN:
            who, place = "", number
        template = self._template(who, place)
        stop = template.stops[-1] if who else self._dice.choice(template.stops)
        people = self._crowd.table(len(template.people), who, place)
        last = self._now - timedelta(minutes=30 + place if who else self._dice.randint(10, 2_800))
        game = copy_game(self.store, template, stop, people, last)
        self._talk(game, place, people[0], last)

    def waiting(self, number: int) -> None:
        """The next table that waits for players, the first of them for those of the regular."""
        template = self._dice.choice(self._templates)
        people = self._crowd.table(len(template.people), "" if number else REGULAR, number)
        last = self._now - timedelta(minutes=self._dice.randint(1, 20_000))
        copy_game(self.store, template, template.lobby, people, last)

    def called_off(self) -> None:
        """The next table that came to nothing."""
        template = self._dice.choice(self._templates)
        at = self._now - timedelta(days=self._dice.randint(1, 700))
        people = self._crowd.table(len(template.people))
        gone: dict[str, Any] = {"status": GameStatus.CANCELLED, "ended_at": at}
        copy_game(self.store, template, template.lobby, people, at, **gone)

    def _template(self, who: str, place: int) -> Template:
        """Any template; in the first games of the regular and the veteran that of the place."""
        if who and place < FINISHED_OF_REGULAR:
            return self._templates[place % len(self._templates)]
        return self._dice.choice(self._templates)

    def _talk(self, game: Game, place: int, person: int, at: datetime) -> None:
        """People talk in every third game, and in every third of the veteran's in each database."""
        if place % TALK_IN == 0:
            self.store.add(Message(game=game, author_id=person, text="Good luck!", at=at))


def part_in(number: int, *, regular: int, every: int) -> tuple[str, int]:
    """Who of the regular and the veteran plays in the game of a number, and the place among theirs.

    The first ``regular`` games are those of the regular; of the others the veteran plays in one of
    ``every``, and nobody of the two ("") in the rest, whose place is their number.

    >>> [part_in(number, regular=1, every=3) for number in range(5)]
    [('Regular', 0), ('', 1), ('', 2), ('Veteran', 0), ('', 4)]
    """
    if number < regular:
        return REGULAR, number
    place, rest = divmod(number - regular, every)
    return (VETERAN, place) if rest == every - 1 else ("", number)
