"""The turn of a board on one page, to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.board.model import BulletTrains, Stations
from engine.cards import ROW_SIZE
from games.language.amounts import signed
from games.language.mechanics import ranking_text
from games.web.parts.phrases import joined
from games.web.site.summary_of_board import route_lines, start_lines


def turn_summary(board: engine.Board) -> dict[str, Any]:
    """The names that web/site/summary.html uses."""
    return {
        "parts": [
            (_("Before the first turn"), start_lines(board)),
            (_("Your turn: do one of these"), _turn(board)),
            (_("Routes"), route_lines(board)),
            (_("The end"), _end(board)),
        ],
        "points": sorted(board.route_points.items()),
    }


def _turn(board: engine.Board) -> Iterator[str]:
    if board.locomotives is None:
        yield _(
            "Draw two cards, from the row or the deck. A face-up locomotive is your whole "
            "turn, and never the second card."
        )
    else:
        yield _("Draw two cards, from the row or the deck. Both may be face-up locomotives.")
    if board.flush_at <= ROW_SIZE:
        yield ngettext(
            "With %(count)d locomotive in the row, all its cards are replaced.",
            "With %(count)d locomotives in the row, all its cards are replaced.",
            board.flush_at,
        ) % {"count": board.flush_at}
    else:
        yield _("Locomotives stay in the row, however many lie there.")
    if board.teams:
        yield _("One of the two goes to your hand and the other to your team's rack.")
    if board.locomotives is None:
        yield _(
            "Claim a route: one card of its colour for each space; locomotives replace any card."
        )
    else:
        yield _("Claim a route: one card of its colour for each space.")
    later = board.draw_deal
    yield ngettext(
        "Draw %(offer)d tickets and keep at least %(count)d.",
        "Draw %(offer)d tickets and keep at least %(count)d.",
        later.keep,
    ) % {"offer": later.offer, "count": later.keep}
    if board.stations:
        yield _station(board, board.stations)
    if board.teams:
        yield _("Put one of the tickets you keep in your team's rack.")
        yield _("Or share: put one or two of your tickets in the rack.")


def _station(board: engine.Board, stations: Stations) -> str:
    costs = joined(map(str, stations.cost))
    if board.locomotives is None:
        text = ngettext(
            "Build a station in a city that has none. It costs %(costs)s card; a locomotive "
            "replaces it.",
            "Build a station in a city that has none. Yours cost %(costs)s cards of one "
            "colour, in that order; locomotives replace any card.",
            sum(stations.cost),
        )
    else:
        text = ngettext(
            "Build a station in a city that has none. It costs %(costs)s card.",
            "Build a station in a city that has none. Yours cost %(costs)s cards of one "
            "colour, in that order.",
            sum(stations.cost),
        )
    return text % {"costs": costs}


def _bullet_bonus(bullets: BulletTrains) -> Iterator[str]:
    yield _(
        "Progress with bullet trains wins or costs points by place; no progress at all brings "
        "%(points)s."
    ) % {"points": signed(bullets.no_progress)}
    for seats, points in sorted(bullets.bonus.items()):
        yield ngettext(
            "With %(count)d player the places bring %(points)s.",
            "With %(count)d players the places bring %(points)s.",
            seats,
        ) % {"count": seats, "points": ", ".join(signed(one) if one else "0" for one in points)}


def _end(board: engine.Board) -> Iterator[str]:
    ends = board.final_round
    if ends.of == "team":
        yield _(
            "A team has %(trains)d trains or fewer between them: everybody has one more turn."
        ) % {"trains": ends.trains}
    elif ends.bullets is not None:
        yield _(
            "Somebody has %(trains)d trains or fewer, and %(bullets)d bullet trains or fewer are"
            " left: everybody has one more turn."
        ) % {"trains": ends.trains, "bullets": ends.bullets}
    else:
        yield _("Somebody has %(trains)d trains or fewer: everybody has one more turn.") % {
            "trains": ends.trains
        }
    yield _("A completed ticket scores its points; an incomplete one costs you its points.")
    if board.countries:
        yield _(
            "A ticket with several ends scores the dearest that you connect; with none you "
            "lose the cheapest."
        )
    if board.bullet_trains:
        yield from _bullet_bonus(board.bullet_trains)
    if board.stations:
        yield _(
            "Each station lends you the track of another player that is best for your tickets; "
            "each that you have not built brings %(points)d points."
        ) % {"points": board.stations.points_left}
    if board.bonuses.longest:
        yield _("The longest path earns %(points)d points.") % {"points": board.bonuses.longest}
    if board.bonuses.most_connected:
        yield _("The most cities in one connected network of your own earn %(points)d points.") % {
            "points": board.bonuses.most_connected
        }
    if board.bonuses.grand_tour:
        yield _(
            "Completed tickets whose cities two separate paths of yours join earn, by their "
            "number: %(points)s."
        ) % {"points": ", ".join(map(str, board.bonuses.grand_tour[1:]))}
    if board.bonuses.globetrotter:
        yield _("The most completed tickets earn %(points)d points.") % {
            "points": board.bonuses.globetrotter
        }
    yield ranking_text(board)
