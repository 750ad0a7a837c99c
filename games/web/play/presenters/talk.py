"""Messages at a table as one reader sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.safestring import SafeString
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


@dataclass(frozen=True, slots=True)
class MessageLine:
    """One message. ``text`` is "" where it was removed; the template escapes it."""

    pk: int
    name: str
    sign: SafeString | str
    text: str
    at: str
    stamp: datetime
    mine: bool
    removed: bool


@dataclass(frozen=True, slots=True)
class TalkPanel:
    """The messages at a table. ``hides`` says that some are left out, ``more`` that there are more.

    ``error`` and ``typed`` are of a message that was refused.
    """

    messages: list[MessageLine]
    last_said: int
    hides: bool
    more: bool
    may_talk: bool
    in_teams: bool
    error: str = ""
    typed: str = ""
    longest: int = LONGEST


@dataclass(frozen=True, slots=True)
class NotesPanel:
    """The reader's own notes about a game."""

    text: str
    longest: int = LONGEST_NOTE


def talk_panel(
    context: GameContext,
    reader: object,
    tints: Sequence[Tint],
    *,
    whole: bool = False,
    error: str = "",
    typed: str = "",
) -> TalkPanel | None:
    """The messages for a reader; ``whole`` shows all that was ever said.

    ``tints`` has the colours of the seats, by number. None where there is nobody to talk to.
    """
    person = reader if isinstance(reader, Person) else None
    reader_id = person.pk if person else NOBODY
    messages: Sequence[Message] | QuerySet[Message] = ()
    if whole:
        messages = messages_of(context.game, reader_id)
    elif context.has_talk(reader_id):
        messages = latest_messages(context.game, reader_id, LATEST + 1)
    said = [_message_line(message, context, tints, person) for message in _shown(messages, whole)]
    if not (whole or said or _people_besides(context)):
        return None
    return TalkPanel(
        messages=said,
        last_said=said[-1].pk if said else 0,
        hides=whole and person is not None and hides_messages(context.game, reader_id),
        more=not whole and len(messages) > LATEST,
        may_talk=context.seat is not None and context.game.status not in CLOSED_STATUSES,
        in_teams=bool(context.board.teams),
        error=error,
        typed=typed,
    )


def notes_panel(context: GameContext) -> NotesPanel | None:
    """The notes of a player; None for spectators and in practice."""
    if context.seat is None or context.game.practice:
        return None
    return NotesPanel(context.note)


def _people_besides(context: GameContext) -> bool:
    """Whether a person other than the reader sits at the table."""
    return any(seat.person_id is not None and seat != context.seat for seat in context.seats)


CLOSED_STATUSES = (GameStatus.CANCELLED, GameStatus.VOID)


def _shown(messages: Iterable[Message], whole: bool) -> list[Message]:
    found = list(messages)
    return found if whole else found[-LATEST:]


def _message_line(
    message: Message, context: GameContext, tints: Sequence[Tint], person: Person | None
) -> MessageLine:
    author = message.author
    number = next(
        (seat.number for seat in context.seats if seat.person_id == message.author_id), None
    )
    removed = message.removed_at is not None or author is None
    return MessageLine(
        pk=message.pk,
        name=author.shown_name if author else _("somebody who has left"),
        sign=seat_sign(tints[number]) if author and number is not None else "",
        text="" if removed else message.text,
        at=format_local(message.at, DateFormat.WEEKDAY_TIME),
        stamp=message.at,
        mine=person is not None and author == person,
        removed=removed,
    )
