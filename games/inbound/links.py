"""The moves behind the buttons in mails: found, shown, and made once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone, translation

import engine
from games import log
from games.errors import Stale
from games.inbound.answering import Answer
from games.inbound.playing import happened, told
from games.language.lexicon import lexicon_for
from games.later import when_committed
from games.notices.buttons import BadLink, Link, read_token
from games.notices.models import Mail
from games.notices.outbox import SEND_TASK
from games.people.models import Person
from games.play import Accepted, submit_action
from games.play.submit import answered
from games.tables.models import GameStatus, Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """What a link offers. ``actions`` is empty once the game has moved on.

    ``made`` is the move that this very link made earlier.
    """

    link: Link
    key: str
    seat: Seat
    person: Person
    view: engine.View
    actions: tuple[engine.Action, ...]
    made: Accepted | None


def find_offer(*, token: str) -> Offer:
    """Gets what a link offers now.

    :raises BadLink: if the link was not made here, or its person has left the game.
    """
    link = read_token(token)
    seats = Seat.objects.select_related("game", "person")
    seat = seats.filter(game__code=link.code, person=link.person_id).first()
    if seat is None or seat.person is None or not seat.person.is_active:
        raise BadLink(link.code)
    key = f"link-{hashlib.sha256(token.encode()).hexdigest()[:40]}"
    view = engine.view(log.load(seat.game), seat.number)
    is_open = seat.decision == link.decision and seat.game.status == GameStatus.RUNNING
    return Offer(
        link=link,
        key=key,
        seat=seat,
        person=seat.person,
        view=view,
        actions=_actions(link, view) if is_open else (),
        made=answered(game=seat.game, seat=seat.number, key=key),
    )


def take_offer(*, offer: Offer, known: bool, now: datetime) -> Accepted:
    """Makes the move of a link, once, and writes the mail that tells of it.

    A reader who is ``known`` to be the person of the link sees on the page what came of it, and
    gets a mail only where the turn goes on.

    :raises Stale: if the game has moved on.
    :raises Refused: if the move is not legal.
    """
    if not offer.made and not offer.actions:
        raise Stale
    seat = offer.seat
    accepted = offer.made or submit_action(
        game=seat.game,
        seat=seat.number,
        decision=offer.link.decision,
        actions=offer.actions,
        actor=str(seat.number),
        key=offer.key,
        now=now,
    )
    seat.refresh_from_db(fields=["decision"])
    if seat.decision is not None or not known:
        _write_mail(offer, accepted, now)
    return accepted


def lines_of(*, offer: Offer, accepted: Accepted, known: bool) -> list[str]:
    """Gets what a move did, in the active language.

    The link may have been passed on, today or in a year: hidden cards are told to nobody but a
    reader who is ``known`` to be its person, because they were not in the mail with the link.
    """
    lexicon = lexicon_for(translation.get_language() or "en")
    return happened(accepted=accepted, seat=offer.seat, full=known, lexicon=lexicon)


def _actions(link: Link, view: engine.View) -> tuple[engine.Action, ...]:
    try:
        return engine.parse(link.command, view)
    except engine.InvalidAction:
        return ()  # made by another version of the program


def _write_mail(offer: Offer, accepted: Accepted, now: datetime) -> None:
    """Writes what came of the move, and what comes next: the page tells a stranger neither."""
    with translation.override(offer.person.language), timezone.override(offer.person.zone):
        report = told(accepted=accepted, seat=offer.seat, person=offer.person)
    answer = Answer(
        report=report,
        seat=offer.seat,
        person=offer.person,
        key=offer.key,
        message_id="",
        now=now,
    )
    if answer.mail is None or Mail.objects.filter(message_id=answer.mail.message_id).exists():
        return
    try:
        with transaction.atomic():
            answer.store()
            when_committed(SEND_TASK)
    except IntegrityError:
        return  # a second click was quicker
