"""Render a mail for one reader; nothing is stored."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engine
from games.language.command_help import example_command
from games.language.lexicon import lexicon_for
from games.notifications import registry
from games.notifications.mail import identifiers
from games.notifications.mail.buttons import buttons
from games.notifications.mail.content import GameMailContent, build_content, leading_notice
from games.notifications.mail.headers import WIDTH
from games.notifications.mail.message import build_message
from games.notifications.mail.picture import board_picture, theme_for
from games.notifications.mail.recap import Recap, read_recap
from games.notifications.mail.return_addresses import TALK, reply_address
from games.notifications.mail.threads import MailThread, bystander_thread, game_thread, topic_thread
from games.notifications.models import Mail, Notice, NoticeKind
from games.notifications.registry import Content
from games.people.models import Person
from games.tables.models import Game, Seat
from games.tables.seat_names import seat_names

ITEM = re.compile(r"(- |\d{1,2}\. )?")
"""What an item of a list begins with."""
# Who is nudged gets the mail about the turn, with a line more.
TEMPLATES: Mapping[str, str] = {NoticeKind.NUDGE: "turn"}


def write_game_mail(
    *,
    game: Game,
    seat: Seat,
    address: str,
    notices: Sequence[Notice],
    now: datetime,
    token: str = "",
) -> Mail:
    """An unsaved mail that tells these notices to the person in the seat.

    ``token`` makes it a mail that can be answered with a move.
    """
    person = seat.person
    assert person is not None
    story = read_recap(game=game, seat=seat, privacy=person.mail_privacy)
    message_id = identifiers.message_id(
        leading_notice(notices), key=identifiers.game_key(game), person=person
    )
    with translation.override(person.language), timezone.override(person.zone):
        letter = build_content(
            game=game,
            seat=seat,
            person=person,
            names=seat_names(game),
            notices=notices,
            story=story,
            now=now,
        )
        return build_game_mail(
            game=game,
            person=person,
            seat=seat.number,
            address=address,
            letter=letter,
            story=story,
            template=TEMPLATES.get(letter.kind, letter.kind),
            message_id=message_id,
            token=token,
            now=now,
        )


def build_game_mail(
    *,
    game: Game,
    person: Person,
    seat: int,
    address: str,
    letter: GameMailContent,
    story: Recap,
    template: str,
    message_id: str,
    now: datetime,
    token: str = "",
    answer: str | None = None,
    report: object = None,
) -> Mail:
    """An unsaved mail; the caller has switched to the reader's language and time zone.

    ``report`` is what the template of an answer tells besides the letter.
    """
    picture = board_picture(table=story.table, theme=theme_for(person.theme))
    cid = f"board.{game.code}.{story.table.seq}@{settings.MAIL_DOMAIN}"
    lexicon = lexicon_for(person.language)
    conversation = game_thread(game, letter.board, person)
    context = {
        **conversation.head,
        "letter": letter,
        "report": report,
        "buttons": buttons(game=game, person=person, seat=seat, story=story) if letter.ask else [],
        "reply": bool(token),
        "example": example_command(story.table.pending.get(seat, ""), story.table.board, lexicon),
        "help_word": lexicon.word("help"),
        "language": person.language,
        "game_url": conversation.url,
        "picture": f"cid:{cid}" if picture else "",
    }
    text = wrap_text(render_to_string(f"mail/{template}.txt", context))
    html = compact_html(render_to_string(f"mail/{template}.html", context))
    envelope = conversation.envelope(
        person=person,
        address=address,
        message_id=message_id,
        kind=template,
        now=now,
        reply_to=reply_address(token) if token else "",
        answer=answer,
    )
    return Mail(
        person=person,
        game=game,
        message_id=message_id,
        recipient=address,
        subject=envelope.subject,
        source=build_message(
            envelope=envelope, text=text, html=html, picture=picture, picture_cid=cid
        ),
        answer=answer is not None,
        next_attempt_at=now,
        created_at=now,
    )


def wrap_text(text: str) -> str:
    """A text without the holes that template tags leave, in lines of at most 78 characters.

    >>> wrap_text("\\n a line  \\n\\n\\n\\nanother\\n\\n")
    'a line\\n\\nanother\\n'
    """
    lines = (part for line in text.splitlines() for part in _wrapped(line.strip()))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _wrapped(line: str) -> list[str]:
    """A line in several where it is too long; a link is never broken."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=" " * len(ITEM.match(line)[0]),  # type: ignore[index]
        break_long_words="://" not in line,
        break_on_hyphens=False,
    )


def compact_html(html: str) -> str:
    """A page without indentation and empty lines: mail programs clip long ones.

    >>> compact_html("<p>\\n    a\\n\\n  </p>")
    '<p>\\na\\n</p>\\n'
    """
    return "\n".join(line.strip() for line in html.splitlines() if line.strip()) + "\n"


def write_site_mail(
    *,
    person: Person,
    address: str,
    notices: Sequence[Notice],
    game: Game | None,
    seat: Seat | None,
    now: datetime,
    token: str = "",
) -> Mail:
    """An unsaved mail that tells these notices, all of one game or all under one topic.

    ``token`` makes it a mail that can be answered at the table.

    :raises Unsayable: for a notice that its room cannot tell.
    """
    first = leading_notice(notices)
    with translation.override(person.language), timezone.override(person.zone):
        conversation = _thread_for(person, first, game, seat)
        return _build_site_mail(
            person=person,
            address=address,
            conversation=conversation,
            said=[registry.render(notice) for notice in notices],
            game=game,
            topic=first.topic,
            message_id=identifiers.message_id(first, key=conversation.key, person=person),
            kind=first.kind,
            token=token,
            now=now,
        )


def write_talk_rejection(
    *,
    person: Person,
    address: str,
    seat: Seat,
    said: Content,
    message_id: str,
    answer: str,
    token: str,
    now: datetime,
) -> Mail:
    """An unsaved mail that says why an answer was not said at a table; it tells no hand.

    ``answer`` is the Message-ID of what it answers, or "".
    """
    game = seat.game
    with translation.override(person.language), timezone.override(person.zone):
        return _build_site_mail(
            person=person,
            address=address,
            conversation=game_thread(game, engine.load_board(game.board).name, person),
            said=[said],
            game=game,
            topic="",
            message_id=message_id,
            kind="answer",
            token=token,
            answer=answer,
            now=now,
        )


def _build_site_mail(
    *,
    person: Person,
    address: str,
    conversation: MailThread,
    said: Sequence[Content],
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
    text = wrap_text(render_to_string("mail/site.txt", context))
    html = compact_html(render_to_string("mail/site.html", context))
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


def _thread_for(person: Person, notice: Notice, game: Game | None, seat: Seat | None) -> MailThread:
    if game is None:
        return topic_thread(notice.topic, registry.topic_of(notice), person, notice.kind)
    board = engine.load_board(game.board).name
    if seat is None:
        return bystander_thread(game, board, person, notice.kind)
    return game_thread(game, board, person)
