"""Notices of what became of an order, or of a held move that could not be made."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import log
from games.common.links import site_url
from games.language.lexicon import lexicon_for
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, register
from games.plans.models import PlanFate
from games.tables.models import Seat


def render(notice: Notice) -> Content:
    """The content of a notice. It holds no hand: the page of the game says the rest."""
    assert notice.game is not None
    link = (_("To the game"), site_url("game", notice.game.code))
    if "back" in notice.data:
        return Content(
            _("The game was taken back, and your held move was lost."),
            (_("Look at the game and choose another move."),),
            link=link,
        )
    if "held" in notice.data:
        return Content(
            _("Your held move was no longer possible, so nothing was done."),
            (_("Look at the game and choose another move."),),
            link=link,
        )
    headline, line = fate_sentences(notice.data["fate"])
    return Content(headline, (*_done(notice), *([line] if line else [])), link=link)


def _done(notice: Notice) -> list[str]:
    """What an order did, without the cards that only its owner may see."""
    first, last = notice.data.get("events", (None, None))
    seat = Seat.objects.filter(game=notice.game_id, person=notice.person_id).first()
    if first is None or seat is None:
        return []
    events = log.events_of_move(seat, full=False, first=first, last=last)
    lexicon = lexicon_for(notice.person.language)
    return log.lines_of_move(events, seat.game, reader=None, lexicon=lexicon)


def fate_sentences(fate: str) -> tuple[str, str]:
    """A sentence about the fate of an order, and one that says what to do next, or ""."""
    match fate:
        case PlanFate.DONE:
            return _("Your order was carried out."), ""
        case PlanFate.PARTLY:
            return (
                _("Your order was carried out as far as possible."),
                _("It is still your turn: decide the rest yourself."),
            )
        case PlanFate.NO_BRANCH:
            return (
                _("No part of your order applied, so nothing was done."),
                _("It is your turn: make your move yourself."),
            )
        case PlanFate.ILLEGAL:
            return (
                _("Your order was no longer possible, so nothing was done."),
                _("It is your turn: make your move yourself."),
            )
        case PlanFate.TAKEN_BACK:
            return (
                _("The game was taken back, and your order was lost."),
                _("Look at the game: you can move, or leave another order."),
            )
    return (
        _("Something happened that your order did not cover, so the rest of it was cancelled."),
        _("It is still your turn: decide the rest yourself."),
    )


register(NoticeKind.ORDER, render=render, private=True)
