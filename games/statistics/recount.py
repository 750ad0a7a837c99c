"""Count all games again from their logs, beside the stored sums, and compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Model

from games.statistics.counting import (
    count_finished_games,
    countable,
    counted_as,
    lock,
    tally_up_to,
)
from games.statistics.models import CountedGame, PairSum, PersonSum
from games.statistics.sums import (
    Row,
    Sums,
    change,
    no_sums,
    open_accounts,
    stored_sums,
    sums_of,
)
from games.tables.models import Game

Progress = Callable[[Iterable[int], int], Iterable[int]]
AT_ONCE: Final = 50
"""Games whose logs are read together."""
FACTS: Final = ("edition", "version", "public", "with_bots", "season_id", "people", "tally")
"""The fields of a counted game that a recount must reproduce."""


@dataclass(frozen=True, slots=True)
class Recount:
    """Numbers of recounted games, of games that differed, and of sums that differed."""

    games: int
    different_games: int
    different_sums: int

    @property
    def equal(self) -> bool:
        """Whether nothing differed."""
        return not self.different_games and not self.different_sums


def recount_statistics(
    *, now: datetime, repair: bool = True, watch: Progress = lambda games, total: games
) -> Recount:
    """Count every game again from its log, and correct differences if ``repair`` is set.

    Waiting games are counted first, as by the worker. Pages show the old sums until the end, and
    games that end meanwhile are counted as usual. ``watch`` wraps the games and may show
    progress.
    """
    count_finished_games(now=now, budget=float("inf"), whole=True)
    fresh = _Fresh()
    games = list(countable().order_by("pk").values_list("pk", flat=True))
    for part in _batches(watch(games, len(games))):
        fresh.take(part)
    with transaction.atomic():
        lock(now)
        count_finished_games(now=now, budget=float("inf"), whole=True)
        fresh.follow()
        astray = CountedGame.objects.exclude(game__in=countable())
        sums = fresh.of_open_accounts()
        changes = _difference(sums, stored_sums())
        found = Recount(
            games=len(fresh.seen),
            different_games=len(fresh.wrong) + astray.count(),
            different_sums=sum(len(rows) for rows in changes.values()),
        )
        if repair and not found.equal:
            astray.delete()
            CountedGame.objects.filter(game__in=list(fresh.wrong)).delete()
            CountedGame.objects.bulk_create(fresh.wrong.values())
            change([(changes, 1)])
    return found


class _Fresh:
    """Sums that are made from the logs: the games in them, and those with another row."""

    def __init__(self) -> None:
        self.sums = no_sums()
        self.seen: dict[int, CountedGame] = {}
        self.wrong: dict[int, CountedGame] = {}

    def take(self, numbers: Sequence[int]) -> None:
        """Count these games."""
        games = list(countable().filter(pk__in=numbers).defer("secret"))
        stored = {row.game_id: row for row in CountedGame.objects.filter(game__in=games)}
        for row, game in zip(counted_as(games), games, strict=True):
            was = stored.get(game.pk)
            if was is None or any(getattr(was, name) != getattr(row, name) for name in FACTS):
                self.wrong[game.pk] = row
            self.seen[game.pk] = row
            self._add(row, game, 1)

    def follow(self) -> None:
        """Include what has changed since. Call it under the lock, with all games counted."""
        present = {pk: (v, p) for pk, v, p in countable().values_list("pk", "version", "public")}
        known = {pk: (row.version, row.public) for pk, row in self.seen.items()}
        changed = [pk for pk, facts in known.items() if present.get(pk) != facts]
        for game in Game.objects.filter(pk__in=changed).defer("secret"):
            row = self.seen.pop(game.pk)
            self.wrong.pop(game.pk, None)
            row.tally = tally_up_to(game, row.version)
            self._add(row, game, -1)
        self.take([pk for pk in present if pk not in self.seen])

    def of_open_accounts(self) -> Sums:
        """The sums without those of people whose account is closed."""
        people = {row[0] for model in (PersonSum, PairSum) for row in self.sums[model]}
        known = open_accounts(people)
        found = dict(self.sums)
        found[PersonSum] = Counter({r: n for r, n in found[PersonSum].items() if r[0] in known})
        found[PairSum] = Counter(
            {r: n for r, n in found[PairSum].items() if r[0] in known and r[2] in known}
        )
        return found

    def _add(self, row: CountedGame, game: Game, sign: int) -> None:
        everybody = {person for person in row.people if person is not None}
        for model, rows in sums_of(row, game.board, everybody).items():
            for one, total in rows.items():
                self.sums[model][one] += sign * total
        # Its tally is not needed any more, and all of them together are large.
        if row.game_id not in self.wrong:
            row.tally = None


def _batches(games: Iterable[int]) -> Iterator[list[int]]:
    part: list[int] = []
    for game in games:
        part.append(game)
        if len(part) == AT_ONCE:
            yield part
            part = []
    if part:
        yield part


def _difference(wanted: Sums, stored: Sums) -> dict[type[Model], Counter[Row]]:
    """The corrections of the stored sums."""
    found = {}
    for model, rows in wanted.items():
        both = {*rows, *stored[model]}
        missing = {row: rows[row] - stored[model][row] for row in both}
        found[model] = Counter({row: total for row, total in missing.items() if total})
    return found
