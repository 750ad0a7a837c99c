"""A finished game for pages of others: what its frame shows, how large it is, and its oEmbed."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from django.utils.safestring import SafeString

from engine.board.picture import load_picture
from games.common.links import site_url
from games.facts.score import SideScore, side_scores
from games.facts.views import PublicView
from games.sharing.score_cards import preview
from games.tables.selectors import finished_games
from games.web.parts.game_context import GameContext
from games.web.parts.game_line import side_count
from games.web.parts.pictures import joined_signs
from games.web.play.presenters.results import adjudicated_panel
from games.web.play.presenters.social import public_card

WIDTH: Final = 720
"""CSS pixels, where nobody asks for another width."""
NARROWEST: Final = 240
EDGE: Final = 8
"""Pixels round the board."""
HEAD: Final = 44
LINE: Final = 30
FOOT: Final = 36
AN_HOUR: Final = 3600


def embeddable_game(code: str) -> GameContext | None:
    """A public game that is over, as a spectator finds it; None of every other."""
    game = finished_games().filter(code=code, practice=False, version__gte=0).first()
    if game is None:
        return None
    return GameContext(game, sorted(game.seats.all(), key=lambda seat: seat.number), None)


def embedded_sides(context: GameContext, table: PublicView) -> list[tuple[SafeString, SideScore]]:
    """The sides of a game that is over with their signs, best first."""
    given = adjudicated_panel(context, table)
    sides = given["sides"] if given else side_scores(table, context.names, None)
    return [(joined_signs(table, side.seats), side) for side in sides]


def frame_size(context: GameContext, width: int | None, height: int | None) -> tuple[int, int]:
    """Width and height of the frame in CSS pixels, within what is asked for."""
    picture = load_picture(context.board.key)
    rest = HEAD + LINE * side_count(context.seats) + FOOT + 2 * EDGE
    wide = max(NARROWEST, min(WIDTH, width or WIDTH))
    if height is not None:
        fitting = round((height - rest) * picture.width / picture.height) + 2 * EDGE
        wide = max(NARROWEST, min(wide, fitting))
    high = rest + round((wide - 2 * EDGE) * picture.height / picture.width)
    return min(wide, width or wide), min(high, height or high)


def snippet(context: GameContext, width: int | None = None, height: int | None = None) -> str:
    """The HTML that shows a game on a page of somebody else."""
    wide, high = frame_size(context, width, height)
    title = preview(context.game, context.seats).title
    return (
        f'<iframe src="{escape(site_url("embed-game", context.game.code))}" width="{wide}" '
        f'height="{high}" title="{escape(title)}" loading="lazy" '
        'style="border:0;max-width:100%"></iframe>'
    )


def oembed(context: GameContext, width: int | None, height: int | None) -> Mapping[str, Any]:
    """The answer of the oEmbed provider, https://oembed.com/ 2.3.4.

    The picture of the game goes with it where that is within the size asked for.
    """
    wide, high = frame_size(context, width, height)
    card = public_card(context.game, context.seats)
    assert card is not None
    found: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": card.title,
        "provider_name": "Night Mail",
        "provider_url": site_url("home"),
        "cache_age": AN_HOUR,
        "html": snippet(context, width, height),
        "width": wide,
        "height": high,
    }
    if card.width <= (width or card.width) and card.height <= (height or card.height):
        found |= {
            "thumbnail_url": card.image,
            "thumbnail_width": card.width,
            "thumbnail_height": card.height,
        }
    return found
