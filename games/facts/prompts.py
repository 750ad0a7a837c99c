"""What a seat is to decide and for whom a game waits, in sentences that anybody may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import get_args

from django.utils.translation import gettext as _

from engine import View
from engine.events import Decision
from engine.rules.piles import second_may_be_locomotive
from engine.rules.stations import stations_left
from games.common.dates import full_moment
from games.language.amounts import listed
from games.language.lexicon import say


def short_prompt(decision: str) -> str:
    """The sentence for a kind of decision, where nothing else of the game is at hand."""
    return say(f"prompt.short.{decision}" if decision in get_args(Decision) else "prompt.short")


def dated_prompt(decision: str, due_at: datetime | None) -> str:
    """The sentence for a kind of decision, and until when it may be made."""
    until = _("Until %(due)s.") % {"due": full_moment(due_at)} if due_at else ""
    return f"{short_prompt(decision)} {until}".rstrip()


def waiting(names: Sequence[str]) -> str:
    """The sentence that says for whom a game waits; "" for nobody."""
    return _("Waiting for %(names)s.") % {"names": listed(names)} if names else ""


def waiting_for_others(
    view: View, names: Mapping[int, str] | Sequence[str], seat: int | None
) -> str:
    """The sentence that says for whom a game waits beside a seat, in the order of play."""
    return waiting(
        [names[other] for other in view.order if other in view.pending and other != seat]
    )


def prompt(view: View, seat: int) -> str:
    """The sentence for the open decision of a seat, with what it is offered.

    It is the same from every view: nothing in it follows from a hand.
    """
    kind = view.pending[seat]
    deal = view.board.setup_deal if kind == "setup" else view.board.draw_deal
    offered = view.offered_counts[seat]
    gaps = {"fewest": min(deal.keep, offered), "offered": offered}
    message: str = kind
    match kind:
        case "keep" if view.teams:
            message = "keep.team"
        case "second" if not second_may_be_locomotive(view):
            message = "second.coloured"
        case "turn" if view.teams:
            message = "turn.team"
        case "turn" if stations_left(view, seat):
            message = "turn.station"
        case "tunnel":
            assert view.tunnel is not None
            track, name = view.board.tracks[view.tunnel.track], view.board.place_name
            return say("prompt.tunnel", n=view.tunnel.asks, a=name(track.a), b=name(track.b))
    return say(f"prompt.{message}", **gaps)
