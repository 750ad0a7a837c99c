"""Ratings, reliability and standings, counted again whenever a game has ended; statistics too.

Statistics are counted from the logs of all games, which takes longer the more have ended: that is
done at every fifth count, and at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.timezone import now as site_now

from games.leagues.models import Season
from games.statistics import recount_statistics
from games.tables.models import Game, GameStatus
from tools.faults.settling import uncounted, until_none
from tools.league.checks import recounted, standings_faults
from tools.site.waiting import NeverHappened

COUNTED_WITHIN: Final = 30.0
"""Seconds that the worker has to count what ended after the site was idle."""
STATISTICS_EVERY: Final = 5
"""Of this many counts one counts the statistics from the logs as well."""


class Recounts:
    """Compares what was counted game by game with what all games lead to."""

    def __init__(self, within: float = COUNTED_WITHIN) -> None:
        self.times = 0
        """How often results were counted again."""
        self._within = within
        self._over: set[tuple[int, str, int]] = set()

    def broken(self, *, whole: bool = False) -> Iterator[str]:
        """Everything that is counted wrongly, if the games that are over are not those of before.

        With ``whole`` all of it is counted in any case. The worker counts first: what is left
        uncounted is a fault as well.
        """
        over = {
            *Game.objects.exclude(status__in=(GameStatus.OPEN, GameStatus.RUNNING)).values_list(
                "pk", "status", "version"
            )
        }
        if over == self._over and not whole:
            return
        try:
            until_none(uncounted, "what ended is counted", within=self._within)
        except NeverHappened as error:
            yield str(error)
            return
        self._over = over
        self.times += 1
        yield from recounted(site_now())
        for season in Season.objects.all():
            yield from standings_faults(season)
        if whole or self.times % STATISTICS_EVERY == 0:
            found = recount_statistics(now=site_now(), repair=False)
            if not found.equal:
                yield (
                    f"statistics: of {found.games} games {found.different_games} and"
                    f" {found.different_sums} sums are different when counted again"
                )
