"""Stops mails for who answers the mail address in List-Unsubscribe (RFC 2369)."""

from __future__ import annotations

from typing import Final

from games.notices.unsubscribing import BadToken, read_token, stop
from games.people.models import Person
from games.tables.models import Game

UNSUBSCRIBE: Final = "unsubscribe"


def stop_mails(*, subject: str) -> tuple[Person | None, Game | None]:
    """Does what a subject such as "mute TOKEN" says; gets whose mails stopped, of which game.

    The token is the whole authority: mail programs send such messages by themselves, and from
    whatever address they like. Nobody is answered.
    """
    purpose, _space, token = subject.strip().partition(" ")
    try:
        subscription = read_token(purpose.lower(), "".join(token.split()))
    except BadToken:
        return None, None
    stop(subscription=subscription)
    return subscription.person, subscription.game
