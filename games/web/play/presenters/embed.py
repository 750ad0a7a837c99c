"""A finished game for pages of others: what its frame shows, how large it is, and its oEmbed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.board.picture import load_picture
from games.common.links import site_url
from games.language.amounts import in_digits
from games.sharing.score_cards import preview
from games.tables.selectors import finished_games
from games.web.parts.game_context import GameContext
from games.web.play.presenters.results import adjudicated_places, final_scores
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


@dataclass(frozen=True, slots=True)
class EmbeddedSide:
    """A line below the board: place, sign and names, points."""

    place: int
    sign: str
    names: str
    points: str


def embeddable_game(code: str) -> GameContext | None:
    """A public game that is over, as a spectator finds it; None of every other."""
    game = finished_games().filter(code=code, practice=False, version__gte=0).first()
    if game is None:
        return None
    return GameContext(game, sorted(game.seats.all(), key=lambda seat: seat.number), None)


def embedded_sides(context: GameContext) -> list[EmbeddedSide]:
    """The sides of a game that is over, best first."""
    view = context.snapshot().view
    scores = final_scores(view, context.names)
    if scores:
        return [
            EmbeddedSide(one.score.place, one.sign, one.score.names, one.score.total)
            for one in scores
        ]
    given = adjudicated_places(context, view)
    return [EmbeddedSide(one.place, "", one.names, in_digits(one.points)) for one in given]


def frame_size(context: GameContext, width: int | None, height: int | None) -> tuple[int, int]:
    """Width and height of the frame in CSS pixels, within what is asked for."""
    picture = load_picture(context.board.key)
    sides = len({seat.number if seat.team is None else seat.team for seat in context.seats})
    rest = HEAD + LINE * sides + FOOT + 2 * EDGE
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


def words_of_board(context: GameContext) -> tuple[str, str]:
    """Name and description of the picture, for those who do not see it."""
    title = _("Board of %(board)s") % {"board": context.board.name}
    return title, preview(context.game, context.seats).description
