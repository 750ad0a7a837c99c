"""Message-IDs, thread ids, List-Ids and the links that stand in mails.

All follow from the thread, the decision and the person, so that a mail rendered twice is one
mail to every program that reads it, and all mails of a game are one thread.
"""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from django.conf import settings

from games.common.links import site_url
from games.notifications.mail.unsubscribe import make_unsubscribe_token
from games.notifications.models import Notice
from games.people.models import Person
from games.tables.models import Game


def game_key(game: Game) -> str:
    """The key of a game's thread."""
    return f"g{game.code}"


def topic_key(topic: str) -> str:
    """The key of the thread of a topic.

    >>> topic_key("season:12")
    'season-12'
    """
    return "".join(sign if sign.isalnum() else "-" for sign in topic)


def message_id(notice: Notice, *, key: str, person: Person) -> str:
    """The Message-ID of the mail that this notice leads, in the thread of this key."""
    parts = [
        f"d{notice.decision}" if notice.decision >= 0 else "",
        f"{notice.kind}{notice.number or ''}",
        notice.key,
        # A mail about the deadline before was stored without this, and dropped.
        f"moved{notice.data['moved']}" if "moved" in notice.data else "",
    ]
    return named_id(".".join(filter(None, parts)), key=key, person=person)


def answer_id(name: str, *, game: Game, person: Person) -> str:
    """The Message-ID of the answer to what was asked under an idempotency key."""
    return named_id(name, key=game_key(game), person=person)


def named_id(name: str, *, key: str, person: Person) -> str:
    """The Message-ID of the mail of this name in the thread of this key."""
    return f"<{key}.{name}.p{_reader(key, person)}@{settings.MAIL_DOMAIN}>"


def thread_id(key: str, person: Person) -> str:
    """The id that every mail of a thread to this person refers to.

    No mail bears it. Mail programs make a thread of what refers to one id.
    """
    return f"<{key}.p{_reader(key, person)}@{settings.MAIL_DOMAIN}>"


def list_id(key: str) -> str:
    """The List-Id of a thread (RFC 2919).

    >>> list_id("gabcd2345")
    '<game-abcd2345.localhost.localdomain>'
    """
    name = f"game-{key[1:]}" if key.startswith("g") and "-" not in key else key
    return f"<{name}.{settings.MAIL_DOMAIN}>"


def stop_url(purpose: str, person: Person, *, game_code: str = "", kind: str = "") -> str:
    """The address that unsubscribes from what a purpose names; POST acts (RFC 8058)."""
    token = make_unsubscribe_token(purpose, person_id=person.pk, game_code=game_code, kind=kind)
    return site_url("unsubscribe", purpose, token)


def ways_to_stop(purpose: str, token: str) -> tuple[str, ...]:
    """The ways to unsubscribe for List-Unsubscribe: by POST, and by mail where mail is read."""
    url = site_url("unsubscribe", purpose, token)
    if not settings.REPLY_BY_MAIL:
        return (url,)
    subject = quote(f"{purpose} {token}", safe="")
    return url, f"mailto:unsubscribe@{settings.MAIL_DOMAIN}?subject={subject}"


def _reader(key: str, person: Person) -> str:
    return hashlib.sha256(f"{key} {person.pk}".encode()).hexdigest()[:12]
