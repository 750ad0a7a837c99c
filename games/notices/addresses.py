"""The names that a mail goes by, and the addresses that stand in it.

All follow from the game, the decision and the person, so that a mail rendered twice is one mail to
every program that reads it, and all mails of a game are one conversation.
"""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse

from games.notices.models import Notice
from games.notices.unsubscribing import MUTE, TURNS, make_token
from games.people.models import Person
from games.tables.models import Game


def message_id(notice: Notice, *, game: Game, person: Person) -> str:
    """Gets the Message-ID of the mail that this notice leads."""
    decision = f".d{notice.decision}" if notice.decision >= 0 else ""
    number = str(notice.number) if notice.number else ""
    reader = _reader(game, person)
    return f"<g{game.code}{decision}.{notice.kind}{number}.p{reader}@{settings.MAIL_DOMAIN}>"


def answer_id(key: str, *, game: Game, person: Person) -> str:
    """Gets the Message-ID of the answer to what was asked under an idempotency key."""
    return f"<g{game.code}.{key}.p{_reader(game, person)}@{settings.MAIL_DOMAIN}>"


def root_id(*, game: Game, person: Person) -> str:
    """Gets the id that every mail of this game to this person refers to.

    No mail bears it. Mail programs make a conversation of what refers to one id.
    """
    return f"<g{game.code}.p{_reader(game, person)}@{settings.MAIL_DOMAIN}>"


def list_id(game: Game) -> str:
    """Gets the List-Id of a game (RFC 2919)."""
    return f"<game-{game.code}.{settings.MAIL_DOMAIN}>"


def game_url(game: Game) -> str:
    return settings.SITE_URL + reverse("game", args=[game.code])


def settings_url() -> str:
    return settings.SITE_URL + reverse("preferences")


def mute_url(*, game: Game, person: Person) -> str:
    """Gets the address that mutes one game; POST acts (RFC 8058)."""
    return _unsubscribe_url(MUTE, make_token(MUTE, person_id=person.pk, game_code=game.code))


def turns_off_url(person: Person) -> str:
    """Gets the address that stops all mails about turns; POST acts."""
    return _unsubscribe_url(TURNS, make_token(TURNS, person_id=person.pk))


def mute_mailto(*, game: Game, person: Person) -> str:
    """Gets the mail address that mutes one game, for programs that know no other way."""
    token = make_token(MUTE, person_id=person.pk, game_code=game.code)
    return f"mailto:unsubscribe@{settings.MAIL_DOMAIN}?subject={quote(f'{MUTE} {token}', safe='')}"


def _unsubscribe_url(purpose: str, token: str) -> str:
    return settings.SITE_URL + reverse("unsubscribe", args=[purpose, token])


def _reader(game: Game, person: Person) -> str:
    return hashlib.sha256(f"{game.code} {person.pk}".encode()).hexdigest()[:12]
