"""Messages at a table as one reader sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.dates import DateFormat, format_local
from games.drawing.palette import Tint
from games.people.models import Person
from games.tables.models import GameStatus
from games.talk.messages import (
    LATEST,
    NOBODY,
    hides_messages,
    latest_messages,
    messages_of,
)
from games.talk.models import LONGEST, LONGEST_NOTE, Message
from games.web.parts.game_context import GameContext
from games.web.parts.pictures import seat_sign


def talk_panel(
    context: GameContext,
    reader: object,
    tints: Sequence[Tint],
    *,
    whole: bool = False,
    error: str = "",
    typed: str = "",
) -> dict[str, Any] | None:
    """The messages for a reader; ``whole`` shows all that was ever said.

    ``tints`` has the colours of the seats, by number; ``error`` and ``typed`` are of a message that
    was refused. None where there is nobody to talk to. ``hides`` says that some are left out,
    ``more`` that there are more.
    """
    person = reader if isinstance(reader, Person) else None
    reader_id = person.pk if person else NOBODY
    messages: Sequence[Message] | QuerySet[Message] = ()
    if whole:
        messages = messages_of(context.game, reader_id)
    elif context.has_talk(reader_id):
        messages = latest_messages(context.game, reader_id, LATEST + 1)
    more = not whole and len(messages) > LATEST
    if more:
        messages = messages[-LATEST:]
    said = [_message_line(message, context, tints, person) for message in messages]
    has_company = any(seat.person_id and seat != context.seat for seat in context.seats)
    if not (whole or said or has_company):
        return None
    return {
        "messages": said,
        "last_said": said[-1]["pk"] if said else 0,
        "hides": whole and person is not None and hides_messages(context.game, reader_id),
        "more": more,
        "may_talk": context.seat is not None and context.game.status not in CLOSED_STATUSES,
        "in_teams": bool(context.board.teams),
        "error": error,
        "typed": typed,
        "longest": LONGEST,
    }


def notes_panel(context: GameContext) -> dict[str, Any] | None:
    """The notes of a player; None for spectators and in practice."""
    if context.seat is None or context.game.practice:
        return None
    return {"text": context.note, "longest": LONGEST_NOTE}


CLOSED_STATUSES = (GameStatus.CANCELLED, GameStatus.VOID)


def _message_line(
    message: Message, context: GameContext, tints: Sequence[Tint], person: Person | None
) -> dict[str, Any]:
    """One message; its text is "" where it was removed, and the template escapes it."""
    author = message.author
    number = next(
        (seat.number for seat in context.seats if seat.person_id == message.author_id), None
    )
    removed = message.removed_at is not None or author is None
    return {
        "pk": message.pk,
        "name": author.shown_name if author else _("somebody who has left"),
        "sign": seat_sign(tints[number]) if author and number is not None else "",
        "text": "" if removed else message.text,
        "at": format_local(message.at, DateFormat.WEEKDAY_TIME),
        "stamp": message.at,
        "mine": person is not None and author == person,
        "removed": removed,
    }
