"""How sets of any cards pay for a track, in words (M-3)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.board.model import Track


def sets_rule(track: Track) -> str:
    """How sets pay for a track, in a sentence or two; "" where they do not."""
    if not track.most_sets:
        return ""
    if track.kind == "ferry":
        return ngettext(
            "This ferry asks for %(asked)d locomotive: any %(size)d cards may stand in for it.",
            "This ferry asks for %(asked)d locomotives: any %(size)d cards may stand in for each.",
            track.least_locomotives,
        ) % {"asked": track.least_locomotives, "size": track.set_size}
    return _(
        "This route takes %(length)d cards of one colour. Any %(size)d cards may stand in for one "
        "of them, up to %(most)d times; locomotives count only among those."
    ) % {"length": track.length, "size": track.set_size, "most": track.most_sets}
