"""What links to a game show elsewhere: Open Graph, and the card that goes by Twitter's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.common.links import site_url
from games.drawing.game_scene import HEIGHT, WIDTH
from games.sharing.score_cards import preview
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class SocialCard:
    """The tags of a page; addresses are absolute."""

    title: str
    description: str
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def public_card(game: Game, seats: Sequence[Seat]) -> SocialCard | None:
    """The card of a game that everybody may see, None for any other."""
    if not game.public or game.practice or game.version < 0:
        return None
    return _card(game, seats, "game", "share-picture", game.code)


def secret_card(game: Game, seats: Sequence[Seat], token: str) -> SocialCard:
    """The card of a private game for those who have its secret link."""
    return _card(game, seats, "shared", "shared-picture", token)


def _card(game: Game, seats: Sequence[Seat], page: str, picture: str, key: str) -> SocialCard:
    shown = preview(game, seats)
    image = f"{site_url(picture, key)}?v={game.version}"
    return SocialCard(shown.title, shown.description, site_url(page, key), image)
