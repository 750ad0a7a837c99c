"""Post, clean, remove and read messages (decision 62); private notes.

Mail programs quote in unexpected places. Only addresses of the writer and of the site are removed:
removing those of others as well would let anybody test who owns an address.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from functools import cache
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import sql
from games.common.errors import Refused
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import blocked_by, blockers_of
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import is_muted
from games.tables.models import Game, GameStatus, Seat
from games.talk.models import LONGEST, LONGEST_NOTE, Message, PrivateNote

REDACTED: Final = "…"
"""The mark in place of removed words."""
# Signs may be separated by line breaks, or by programs that obfuscate addresses.
AT: Final = r"\s*+(?:@|＠|%40|=40)\s*+"
DOT: Final = r"\s?\.\s?"
KEY: Final = r"\b(?:(?:reply|talk)\+|(?:bounce|account)\+\d+-)[0-9a-f]{8,}(?:@[\w.-]*\w)?"
# An invitation is a key as well, but one to be passed on.
PATHS: Final = "do|continue|end-session|unsubscribe|enter|calendar|accounts|inbound"


def redact_private(text: str, *, person: Person) -> str:
    """Remove the addresses of a person, reply addresses of our mails, and their links.

    The signs around an address go with it: brackets, and "mailto:".
    """
    found = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    own = "|".join(sorted(map(_loosely, {person.email, *found} - {""}), key=len, reverse=True))
    if own:
        # Part of a longer address is another address.
        text = _taken_out(rf"(?<![\w.+%-])(?:{own})(?![\w-]|\.\w)", text)
    return redact_keys(text)


def redact_keys(text: str) -> str:
    """Remove reply addresses of our mails, and their links."""
    text = _taken_out(KEY, text)
    # A local part has at most 64 characters (RFC 5321); without a limit this takes quadratic time.
    text = _taken_out(rf"[\w.+=-]{{1,64}}{AT}{re.escape(settings.MAIL_DOMAIN)}\b", text)
    links = rf"{re.escape(settings.SITE_URL)}/(?:{PATHS})/[^\s<>\"']+"
    return re.sub(links, REDACTED, text, flags=re.IGNORECASE)


def _taken_out(pattern: str, text: str) -> str:
    found = rf"(?:<\s*|\[\s*)?(?:mailto:\s*)?{pattern}(?:\s*[>\]])?"
    return re.sub(found, REDACTED, text, flags=re.IGNORECASE)


def _loosely(address: str) -> str:
    """Return a pattern for an address that matches it with breaks by mail programs."""
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
    """Post a message at a table, for everybody who may read its page; notify the others by mail.

    The person's own mail addresses, and secret addresses of the site, are removed from it. People
    who have blocked the person are not notified and do not see it.

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
    """Return a text without invisible characters and superfluous blank lines.

    Marks that change the direction of writing are removed: they would affect the text around them.

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
    # Cc: control, Cf: format (except joiners of emoji and scripts), Cs: half of a surrogate pair.
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs") or sign in "\t\u200c\u200d"


def remove_message(*, message: Message, now: datetime) -> None:
    """Remove the text of a message; an empty message remains.

    The caller checks the permission: moderators may remove any, and authors their own.
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
    """Remove all messages and notes of a person whose account is deleted; return how many."""
    said = Message.objects.filter(author=person)
    count = said.update(text="", removed_at=now)
    notes, _each = PrivateNote.objects.filter(person=person).delete()
    return count + notes


def write_note(*, game: Game, person: Person, text: str, now: datetime) -> None:
    """Store a person's note about a game; it replaces the earlier one, and "" deletes it.

    :raises Refused: if it is too long, or the person does not sit there.
    """
    text = clean_text(text)
    if len(text) > LONGEST_NOTE:
        raise Refused(_("Notes can have up to %(most)d characters.") % {"most": LONGEST_NOTE})
    if not Seat.objects.filter(game=game, person=person).exists():
        raise Refused(_("Only the players at this table can keep notes about it."))
    found = PrivateNote.objects.filter(game=game, person=person)
    if not text:
        found.delete()
        return
    PrivateNote.objects.update_or_create(
        game=game, person=person, defaults={"text": text, "at": now}
    )


