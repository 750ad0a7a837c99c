"""Notices of what plans ask and did, and of held moves that could not be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games import log
from games.common.links import site_url
from games.language.lexicon import OUR_ENGLISH, lexicon_for, say
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.people.models import MailPrivacy
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import asks_now, text_of, why_of
from games.tables.models import Seat

TURN_STARTED: Final = "game.turn_started"


def render(notice: Notice) -> Content:
    """The content of a notice. But for questions it holds no hand: the page says the rest."""
    return replace(_render(notice), discreet=True)


def _render(notice: Notice) -> Content:
    assert notice.game is not None
    link = (_("To the game"), site_url("game", notice.game.code))
    if "back" in notice.data:
        return Content(
            _("The game was taken back, and your held move was lost."),
            (_("Look at the game and choose another move."),),
            link=link,
        )
    if "asks" in notice.data:
        return _question(notice, link)
    if "held" in notice.data:
        return Content(
            _("Your held move was no longer possible, so nothing was done."),
            (_("Look at the game and choose another move."),),
            link=link,
        )
    headline, line = fate_sentences(notice.data["fate"])
    return Content(headline, (*_done(notice), *([line] if line else [])), link=link)


def is_relevant(notice: Notice) -> bool:
    """Whether a question of a plan still waits for its owner."""
    if "asks" not in notice.data:
        return True
    found = SeatPlan.objects.select_related("seat").filter(pk=notice.data["plan"]).first()
    return (
        found is not None
        and found.seat.decision == notice.data["asks"]
        and asks_now(found, found.seat)
    )


def _question(notice: Notice, link: tuple[str, str]) -> Content:
    """Why a plan asks, and the plan so far; below full privacy the page says it."""
    headline = _("Your plan asks you.")
    found = SeatPlan.objects.select_related("seat__game").filter(pk=notice.data["plan"]).first()
    if found is None or notice.person.mail_privacy != MailPrivacy.FULL:
        return Content(headline, (_("The page of the game says why."),), link=link)
    seat, lexicon = found.seat, lexicon_for(notice.person.language)
    view = engine.view(log.load(seat.game), seat.number)
    return Content(
        headline,
        (why_of(found, seat, view, lexicon), *text_of(found, view, lexicon).split("\n")),
        link=link,
    )


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
    known = fate if f"order.{fate}" in OUR_ENGLISH.sentences else "unforeseen"
    return say(f"order.{known}"), "" if fate == PlanFate.DONE else say(f"order.{known}.next")


def render_summary(notice: Notice) -> Content:
    """What the plans of a person did, game by game, within the privacy of the person's mails."""
    lines: list[str] = []
    for seat_id, first, last in notice.data["moves"]:
        seat = Seat.objects.select_related("game").filter(pk=seat_id, person=notice.person)
        lines += _moves(found, notice, first, last) if (found := seat.first()) else []
    return Content(_("Your plans made these moves:"), tuple(lines), discreet=True)


def _moves(seat: Seat, notice: Notice, first: int, last: int) -> Iterator[str]:
    """A title with the number of turns, and a line for each move."""
    full = notice.person.mail_privacy == MailPrivacy.FULL
    events = log.events_of_move(seat, full=full, first=first, last=last)
    mine = [event for event in events if event.data.get("seat") == seat.number]
    turns = sum(event.type == TURN_STARTED for event in mine)
    turns += bool(mine) and mine[0].type != TURN_STARTED
    count = ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns}
    yield f"{seat.game.board_name} · {seat.game.title}: {count}"
    lexicon = lexicon_for(notice.person.language)
    for line in log.lines_of_move(mine, seat.game, reader=seat.number, lexicon=lexicon):
        yield f"– {line}"


def summary_topic(notice: Notice) -> Topic:
    """The thread of the summaries; its name, which is their subject, says nothing of plans."""
    return Topic(
        name=_("Your games yesterday"),
        url=settings.SITE_URL + "/",
        why=_("You are receiving this email because you gave a plan in one of your games."),
    )


register(NoticeKind.PLANS, render=render_summary, topic=summary_topic, private=True)
register(NoticeKind.ORDER, render=render, is_relevant=is_relevant, private=True)
