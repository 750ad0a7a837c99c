"""Previews of links to a game elsewhere: Open Graph, and the card that goes by Twitter's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from games.common.links import site_url
from games.drawing.game_scene import HEIGHT, WIDTH
from games.sharing.score_cards import preview
from games.tables.models import Game, GameStatus, Seat


@dataclass(frozen=True, slots=True)
class SocialCard:
    """The tags of a page; addresses are absolute. ``oembed`` is "" where nobody may embed it."""

    title: str
    description: str
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT
    oembed: str = ""


def public_card(game: Game, seats: Sequence[Seat]) -> SocialCard | None:
    """The card of a game that everybody may see, None for any other."""
    if not game.public or game.practice or game.version < 0:
        return None
    oembed = oembed_url(game) if is_embeddable(game) else ""
    return _card(game, seats, "game", "share-picture", game.code, oembed)


def is_embeddable(game: Game) -> bool:
    """Whether pages of others may show a game in a frame."""
    return game.public and not game.practice and game.status == GameStatus.FINISHED


def oembed_url(game: Game) -> str:
    """The address where programs learn how to embed a game."""
    query = urlencode({"url": site_url("game", game.code), "format": "json"})
    return f"{site_url('oembed')}?{query}"


def secret_card(game: Game, seats: Sequence[Seat], token: str) -> SocialCard:
    """The card of a private game for those who have its secret link."""
    return _card(game, seats, "shared", "shared-picture", token)


def _card(
    game: Game, seats: Sequence[Seat], page: str, picture: str, key: str, oembed: str = ""
) -> SocialCard:
    shown = preview(game, seats)
    image = f"{site_url(picture, key)}?v={game.version}"
    return SocialCard(shown.title, shown.description, site_url(page, key), image, oembed=oembed)
