"""Stops mails on behalf of whoever holds the link in one: no log-in, no session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core import signing

from games.people.models import Person
from games.tables.models import Game, Seat

MUTE: Final = "mute"
TURNS: Final = "turns"
PURPOSES: Final = (MUTE, TURNS)


class BadToken(ValueError):
    """The link was cut short or made up."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a token is about. ``seat`` and ``person`` are None once they are gone."""

    purpose: str
    person: Person | None
    game: Game | None
    seat: Seat | None

    @property
    def active(self) -> bool:
        """Whether mails still come."""
        if self.purpose == MUTE:
            return self.seat is not None and not self.seat.muted
        return self.person is not None and self.person.mail_turns


def make_token(purpose: str, *, person_id: int, game_code: str = "") -> str:
    """Gets the token for one purpose, one person and, to mute, one game.

    It does not expire: mails are kept for years, and it can do nothing but stop mails.
    """
    return _signer(purpose).sign_object({"p": person_id, "g": game_code})


def read_token(purpose: str, token: str) -> Subscription:
    """Gets what a token is about.

    :raises BadToken: if it was not made here for this purpose.
    """
    if purpose not in PURPOSES:
        raise BadToken(purpose)
    try:
        content: dict[str, Any] = _signer(purpose).unsign_object(token)
    except signing.BadSignature as error:
        raise BadToken(str(error)) from error
    person = Person.objects.filter(pk=content["p"]).first()
    game = Game.objects.filter(code=content["g"]).first() if content["g"] else None
    seat = Seat.objects.filter(game=game, person=person).first() if person and game else None
    return Subscription(purpose, person, game, seat)


def set_mails(*, subscription: Subscription, wanted: bool) -> None:
    """Stops the mails that the token is about, or lets them come again. Twice is as once."""
    if subscription.purpose == MUTE and subscription.seat:
        Seat.objects.filter(pk=subscription.seat.pk).update(muted=not wanted)
        subscription.seat.muted = not wanted
    elif subscription.purpose == TURNS and subscription.person:
        Person.objects.filter(pk=subscription.person.pk).update(mail_turns=wanted)
        subscription.person.mail_turns = wanted


def _signer(purpose: str) -> signing.Signer:
    # A salt for each purpose: a token that mutes one game cannot stop all mails.
    return signing.Signer(salt=f"games.notices.unsubscribe.{purpose}")
