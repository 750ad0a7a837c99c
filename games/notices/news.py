"""Writes a mail that tells news and no table: no hand, no picture, nothing to reply with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engine
from games.notices import addresses, kinds
from games.notices.conversation import Conversation, about_game, about_topic, beside_game
from games.notices.letter import leading
from games.notices.message import build_message
from games.notices.models import Mail, Notice
from games.notices.render import tidy, tight
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
) -> Mail:
    """Gets an unsaved mail that tells these notices, all of one game or all under one topic.

    :raises Unsayable: for a notice that its room cannot tell.
    """
    first = leading(notices)
    with translation.override(person.language), timezone.override(person.zone):
        conversation = _conversation(person, first, game, seat)
        context = {
            **conversation.head,
            "said": [kinds.say(notice) for notice in notices],
            "main": _("To the game") if game else _("Read more"),
            "game_url": conversation.url,
            "language": person.language,
        }
        text = tidy(render_to_string("mail/news.txt", context))
        html = tight(render_to_string("mail/news.html", context))
        message_id = addresses.message_id(first, key=conversation.key, person=person)
        envelope = conversation.envelope(
            person=person, address=address, message_id=message_id, now=now
        )
    return Mail(
        person=person,
        game=game,
        topic=first.topic,
        message_id=message_id,
        recipient=address,
        subject=envelope.subject,
        source=build_message(envelope=envelope, text=text, html=html),
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
