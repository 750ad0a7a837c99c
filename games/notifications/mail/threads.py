"""The thread a mail belongs to: its subject, its ids, why one gets it and how to leave it.

A game is one conversation, a topic is one, and so is the daily digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.notifications.mail import identifiers
from games.notifications.mail.message import Envelope
from games.notifications.mail.unsubscribe import KIND, MUTE, TURNS
from games.notifications.models import NoticeKind
from games.notifications.preferences import DIGEST
from games.notifications.registry import Topic
from games.people.models import Person
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class MailThread:
    """``key`` names it in ids. ``about`` and ``name`` are its title, ``url`` is its page.

    ``why`` says why one gets its mails, ``ways`` how to get fewer: labels and addresses. The first
    way is also what a mail program's own button does with one click (RFC 8058), and ``mailto`` the
    same for programs that write a mail instead (RFC 2369).
    """

    key: str
    about: str
    name: str
    url: str
    why: str
    ways: tuple[tuple[str, str], ...]
    mailto: str

    @property
    def subject(self) -> str:
        """The subject of all its mails: mail programs thread only where it is constant."""
        return f"[{settings.SITE_NAME}] " + " · ".join(filter(None, (self.about, self.name)))

    @property
    def head(self) -> dict[str, Any]:
        """What mail/layout.html and mail/parts/footer.txt show."""
        return {
            "about": self.about,
            "about_name": self.name,
            "about_url": self.url,
            "why": self.why,
            "ways": self.ways,
            "subject": self.subject,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }

    def envelope(
        self,
        *,
        person: Person,
        address: str,
        message_id: str,
        kind: str,
        now: datetime,
        reply_to: str = "",
        answer: str | None = None,
    ) -> Envelope:
        """The headers of a mail of this conversation."""
        title = " ".join(filter(None, (settings.SITE_NAME, self.about, self.name)))
        return Envelope(
            to_name=person.name,
            to_address=address,
            subject=self.subject,
            message_id=message_id,
            kind=kind,
            root=identifiers.thread_id(self.key, person),
            list_id=identifiers.list_id(self.key),
            # A phrase (RFC 5322): what is no letter or digit might mean something there.
            list_name=" ".join("".join(c if c.isalnum() else " " for c in title).split()),
            unsubscribe=(self.ways[0][1], self.mailto),
            language=person.language,
            date=now,
            reply_to=reply_to,
            answer=answer,
        )


def game_thread(game: Game, board: str, person: Person) -> MailThread:
    """The conversation of a game for who sits at it; ``board`` is the name of its board."""
    mute = identifiers.stop_url(MUTE, person, game_code=game.code)
    return MailThread(
        key=identifiers.game_key(game),
        about=board,
        name=game.code,
        url=identifiers.game_url(game),
        why=_("You get this mail because you sit at this table."),
        ways=(
            (_("No more mail about this game"), mute),
            (_("No more mail about turns"), identifiers.stop_url(TURNS, person)),
            _settings(),
        ),
        mailto=identifiers.stop_mailto(MUTE, person, game_code=game.code),
    )


def bystander_thread(game: Game, board: str, person: Person, kind: str) -> MailThread:
    """The conversation of a game for who does not sit at it, and hears of one kind of news."""
    return MailThread(
        key=identifiers.game_key(game),
        about=board,
        name=game.code,
        url=identifiers.game_url(game),
        why=_("You get this mail because you have to do with this game."),
        ways=(_stop_kind(person, kind), _settings()),
        mailto=identifiers.stop_mailto(KIND, person, kind=kind),
    )


def topic_thread(topic: str, thread: Topic, person: Person, kind: str) -> MailThread:
    """The conversation of a topic."""
    return MailThread(
        key=identifiers.topic_key(topic),
        about="",
        name=thread.name,
        url=thread.url,
        why=thread.why,
        ways=(_stop_kind(person, kind), _settings()),
        mailto=identifiers.stop_mailto(KIND, person, kind=kind),
    )


def digest_thread(person: Person) -> MailThread:
    """The conversation of a person's digests."""
    stop = identifiers.stop_url(DIGEST, person)
    return MailThread(
        key="daily-digest",
        about="",
        name=_("Your games today"),
        url=settings.SITE_URL + "/",
        why=_("You get this mail because you chose one mail a day about all your games."),
        ways=((_("No more daily mail"), stop), _settings()),
        mailto=identifiers.stop_mailto(DIGEST, person),
    )


def _stop_kind(person: Person, kind: str) -> tuple[str, str]:
    label = _("No more mail of this kind: %(kind)s") % {"kind": NoticeKind(kind).label}
    return label, identifiers.stop_url(KIND, person, kind=kind)


def _settings() -> tuple[str, str]:
    return _("Settings"), identifiers.settings_url()