def note_of(game: Game, person: Person) -> str:
    """The note of a person about a game, "" where there is none."""
    notes = PrivateNote.objects.filter(game=game, person=person)
    return notes.values_list("text", flat=True).first() or ""


LATEST = 30
"""The number of messages on the page of a game."""
NOBODY: Final = 0
NO_TALK: Final = (None, None, 0)
"""The mark of a table without messages."""


def heard_by(reader: int, messages: QuerySet[Message]) -> QuerySet[Message]:
    """Those of some messages that a reader sees."""
    return messages.exclude(author__in=blocked_by(reader))


def latest_messages(game: Game, reader: int = NOBODY, most: int = LATEST) -> list[Message]:
    """The latest messages at a table that a reader sees, oldest first."""
    if game.horizon is not None:
        return list(messages_of(game, reader).order_by("-pk")[:most])[::-1]
    return _latest(most).rows(game.pk, reader)[::-1]


@cache
def _latest(most: int) -> sql.PreparedQuery[Message]:
    return sql.PreparedQuery(
        lambda game, reader: heard_by(
            reader, Message.objects.filter(game=game).select_related("author")
        ).order_by("-pk")[:most]
    )


def messages_of(game: Game, reader: int = NOBODY) -> QuerySet[Message]:
    """All messages at a table that a reader sees; none after the horizon."""
    return heard_by(reader, _shown(game).select_related("author"))


def _shown(game: Game) -> QuerySet[Message]:
    messages = Message.objects.filter(game=game)
    if game.horizon is not None and game.horizon.before is not None:
        messages = messages.filter(at__lt=game.horizon.before)
    return messages


def hides_messages(game: Game, reader: int) -> bool:
    """Whether a reader has blocked somebody who wrote at a table."""
    return _shown(game).filter(author__in=blocked_by(reader)).exists()


def last_message(game: Game, reader: int = NOBODY) -> int:
    """The id of the last message at a table that a reader sees, 0 for none."""
    return messages_of(game, reader).aggregate(last=Max("pk"))["last"] or 0


def talk_mark(game: Game, reader: int = NOBODY) -> tuple[object, ...]:
    """A value that changes whenever the talk at a table does, as a reader sees it."""
    if game.horizon is not None:
        return _marked(messages_of(game, reader)).first() or NO_TALK
    return tuple(_talk_mark.first(game.pk, reader) or NO_TALK)


def _marked(messages: QuerySet[Message]) -> QuerySet[Message, tuple[object, ...]]:
    by_game = messages.order_by("game").values("game")
    marks = by_game.annotate(last=Max("pk"), removed=Max("removed_at"), count=Count("pk"))
    return marks.values_list("last", "removed", "count")


_talk_mark: Final = sql.PreparedValues(
    lambda game, reader: _marked(heard_by(reader, Message.objects.filter(game=game)))
)


class GamePosition(NamedTuple):
    """The position of a game: its key, its last event, the last message at its table.

    ``delayed`` says that spectators may not know it.
    """

    game: int
    version: int
    said: int
    delayed: bool


def position_of(games: QuerySet[Game], reader: int = NOBODY) -> GamePosition | None:
    """The position of the only game of a query, in one small row; None without a log."""
    said = heard_by(reader, Message.objects.filter(game=OuterRef("pk")))
    last = said.order_by("-pk").values("pk")[:1]
    found = games.filter(version__gte=0).annotate(said=Subquery(last))
    row = found.values_list("pk", "version", "said", "spectator_turns", "spectator_hours").first()
    return None if row is None else GamePosition(row[0], row[1], row[2] or 0, any(row[3:]))
