"""The turn of a board on one page, to print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.language.tie_breaks import ranking_text
from games.web.parts.phrases import city_pair


@dataclass(frozen=True, slots=True)
class Part:
    """A heading of the summary and its lines."""

    title: str
    lines: list[str]


def turn_summary(board: engine.Board) -> dict[str, Any]:
    """The names that web/site/summary.html uses."""
    return {
        "parts": list(_parts(board)),
        "points": sorted(board.route_points.items()),
    }


def _parts(board: engine.Board) -> Iterator[Part]:
    yield Part(_("Your turn: do one of these"), list(_turn(board)))
    yield Part(_("Routes"), list(_routes(board)))
    yield Part(_("The end"), list(_end(board)))


def _turn(board: engine.Board) -> Iterator[str]:
    if board.locomotives is None:
        yield _(
            "Draw two cards, from the row or the deck. A face-up locomotive is your whole "
            "turn, and never the second card."
        )
    else:
        yield _("Draw two cards, from the row or the deck. Both may be face-up locomotives.")
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
    if board.teams:
        yield _("Put one of the tickets you keep in your team's rack.")
        yield _("Or share: put one or two of your tickets in the rack.")


def _routes(board: engine.Board) -> Iterator[str]:
    yield _("A grey route takes any one colour.")
    yield _("Nobody may own both tracks of a double route.")
    if board.locomotives is not None:
        yield (
            _("Locomotives replace cards in tunnels and on ferries only.")
            if "ferry" in board.locomotives
            else _("Locomotives replace cards in tunnels only.")
        )
    if board.has_ferries:
        yield _("A ferry takes at least as many locomotives as it shows.")
    if board.crossing_points:
        yield ngettext(
            "A mountain route takes one more train for each crossing; each of those scores "
            "%(count)d point.",
            "A mountain route takes one more train for each crossing; each of those scores "
            "%(count)d points.",
            board.crossing_points,
        ) % {"count": board.crossing_points}
    if board.ferry_set:
        yield _("Any %(size)d cards may stand in for one locomotive that a ferry shows.") % {
            "size": board.ferry_set
        }
    for track in board.tracks.values():
        if track.most_sets and track.kind != "ferry":
            yield _("%(route)s: any %(size)d cards may stand in for one card.") % {
                "route": city_pair(board, track),
                "size": track.set_size,
            }
    if board.bullet_trains:
        yield _(
            "A bullet route takes any one colour, one bullet train and none of your "
            "trains. It scores no points, counts for everybody's tickets, and moves "
            "your marker by its length."
        )
    if any(track.turns_up for track in board.tracks.values()):
        yield _(
            "For a tunnel, cards are turned up: each one of your colour and each "
            "locomotive costs one more card. Pay, or withdraw and end your turn."
        )


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
        yield _(
            "Progress with bullet trains wins or costs points by place; no progress costs the most."
        )
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
