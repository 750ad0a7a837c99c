"""Sketches by mail, which tells of them only whom it tells of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from engine.text.routes import write_route
from engine.text.sketches import SketchCommand, read_sketch
from engine.text.vocabulary import vocabulary_for
from games.common.errors import Refused
from games.common.links import site_url
from games.inbound.answers import InboundResult
from games.inbound.models import InboundOutcome
from games.inbound.orders_and_holds import not_possible
from games.inbound.reply import Reply
from games.plans.sketch_models import Sketch
from games.plans.sketch_texts import lines_of
from games.plans.sketches import draw_sketch, sketches_of


def answer_about_sketches(reply: Reply, lines: Sequence[str]) -> InboundResult | None:
    """Do what the first line says of sketches; None where it is about something else."""
    first = next(filter(None, map(str.strip, lines)), "")
    try:
        command = read_sketch(first, reply.view, reply.lexicon)
        if command is None:
            return None
        return replace(_carry_out(command, reply), discreet=True)
    except (engine.InvalidAction, Refused) as error:
        return replace(not_possible(error, reply), discreet=True)


def _carry_out(command: SketchCommand, reply: Reply) -> InboundResult:
    seat = reply.seat
    headline, shown = _("Here are your sketches."), [*sketches_of(seat)]
    if command.tracks:
        headline = _("Your sketch is drawn. Nobody else can see it.")
        sketch = draw_sketch(
            game=seat.game,
            seat=seat.number,
            person=reply.person,
            name=command.name,
            add=command.tracks,
            now=reply.now,
        )
        shown = [sketch]
    elif command.name:
        shown = [one for one in shown if one.name.casefold() == command.name.casefold()]
    if not reply.full:
        link = site_url("sketches", seat.game.code)
        reason = _("Your emails tell nothing of your hand: see it at %(link)s") % {"link": link}
        return InboundResult(InboundOutcome.ANSWERED, headline, reason=reason)
    if not shown:
        headline = _("You have no such sketch.")
    done = [_line(one, reply) for one in shown]
    return InboundResult(InboundOutcome.ANSWERED, headline, done=done)


def _line(sketch: Sketch, reply: Reply) -> str:
    """A sketch in one line: its name, its routes and what it comes to."""
    view, words = reply.view, vocabulary_for(reply.lexicon)
    routes = [write_route(view.board.tracks[key], view, words) for key in sketch.tracks]
    return ". ".join([f"{sketch.name}: {', '.join(routes)}", *lines_of(sketch, view)])
