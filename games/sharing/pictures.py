"""The picture of a game for previews of links: drawn once for all readers, and cached."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games import log
from games.drawing.game_png import Drawing, kept_picture
from games.drawing.game_scene import still_png
from games.drawing.score_card import ScoreCard
from games.facts.views import PublicView, public_view
from games.sharing.score_cards import score_card
from games.tables.models import Game, Seat

DRAWING: Final = 1
"""Increase it when the same game is drawn differently."""


@dataclass(frozen=True)
class SharedPicture:
    """The picture of a game as a spectator may know it; equal facts give equal bytes and tags."""

    table: PublicView
    card: ScoreCard

    @cached_property
    def tag(self) -> str:
        """The hash of everything that is drawn."""
        table = self.table
        facts = (
            DRAWING,
            table.board.digest,
            table.teams,
            sorted(table.owner.items()),
            table.bullet_routes,
            self.card,
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()

    def png(self, drawing: Drawing) -> bytes:
        """The picture, drawn within ``drawing`` unless it is kept."""
        return kept_picture(
            f"share-png:{self.tag}", lambda: still_png(self.table, self.card), drawing
        )


def shared_picture(game: Game, seats: Sequence[Seat]) -> SharedPicture:
    """The picture of a game that has begun."""
    table = public_view(log.load(game))
    return SharedPicture(table, score_card(game, seats, table))
