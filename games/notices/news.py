"""Writes a mail that tells news and no table: no hand, no picture, no move to reply with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engine
from games.notices import addresses, kinds
from games.notices.conversation import Conversation, about_game, about_topic, beside_game
from games.notices.kinds import Said
from games.notices.letter import leading
from games.notices.message import build_message
from games.notices.models import Mail, Notice
from games.notices.render import tidy, tight
from games.notices.reply_addresses import TALK, reply_address
from games.people.models import Person
from games.tables.models import Game, Seat


def write_news(
    *,
    person: Person,
    address: str,
    notices: Sequence[Notice],
    game: Game | None,
    seat: Seat | None,
    now: datetime,
    token: str = "",
) -> Mail:
    """Gets an unsaved mail that tells these notices, all of one game or all under one topic.

    ``token`` makes it a mail that can be answered at the table.

    :raises Unsayable: for a notice that its room cannot tell.
    """
    first = leading(notices)
    with translation.override(person.language), timezone.override(person.zone):
        conversation = _conversation(person, first, game, seat)
        return _put_on_paper(
            person=person,
            address=address,
            conversation=conversation,
            said=[kinds.say(notice) for notice in notices],
            game=game,
            topic=first.topic,
            message_id=addresses.message_id(first, key=conversation.key, person=person),
            kind=first.kind,
            token=token,
            now=now,
        )


def write_unsaid(
    *,
    person: Person,
    address: str,
    seat: Seat,
    said: Said,
    message_id: str,
    answer: str,
    token: str,
    now: datetime,
) -> Mail:
    """Gets an unsaved mail that says why an answer was not said at a table; it tells no hand.

    ``answer`` is the Message-ID of what it answers, or "".
    """
    game = seat.game
    with translation.override(person.language), timezone.override(person.zone):
        return _put_on_paper(
            person=person,
            address=address,
            conversation=about_game(game, engine.load_board(game.board).name, person),
            said=[said],
            game=game,
            topic="",
            message_id=message_id,
            kind="answer",
            token=token,
            answer=answer,
            now=now,
        )


def _put_on_paper(
    *,
    person: Person,
    address: str,
    conversation: Conversation,
    said: Sequence[Said],
    game: Game | None,
    topic: str,
    message_id: str,
    kind: str,
    token: str,
    now: datetime,
    answer: str | None = None,
) -> Mail:
    context = {
        **conversation.head,
        "said": said,
        "main": _("To the game") if game else _("Read more"),
        "game_url": conversation.url,
        "language": person.language,
        "talk": bool(token),
    }
    text = tidy(render_to_string("mail/news.txt", context))
    html = tight(render_to_string("mail/news.html", context))
    envelope = conversation.envelope(
        person=person,
        address=address,
        message_id=message_id,
        kind=kind,
        now=now,
        reply_to=reply_address(token, TALK) if token else "",
        answer=answer,
    )
    return Mail(
        person=person,
        game=game,
        topic=topic,
        message_id=message_id,
        recipient=address,
        subject=envelope.subject,
        source=build_message(envelope=envelope, text=text, html=html),
        answer=answer is not None,
        next_attempt_at=now,
        created_at=now,
    )


def _conversation(
    person: Person, notice: Notice, game: Game | None, seat: Seat | None
) -> Conversation:
    if game is None:
        return about_topic(notice.topic, kinds.thread(notice), person, notice.kind)
    board = engine.load_board(game.board).name
    if seat is None:
        return beside_game(game, board, person, notice.kind)
    return about_game(game, board, person)
