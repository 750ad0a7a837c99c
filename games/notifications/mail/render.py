"""Write mails for one reader; nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.drawing.game_png import board_picture
from games.language.command_help import example_command
from games.language.lexicon import lexicon_for
from games.notifications import registry
from games.notifications.mail import identifiers
from games.notifications.mail.buttons import buttons
from games.notifications.mail.content import build_content, leading_notice
from games.notifications.mail.message import Envelope, build_message
from games.notifications.mail.recap import read_recap
from games.notifications.mail.return_addresses import TALK, reply_address
from games.notifications.mail.subjects import (
    MailThread,
    bystander_thread,
    game_thread,
    topic_thread,
)
from games.notifications.models import Mail, Notice, NoticeKind
from games.notifications.registry import Content
from games.people.models import Person, Theme
from games.tables.models import Game, Seat

# Mails of these kinds show the board, where it has changed.
SHOW_BOARD: Final = (NoticeKind.STARTED, NoticeKind.TURN, NoticeKind.OVER)


def build_mail(
    *,
    thread: MailThread,
    person: Person,
    message_id: str,
    kind: str,
    template: str,
    context: Mapping[str, Any],
    now: datetime,
    game: Game | None = None,
    topic: str = "",
    reply_to: str = "",
    in_reply_to: str | None = None,
    picture: bytes = b"",
    picture_cid: str = "",
) -> Mail:
    """An unsaved mail; the caller has switched to the reader's language and time zone.

    ``template`` names two of templates/mail, as text and as HTML, which also get what their layout
    shows of the ``thread``. See :class:`games.notifications.mail.message.Envelope` for ``kind``,
    ``reply_to`` and ``in_reply_to``.
    """
    shown = {**thread.head, "language": person.language, **context}
    envelope = Envelope(
        to_name=person.name,
        to_address=person.email,
        subject=thread.subject,
        message_id=message_id,
        kind=kind,
        root=identifiers.thread_id(thread.key, person),
        list_id=identifiers.list_id(thread.key),
        list_name=thread.list_name,
        unsubscribe=identifiers.ways_to_stop(*thread.unsubscribe),
        language=person.language,
        date=now,
        reply_to=reply_to,
        in_reply_to=in_reply_to,
    )
    return Mail(
        person=person,
        game=game,
        topic=topic,
        message_id=message_id,
        recipient=person.email,
        subject=envelope.subject,
        source=build_message(
            envelope=envelope,
            text=render_to_string(f"mail/{template}.txt", shown),
            html=render_to_string(f"mail/{template}.html", shown),
            picture=picture,
            picture_cid=picture_cid,
        ),
        answer=in_reply_to is not None,
        next_attempt_at=now,
        created_at=now,
    )


def write_game_mail(
    *,
    seat: Seat,
    notices: Sequence[Notice],
    now: datetime,
    message_id: str = "",
    token: str = "",
    link: str = "",
    in_reply_to: str | None = None,
    result: object = None,
    with_recap: bool = True,
    with_picture: bool = False,
) -> Mail:
    """An unsaved mail about the state of a game for the person in a seat, with the notices that
    lead to it.

    An answer tells no notices: it brings its ``message_id``, and ``result`` is what its template
    adds. ``token`` makes it a mail that can be answered with a move, ``link`` is that of its main
    link; ``with_recap`` says whether the mail tells the events since the reader's last move. The
    board is shown ``with_picture``, or where a notice brings news of it.
    """
    game, person, template = seat.game, seat.person, "answer"
    assert person is not None
    if notices:
        leading, key = leading_notice(notices), identifiers.game_key(game)
        # A nudge has the template of the turn mail, with a line more.
        template = "turn" if leading.kind == NoticeKind.NUDGE else leading.kind
        message_id = identifiers.message_id(leading, key=key, person=person)
    recap = read_recap(seat=seat, privacy=person.mail_privacy)
    table, number, lexicon = recap.table, seat.number, lexicon_for(person.language)
    cid = f"board.{game.code}.{table.seq}@{settings.MAIL_DOMAIN}"
    with translation.override(person.language), timezone.override(person.zone):
        content = build_content(seat=seat, person=person, notices=notices, recap=recap, now=now)
        if not with_recap:
            content |= {"news": (), "earlier": 0}
        moves = []
        if content["prompt"]:
            moves = buttons(game=game, person=person, seat=number, recap=recap)
        picture = b""
        is_news = recap.board_changed and any(one.kind in SHOW_BOARD for one in notices)
        if with_picture or is_news:
            # A mail program cannot be asked whether it shows light or dark pages.
            picture = board_picture(
                table=table,
                theme="dark" if person.theme == Theme.DARK else "light",
                wanted=content["wanted"],
            )
        return build_mail(
            thread=game_thread(game, person, link=link),
            person=person,
            message_id=message_id,
            kind=template,
            template=template,
            context={
                "content": content,
                "result": result,
                "buttons": moves,
                "reply": bool(token),
                "example": example_command(table.pending.get(number, ""), table.board, lexicon),
                "help_word": lexicon.word("help"),
                "picture": f"cid:{cid}" if picture else "",
            },
            now=now,
            game=game,
            reply_to=reply_address(token),
            in_reply_to=in_reply_to,
            picture=picture,
            picture_cid=cid,
        )


def write_site_mail(
    *,
    person: Person,
    notices: Sequence[Notice],
    game: Game | None,
    seat: Seat | None,
    now: datetime,
    token: str = "",
) -> Mail:
    """An unsaved mail that tells these notices, all of one game or all under one topic.

    ``token`` makes it a mail that can be answered at the table.

    :raises RenderError: for a notice that its package cannot render.
    """
    leading = leading_notice(notices)
    with translation.override(person.language), timezone.override(person.zone):
        thread = _thread_for(person, leading, game, seat)
        return _build_site_mail(
            registry.render_all(notices),
            thread=thread,
            person=person,
            message_id=identifiers.message_id(leading, key=thread.key, person=person),
            kind=leading.kind,
            now=now,
            game=game,
            topic=leading.topic,
            token=token,
        )


def write_site_answer(
    content: Content, *, game: Game | None = None, token: str = "", **envelope: Any
) -> Mail:
    """An unsaved mail that answers a reply and tells no hand, about a game or under a topic.

    The caller has switched to the reader's language and time zone. ``token`` is as in
    :func:`write_site_mail`, and ``envelope`` what :func:`build_mail` needs besides.
    """
    return _build_site_mail([content], kind="answer", game=game, token=token, **envelope)


def _build_site_mail(
    contents: Sequence[Content], *, game: Game | None, token: str, **envelope: Any
) -> Mail:
    reply_addresses = [content.reply_to for content in contents if content.reply_to]
    return build_mail(
        template="site",
        context={
            "contents": contents,
            "announced": [content for content in contents if not content.discreet],
            "main": _("To the game") if game else _("Read more"),
            "talk": bool(token),
            "answerable": bool(reply_addresses),
        },
        game=game,
        reply_to=reply_address(token, TALK) or next(iter(reply_addresses), ""),
        **envelope,
    )


def _thread_for(person: Person, notice: Notice, game: Game | None, seat: Seat | None) -> MailThread:
    if game is None:
        return topic_thread(notice.topic, registry.topic_of(notice), person, notice.kind)
    return game_thread(game, person) if seat else bystander_thread(game, person, notice.kind)
