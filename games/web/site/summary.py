"""The turn of a board on one page, to print: what its template asks of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.cards import ROW_SIZE
from games.facts.tickets import city_pair
from games.language.amounts import signed
from games.language.mechanics import ranking_text
from games.web.parts.phrases import joined


def turn_summary(board: engine.Board) -> dict[str, Any]:
    """The names that web/site/summary.html uses."""
    tracks, bullets = board.tracks.values(), board.bullet_trains
    cost = board.stations.cost if board.stations else ()
    return {
        "row_size": ROW_SIZE,
        "station_cards": sum(cost),
        "costs": joined(map(str, cost)),
        "parallels": list(_parallels(board)),
        "locomotives": _span(track.least_locomotives for track in tracks),
        "crossings": _span(track.crossings for track in tracks),
        "turned_up": _span(track.turns_up for track in tracks),
        "paid_by_sets": [
            (city_pair(board, track), track.set_size)
            for track in tracks
            if track.most_sets and track.kind != "ferry"
        ],
        "no_progress": signed(bullets.no_progress) if bullets else "",
        "bullet_bonus": [
            (seats, ", ".join(signed(one) if one else "0" for one in points))
            for seats, points in sorted(bullets.bonus.items() if bullets else ())
        ],
        "ranking": ranking_text(board),
        "points": sorted(board.route_points.items()),
    }


def _parallels(board: engine.Board) -> Iterator[str]:
    """Whether tracks side by side close, and with how many players."""
    rule = board.parallels
    sizes = sorted({len(group) for group in board.groups if len(group) > 1})
    if rule.by_cities:
        yield _("Routes between the same two cities are parallel, however long they are.")
    if 2 in sizes:
        yield _("Nobody may own both tracks of a double route.")
    if 3 in sizes:
        yield _("Nobody may own two tracks of a triple route.")
    closing = [seats for seats in board.seat_counts if seats <= rule.closing_seats]
    if not closing:
        return
    for size in sizes:
        if (open_tracks := rule.claimable.get(size, size)) < size:
            yield _closing(size, open_tracks) % {"players": _either(closing), "count": open_tracks}
    if max(board.seat_counts) > rule.closing_seats:
        yield _("With more players every track is open.")
    for cities in sorted(map(sorted, rule.always_open)):
        yield _("%(route)s is open to all, with any number of players.") % {
            "route": " – ".join(board.cities[city].name for city in cities)
        }


def _closing(size: int, open_tracks: int) -> str:
    if size == 2:
        return _(
            "With %(players)s players a double route closes once one of its tracks is claimed."
        )
    return ngettext(
        "With %(players)s players a triple route closes once %(count)d of its tracks is claimed.",
        "With %(players)s players a triple route closes once %(count)d of its tracks are claimed.",
        open_tracks,
    )


def _either(counts: list[int]) -> str:
    """Numbers to choose from: "2", "2 or 3"; "" for none."""
    if len(counts) < 2:
        return "".join(map(str, counts))
    *others, last = counts
    return _("%(some)s or %(last)s") % {"some": ", ".join(map(str, others)), "last": last}


def _span(counts: Iterable[int]) -> str:
    """The numbers that are not 0: "3", "1 or 2", "4 to 6"."""
    some = sorted({count for count in counts if count})
    if len(some) < 3:
        return _either(some)
    return _("%(least)d to %(most)d") % {"least": some[0], "most": some[-1]}
