"""Subjects of mails, one a thread, with its ids, why a mail is sent, and links to unsubscribe.

A game is one thread, a topic is one, and so is the daily digest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.notifications.mail import identifiers
from games.notifications.mail.unsubscribe import (
    GAMES,
    KIND,
    MUTE,
    TURNS,
    make_unsubscribe_token,
)
from games.notifications.models import NoticeKind
from games.notifications.preferences import DIGEST
from games.notifications.registry import Topic
from games.people.models import Person
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class MailThread:
    """``key`` names it in ids. ``board`` ("" for no game) and ``name`` are its title.

    ``url`` is its page, ``reason`` a sentence that says why its mails are sent,
    ``unsubscribe_links`` are labels with addresses. ``unsubscribe`` is the purpose and token of
    what a mail program's own button stops (RFC 2369, RFC 8058).
    """

    key: str
    board: str
    name: str
    url: str
    reason: str
    unsubscribe_links: tuple[tuple[str, str], ...]
    unsubscribe: tuple[str, str]

    @property
    def subject(self) -> str:
        """The subject of all its mails: mail programs thread only where it is constant."""
        return f"[{settings.SITE_NAME}] " + " · ".join(filter(None, (self.board, self.name)))

    @property
    def head(self) -> dict[str, Any]:
        """The context of mail/layout.html and mail/parts/footer.txt."""
        return {
            "thread_board": self.board,
            "thread_name": self.name,
            "thread_url": self.url,
            "reason": self.reason,
            "unsubscribe_links": self.unsubscribe_links,
            "subject": self.subject,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }

    @property
    def list_name(self) -> str:
        """The title as a phrase (RFC 5322), in which other signs might mean something."""
        title = " ".join(filter(None, (settings.SITE_NAME, self.board, self.name)))
        return " ".join("".join(c if c.isalnum() else " " for c in title).split())


def game_url(code: str, link: str = "") -> str:
    """The address of a game for a mail; ``link`` is the token of a decision, "" for none."""
    return site_url("continue", link, code) if link else site_url("game", code)


def game_thread(game: Game, person: Person, *, link: str = "") -> MailThread:
    """The thread of a game for a person who sits at it; ``link`` as in :func:`game_url`."""
    mute = identifiers.stop_url(MUTE, person, game_code=game.code)
    return MailThread(
        key=identifiers.game_key(game),
        board=game.board_name,
        name=game.title,
        url=game_url(game.code, link),
        reason=_("You are receiving this email because you are a player in this game."),
        unsubscribe_links=(
            (_("Unsubscribe from this game"), mute),
            (_("Unsubscribe from turn emails"), identifiers.stop_url(TURNS, person)),
            _settings(),
        ),
        unsubscribe=_token(GAMES, person, game_code=game.code),
    )


def bystander_thread(game: Game, person: Person, kind: str) -> MailThread:
    """The thread of a game for a person who does not sit at it and gets one kind of notice."""
    return replace(
        game_thread(game, person),
        reason=_("You are receiving this email because you are involved in this game."),
        unsubscribe_links=(_stop_kind(person, kind), _settings()),
        unsubscribe=_token(KIND, person, kind=kind),
    )


def topic_thread(topic: str, page: Topic, person: Person, kind: str) -> MailThread:
    """The thread of a topic."""
    return MailThread(
        key=identifiers.topic_key(topic),
        board="",
        name=page.name,
        url=page.url,
        reason=page.why,
        unsubscribe_links=(_stop_kind(person, kind), _settings()),
        unsubscribe=_token(KIND, person, kind=kind),
    )


def digest_thread(person: Person) -> MailThread:
    """The thread of a person's digests."""
    stop = identifiers.stop_url(DIGEST, person)
    return MailThread(
        key="daily-digest",
        board="",
        name=_("Your games today"),
        url=settings.SITE_URL + "/",
        reason=_(
            "You are receiving this email because you chose one email a day about all your games."
        ),
        unsubscribe_links=((_("Unsubscribe from the daily email"), stop), _settings()),
        unsubscribe=_token(DIGEST, person),
    )


def _token(purpose: str, person: Person, *, game_code: str = "", kind: str = "") -> tuple[str, str]:
    token = make_unsubscribe_token(purpose, person_id=person.pk, game_code=game_code, kind=kind)
    return purpose, token


def _stop_kind(person: Person, kind: str) -> tuple[str, str]:
    label = _("Unsubscribe from emails like this (%(kind)s)") % {"kind": NoticeKind(kind).label}
    return label, identifiers.stop_url(KIND, person, kind=kind)


def _settings() -> tuple[str, str]:
    return _("Settings"), site_url("notices")
