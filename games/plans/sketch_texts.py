"""What a sketch comes to, in words for its owner alone."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from engine.cards import CARDS, LOCOMOTIVE
from engine.plans.sketch import sums_of_sketch
from games.facts.tickets import ticket_lines
from games.language.amounts import in_digits, in_points, in_spaces
from games.language.lexicon import lexicon_for
from games.plans.sketch_models import Sketch


def facts_of(sketch: Sketch, view: engine.View) -> list[tuple[str, str]]:
    """The sums of a sketch, each with its name, in the active language."""
    assert view.seat is not None
    sums = sums_of_sketch(sketch.tracks, view)
    cards = lexicon_for(get_language() or "en").cards
    missing = _("none")
    if sums.missing:
        missing = cards({card: sums.missing.get(card, 0) for card in CARDS})
        if sums.locomotives:
            held = cards({card: sums.locomotives * (card == LOCOMOTIVE) for card in CARDS})
            missing = _("%(cards)s (you hold %(held)s)") % {"cards": missing, "held": held}
    tickets = ticket_lines(view, view.tickets[view.seat], seat=view.seat)
    completed = "; ".join(str(line) for line in tickets if line.id in sums.completed)
    return [
        (_("Trains left"), in_digits(sums.trains)),
        (_("Cards you lack"), missing),
        (_("Tickets completed"), completed or _("none")),
        (_("Routes are worth"), in_points(sums.points)),
        (_("Longest path"), in_spaces(sums.longest)),
    ]


def lines_of(sketch: Sketch, view: engine.View) -> list[str]:
    """The same, as a text for each sum."""
    return [f"{name}: {value}" for name, value in facts_of(sketch, view)]
