"""The conversation that a mail belongs to: its subject, its names, and how to leave it.

A game is one conversation, a topic is one, and so is the daily digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.notices import addresses
from games.notices.kinds import Thread
from games.notices.message import Envelope
from games.notices.models import NoticeKind
from games.notices.unsubscribing import KIND, MUTE, TURNS
from games.notices.wishes import DIGEST
from games.people.models import Person
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class Conversation:
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
        """What mail/frame.html and mail/parts/foot.txt show."""
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
        """Gets the headers of a mail of this conversation."""
        title = " ".join(filter(None, (settings.SITE_NAME, self.about, self.name)))
        return Envelope(
            to_name=person.name,
            to_address=address,
            subject=self.subject,
            message_id=message_id,
            kind=kind,
            root=addresses.root_id(self.key, person),
            list_id=addresses.list_id(self.key),
            # A phrase (RFC 5322): what is no letter or digit might mean something there.
            list_name=" ".join("".join(c if c.isalnum() else " " for c in title).split()),
            unsubscribe=(self.ways[0][1], self.mailto),
            language=person.language,
            date=now,
            reply_to=reply_to,
            answer=answer,
        )


def about_game(game: Game, board: str, person: Person) -> Conversation:
    """Gets the conversation of a game for who sits at it; ``board`` is the name of its board."""
    mute = addresses.stop_url(MUTE, person, game_code=game.code)
    return Conversation(
        key=addresses.game_key(game),
        about=board,
        name=game.code,
        url=addresses.game_url(game),
        why=_("You get this mail because you sit at this table."),
        ways=(
            (_("No more mail about this game"), mute),
            (_("No more mail about turns"), addresses.stop_url(TURNS, person)),
            _settings(),
        ),
        mailto=addresses.stop_mailto(MUTE, person, game_code=game.code),
    )


def beside_game(game: Game, board: str, person: Person, kind: str) -> Conversation:
    """Gets the conversation of a game for who does not sit at it, and hears of one kind of news."""
    return Conversation(
        key=addresses.game_key(game),
        about=board,
        name=game.code,
        url=addresses.game_url(game),
        why=_("You get this mail because you have to do with this game."),
        ways=(_stop_kind(person, kind), _settings()),
        mailto=addresses.stop_mailto(KIND, person, kind=kind),
    )


def about_topic(topic: str, thread: Thread, person: Person, kind: str) -> Conversation:
    """Gets the conversation of a topic."""
    return Conversation(
        key=addresses.topic_key(topic),
        about="",
        name=thread.name,
        url=thread.url,
        why=thread.why,
        ways=(_stop_kind(person, kind), _settings()),
        mailto=addresses.stop_mailto(KIND, person, kind=kind),
    )


def daily(person: Person) -> Conversation:
    """Gets the conversation of a person's digests."""
    stop = addresses.stop_url(DIGEST, person)
    return Conversation(
        key="daily-digest",
        about="",
        name=_("Your games today"),
        url=settings.SITE_URL + "/",
        why=_("You get this mail because you chose one mail a day about all your games."),
        ways=((_("No more daily mail"), stop), _settings()),
        mailto=addresses.stop_mailto(DIGEST, person),
    )


def _stop_kind(person: Person, kind: str) -> tuple[str, str]:
    label = _("No more mail of this kind: %(kind)s") % {"kind": NoticeKind(kind).label}
    return label, addresses.stop_url(KIND, person, kind=kind)


def _settings() -> tuple[str, str]:
    return _("Settings"), addresses.settings_url()
