"""Labels of the links on the board, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from engine.board import Board, Track

COLOUR_NAMES: Final[dict[str, str | Promise]] = {
    "purple": pgettext_lazy("colour of a route", "purple"),
    "white": pgettext_lazy("colour of a route", "white"),
    "blue": pgettext_lazy("colour of a route", "blue"),
    "yellow": pgettext_lazy("colour of a route", "yellow"),
    "orange": pgettext_lazy("colour of a route", "orange"),
    "black": pgettext_lazy("colour of a route", "black"),
    "red": pgettext_lazy("colour of a route", "red"),
    "green": pgettext_lazy("colour of a route", "green"),
    "gray": pgettext_lazy("colour of a route", "grey"),
}


def track_name(board: Board, track: Track) -> str:
    """The tooltip of an open track: "Kyoto – Osaka: 1 gray, worth 1"."""
    texts = {
        "bullet": _("%(a)s – %(b)s: %(length)d %(colour)s, bullet route"),
        "tunnel": _("%(a)s – %(b)s: %(length)d %(colour)s, tunnel, turn up %(up)d"),
        "ferry": _("%(a)s – %(b)s: %(length)d %(colour)s, ferry, locomotives: %(asked)d"),
        "mountain": _("%(a)s – %(b)s: %(length)d %(colour)s, mountain, crossings: %(crossed)d"),
        "sets": _(
            "%(a)s – %(b)s: %(length)d %(colour)s, any %(size)d cards for one, worth %(points)d"
        ),
        "normal": _("%(a)s – %(b)s: %(length)d %(colour)s, worth %(points)d"),
    }
    return texts[_kind(track)] % _facts(board, track)


def claim_name(board: Board, track: Track) -> str:
    """The name of a link that claims a track: "Claim Kyoto to Osaka, 1 gray"."""
    texts = {
        "bullet": _("Claim %(a)s to %(b)s, %(length)d %(colour)s, bullet route"),
        "tunnel": _("Claim %(a)s to %(b)s, %(length)d %(colour)s, tunnel, turn up %(up)d"),
        "ferry": _("Claim %(a)s to %(b)s, %(length)d %(colour)s, ferry, locomotives: %(asked)d"),
        "mountain": _(
            "Claim %(a)s to %(b)s, %(length)d %(colour)s, mountain, crossings: %(crossed)d"
        ),
        "sets": _("Claim %(a)s to %(b)s, %(length)d %(colour)s, any %(size)d cards for one"),
        "normal": _("Claim %(a)s to %(b)s, %(length)d %(colour)s"),
    }
    return texts[_kind(track)] % _facts(board, track)


def _kind(track: Track) -> str:
    return "sets" if track.most_sets and track.kind == "normal" else track.kind


def _facts(board: Board, track: Track) -> dict[str, object]:
    return {
        "a": board.cities[track.a].name,
        "b": board.cities[track.b].name,
        "length": track.length,
        "colour": COLOUR_NAMES[track.colour],
        "up": track.turns_up,
        "size": track.set_size,
        "asked": track.least_locomotives,
        "crossed": track.crossings,
        "points": board.route_points[track.length],
    }
