"""Post, clean and remove messages (decision 62).

A mail program may quote them where nobody foresaw it. Only addresses of the writer are looked for,
and ours: were those of the others taken out as well, anybody could try whose address is whose.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.errors import Refused
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import blockers_of
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import is_muted
from games.tables.models import Game, GameStatus, Seat
from games.talk.models import LONGEST, Message, PrivateNote

REDACTED: Final = "…"
"""The mark in the place of words that were taken out."""
# A broken line, or a program that would keep robots off, may have set signs apart.
AT: Final = r"\s*+(?:@|＠|%40|=40)\s*+"
DOT: Final = r"\s?\.\s?"
KEY: Final = r"\b(?:(?:reply|talk)\+|bounce\+\d+-)[0-9a-f]{8,}(?:@[\w.-]*\w)?"
# An invitation is a key as well, but one to be passed on.
PATHS: Final = "do|continue|end-session|unsubscribe|enter|calendar|accounts|inbound"


def redact_private(text: str, *, person: Person) -> str:
    """Leave out the addresses of a person, the addresses that answer our mails, and their links.

    The signs around an address go with it: brackets, and "mailto:".
    """
    found = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    own = "|".join(sorted(map(_loosely, {person.email, *found} - {""}), key=len, reverse=True))
    if own:
        # Part of a longer address is no address of theirs.
        text = _taken_out(rf"(?<![\w.+%-])(?:{own})(?![\w-]|\.\w)", text)
    text = _taken_out(KEY, text)
    text = _taken_out(rf"[\w.+=-]+{AT}{re.escape(settings.MAIL_DOMAIN)}\b", text)
    links = rf"{re.escape(settings.SITE_URL)}/(?:{PATHS})/[^\s<>\"']+"
    return re.sub(links, REDACTED, text, flags=re.IGNORECASE)


def _taken_out(pattern: str, text: str) -> str:
    found = rf"(?:<\s*|\[\s*)?(?:mailto:\s*)?{pattern}(?:\s*[>\]])?"
    return re.sub(found, REDACTED, text, flags=re.IGNORECASE)


def _loosely(address: str) -> str:
    """A pattern for an address as it may stand in a text that programs have broken."""
    local, _at, domain = address.rpartition("@")
    names = {domain, _in_unicode(domain)}
    hosts = "|".join(DOT.join(map(re.escape, name.split("."))) for name in sorted(names))
    return rf"{re.escape(local)}{AT}(?:{hosts})"


def _in_unicode(domain: str) -> str:
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain


RATE_WINDOW: Final = timedelta(minutes=10)
MAIL_DELAY: Final = timedelta(minutes=10)
"""The time for which the mail about a message waits for the next one."""
RATE_LIMIT: Final = 10
"""Messages that one person may write in that span, at all tables together."""


BOT_WINDOW: Final = timedelta(days=1)
BOT_LIMIT: Final = 3
"""Messages that a bot account may write at one table in that span."""


def post_message(*, game: Game, person: Person, text: str, now: datetime) -> Message:
    """Say something at a table, to everybody who may read its page; tell the others by mail.

    The person's own mail addresses, and secret addresses of ours, are taken out of it. People who
    have blocked the person are told nothing and do not see it.

    :raises Refused: if the person does not sit there or is muted, or the text is empty or too long,
        or too many came before it.
    """
    text = clean_text(text)
    if not text:
        raise Refused(_("Write something first."))
    if len(text) > LONGEST:
        raise Refused(
            ngettext(
                "A message can have %(most)d character, and this one has %(n)d. Shorten it.",
                "A message can have up to %(most)d characters, and this one has %(n)d. Shorten it.",
                LONGEST,
            )
            % {"most": LONGEST, "n": len(text)}
        )
    text = redact_private(text, person=person)
    with transaction.atomic():
        # Two windows of one person wait for each other here, so that both are counted.
        lock_person(person)
        seats = list(Seat.objects.filter(game=game).select_related("person"))
        if not any(seat.person_id == person.pk for seat in seats):
            raise Refused(_("Only the players at this table can talk here."))
        if game.status in (GameStatus.CANCELLED, GameStatus.VOID):
            raise Refused(_("Nobody is left at this table."))
        if is_muted(person, now=now):
            raise Refused(
                _(
                    "You are not allowed to write to others for now. You can still play "
                    "and keep notes."
                )
            )
        if Message.objects.filter(author=person, at__gt=now - RATE_WINDOW).count() >= RATE_LIMIT:
            raise Refused(
                _(
                    "You have written a lot in a short time. Wait a few minutes before you "
                    "write more."
                )
            )
        if person.is_bot_account:
            lately = Message.objects.filter(author=person, game=game, at__gt=now - BOT_WINDOW)
            if lately.count() >= BOT_LIMIT:
                raise Refused(
                    _("A bot account can write %(most)d messages a day at a table.")
                    % {"most": BOT_LIMIT}
                )
        message = Message.objects.create(game=game, author=person, text=text, at=now)
        deaf = {person.pk, *blockers_of(person)}
        for seat in seats:
            if seat.person is not None and seat.person_id not in deaf:
                outbox.notify(
                    person=seat.person,
                    kind=NoticeKind.TALK,
                    game=game,
                    data={"message": message.pk},
                    wait=MAIL_DELAY,
                    now=now,
                )
    return message


def clean_text(text: str) -> str:
    """A text without signs that nobody sees, and without holes.

    Marks that turn the direction of writing are among them: they would turn what stands around.

    >>> clean_text(" one\\x00\\r\\n\\n\\n\\n two\\u202e ")
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


def remove_message(*, message: Message, now: datetime) -> None:
    """Remove the text of a message; that there was one stays.

    The caller checks the right to do so: moderators may, and authors theirs.
    """
    message.text, message.removed_at = "", message.removed_at or now
    message.save(update_fields=["text", "removed_at"])


def take_back_message(*, message: Message, person: Person, now: datetime) -> None:
    """Let an author remove a message.

    :raises Refused: if it is somebody else's.
    """
    if message.author_id != person.pk:
        raise Refused(_("Only the author can remove a message. You can report it."))
    remove_message(message=message, now=now)


def erase_talk_of(*, person: Person, now: datetime) -> int:
    """Remove all that a person said and noted, because the account goes; return how much it was."""
    said = Message.objects.filter(author=person)
    count = said.update(text="", removed_at=now)
    notes, _each = PrivateNote.objects.filter(person=person).delete()
    return count + notes
