"""Bots in words: their levels as ranks of a railway, how they play, and how strong they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bots import BOTS
from engine.bots.levels import ELO, LEVELS

RANKS: Final[dict[int, Promise]] = {
    1: gettext_lazy("Apprentice"),
    2: gettext_lazy("Porter"),
    3: gettext_lazy("Signaller"),
    4: gettext_lazy("Dispatcher"),
    5: gettext_lazy("Stationmaster"),
}
"""The rank of each level by its number, gentle first."""
OTHERS: Final[dict[str, Promise]] = {
    "planner": gettext_lazy("Planner"),
    "random": gettext_lazy("Random"),
}
BOT_RANKS: Final[Sequence[tuple[str, Promise]]] = (
    *((name, RANKS[level.number]) for name, level in LEVELS.items()),
    *OTHERS.items(),
)
"""Every bot with its rank, translated when it is shown."""
STYLES: Final[dict[str, Promise]] = {
    "level-1": gettext_lazy(
        "Learns on the job: half of its moves are a beginner's, such as keeping every ticket."
    ),
    "level-2": gettext_lazy("Has a plan, and forgets it now and then. A good first opponent."),
    "level-3": gettext_lazy(
        "Picks tickets that go well together, saves cards for them and makes no slips."
    ),
    "level-4": gettext_lazy("Plays some games out in its head before each move."),
    "level-5": gettext_lazy("Plays hundreds of games out in its head before each move."),
    "planner": gettext_lazy("As strong as a Signaller; older games have it."),
    "random": gettext_lazy("Makes any legal move."),
}
GENTLE: Final = "level-2"
"""The level that newcomers meet unless they choose another."""
EVEN: Final = "level-3"
"""The level that makes no mistakes on purpose and answers at once."""


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot for people to choose: its name in requests, its rank, strength and way of playing."""

    key: str
    rank: str
    elo: int
    style: str

    @property
    def label(self) -> str:
        """Rank and strength."""
        return f"{self.rank} ({self.elo})"


def bot_rank(bot: str) -> str:
    """The rank of a bot in words; a bot that is gone keeps its name."""
    level = LEVELS.get(bot)
    return str(RANKS[level.number] if level else OTHERS.get(bot, bot))


def bot_label(bot: str) -> str:
    """A bot as it is shown at its seat, with its strength."""
    if bot not in ELO:
        return _("Bot: %(name)s") % {"name": bot}
    return f"{bot_rank(bot)} ({ELO[bot]})"


def named_bots(bots: Iterable[str]) -> str:
    """Bots by their names in requests, each with its rank: "level-1 (Apprentice)"."""
    return ", ".join(f"{bot} ({bot_rank(bot)})" for bot in bots)


def level_lines() -> list[BotLine]:
    """The levels, gentle first."""
    return [_line(name) for name in sorted(LEVELS, key=lambda name: LEVELS[name].number)]


def other_lines() -> list[BotLine]:
    """The bots that are no level."""
    return [_line(name) for name in sorted(BOTS) if name not in LEVELS and name in ELO]


def _line(bot: str) -> BotLine:
    return BotLine(bot, bot_rank(bot), ELO[bot], str(STYLES.get(bot, "")))
