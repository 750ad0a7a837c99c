"""Statistics of boards, players and seasons: sums of what finished games leave, as whole numbers.

Sums of whole numbers do not depend on the order in which games are counted, so incremental counting
equals a full recount.
"""

from __future__ import annotations

from games.statistics.counting import count_finished_games, forget_person
from games.statistics.recount import recount_statistics

__all__ = ["count_finished_games", "forget_person", "recount_statistics"]
