"""Saying something at a table."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import Refused
from games.notices import outbox
from games.notices.models import NoticeKind
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import is_muted
from games.tables.models import Game, GameStatus, Seat
from games.talk.models import LONGEST, Message
from games.talk.private import without_private

SPAN: Final = timedelta(minutes=10)
PATIENCE: Final = timedelta(minutes=10)
"""How long the mail about a message waits for the next one."""
MOST: Final = 10
"""Messages that one person may write in that span, at all tables together."""


def say(*, game: Game, person: Person, text: str, now: datetime) -> Message:
    """Says something at a table, to everybody who may read its page; tells the others by mail.

    The person's own mail addresses, and keys to our doors, are taken out of it.

    :raises Refused: if the person does not sit there or is muted, or the text is empty or too long,
        or too many came before it.
    """
    text = tidy(text)
    if not text:
        raise Refused(_("Write something first."))
    if len(text) > LONGEST:
        raise Refused(
            ngettext(
                "A message has at most %(most)d character, and this one has %(n)d. Shorten it.",
                "A message has at most %(most)d characters, and this one has %(n)d. Shorten it.",
                LONGEST,
            )
            % {"most": LONGEST, "n": len(text)}
        )
    text = without_private(text, person=person)
    with transaction.atomic():
        # Two windows of one person wait for each other here, so that both are counted.
        lock_person(person)
        seats = list(Seat.objects.filter(game=game).select_related("person"))
        if not any(seat.person_id == person.pk for seat in seats):
            raise Refused(_("Only those who sit at this table talk here."))
        if game.status in (GameStatus.CANCELLED, GameStatus.VOID):
            raise Refused(_("Nobody sits at this table any more."))
        if is_muted(person, now=now):
            raise Refused(
                _("You may not write to others for now. You can still play, and keep notes.")
            )
        if Message.objects.filter(author=person, at__gt=now - SPAN).count() >= MOST:
            raise Refused(_("That is a lot in a short time. Wait some minutes, then write on."))
        message = Message.objects.create(game=game, author=person, text=text, at=now)
        for seat in seats:
            if seat.person is not None and seat.person_id != person.pk:
                outbox.tell(
                    person=seat.person,
                    kind=NoticeKind.TALK,
                    game=game,
                    data={"message": message.pk},
                    wait=PATIENCE,
                    now=now,
                )
    return message


def tidy(text: str) -> str:
    """Gets a text without signs that nobody sees, and without holes.

    Marks that turn the direction of writing are among them: they would turn what stands around.

    >>> tidy(" one\\x00\\r\\n\\n\\n\\n two\\u202e ")
    'one\\n\\ntwo'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    seen = ("".join(filter(_is_seen, line)).strip() for line in lines)
    found = "\n".join(seen).strip()
    while "\n\n\n" in found:
        found = found.replace("\n\n\n", "\n\n")
    return found


def _is_seen(sign: str) -> bool:
    # Cc: control, Cf: format (but for what joins emoji and scripts), Cs: half of a sign.
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs") or sign in "\t\u200c\u200d"
