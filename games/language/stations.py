"""Stations at the end of a game in words, for pages and mails (M-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engine.events import StationResult
from engine.view import View


def station_sentence(
    view: View, station: StationResult, names: Mapping[int, str] | Sequence[str]
) -> str:
    """A station at the end: the track that it lends and whose that is, or that it lends none."""
    board = view.board
    city = {"city": board.place_name(station.city)}
    if station.track is None:
        return _("%(city)s lends nothing.") % city
    track = board.tracks[station.track]
    return _("%(city)s lends %(route)s, a route of %(owner)s.") % {
        **city,
        "route": f"{board.cities[track.a].name} – {board.cities[track.b].name}",
        "owner": names[view.owner[track.id]],
    }
