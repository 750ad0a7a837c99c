"""Stop mails by the signed link in one of them: no log-in, no session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django.core import signing
from django.utils.timezone import now

from games.notifications.mail.opt_outs import opt_out
from games.notifications.models import NoticeKind, OptOut
from games.notifications.preferences import (
    ALL_KINDS,
    DIGEST,
    TURN_KINDS,
    preferences_of,
    set_wanted,
)
from games.people.models import Person
from games.tables.models import Game, Seat

MUTE: Final = "mute"
TURNS: Final = "turns"
GAMES: Final = "games"
"""All mails about games. Only the header of a mail has such a token: it is not passed on."""
KIND: Final = "kind"
INVITES: Final = "invites"
"""Invitations from the whole site to one address, which may have no account."""
UNDO_WITHIN: Final = timedelta(hours=1)
"""The time within which unsubscribing can be undone."""
PURPOSES: Final = (MUTE, TURNS, GAMES, KIND, DIGEST, INVITES)


class BadToken(ValueError):
    """The link was cut short or made up."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """The subscription of a token. ``seat`` and ``person`` are None once they are gone.

    One of invitations has neither, but the ``digest`` of an address.
    """

    purpose: str
    person: Person | None
    game: Game | None
    seat: Seat | None
    kind: str = ""
    digest: str = ""

    @property
    def active(self) -> list[str]:
        """What still comes: kinds of mails, or the purpose itself."""
        if self.purpose == INVITES:
            return [] if OptOut.objects.filter(digest=self.digest).exists() else [INVITES]
        if self.purpose == MUTE:
            return [MUTE] if self.seat is not None and not self.seat.muted else []
        if self.person is None:
            return []
        preferences = preferences_of(self.person)
        return [str(kind) for kind in self.kinds if preferences.wants(kind)]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of notices that it is about, where it is about kinds."""
        known = {DIGEST: (DIGEST,), TURNS: TURN_KINDS, GAMES: ALL_KINDS}
        return tuple(known.get(self.purpose, (self.kind,)))

    def for_one_game(self) -> Subscription:
        """The part of a subscription to all games that is about the game of its mail.

        :raises BadToken: if the token is for something else.
        """
        if self.purpose != GAMES or self.game is None:
            raise BadToken(self.purpose)
        return replace(self, purpose=MUTE)

    @property
    def kind_name(self) -> str:
        """The label of a single kind, in the active language."""
        return str(NoticeKind(self.kind).label) if self.kind else ""


def make_unsubscribe_token(
    purpose: str, *, person_id: int, game_code: str = "", kind: str = ""
) -> str:
    """The token for one purpose, one person and, to mute, one game, or one kind of notice.

    It does not expire: mails are kept for years, and it can do nothing but stop mails.
    """
    content = {"p": person_id, "g": game_code}
    return _signer(purpose).sign_object({**content, "k": kind} if kind else content)


def make_opt_out_token(digest: str) -> str:
    """The token that stops all invitations to the address of this digest; it does not expire."""
    return _signer(INVITES).sign_object({"a": digest})


def read_unsubscribe_token(purpose: str, token: str) -> Subscription:
    """Read the subscription of a token.

    :raises BadToken: if it was not made here for this purpose.
    """
    if purpose not in PURPOSES:
        raise BadToken(purpose)
    try:
        content: dict[str, Any] = _signer(purpose).unsign_object(token)
    except signing.BadSignature as error:
        raise BadToken(str(error)) from error
    if purpose == INVITES:
        return Subscription(purpose, None, None, None, digest=content["a"])
    person = Person.objects.filter(pk=content["p"]).first()
    game = Game.objects.filter(code=content["g"]).first() if content["g"] else None
    seat = Seat.objects.filter(game=game, person=person).first() if person and game else None
    return Subscription(purpose, person, game, seat, content.get("k", ""))


def stop_subscription(*, subscription: Subscription) -> str:
    """Stop the mails that the token is about. Twice is as once.

    The result is a key that takes exactly this back within the hour, or "" where nothing still
    came. The token itself does not: mails with it are passed on, and their readers must not bring
    back what the person had stopped.
    """
    stopped = subscription.active
    if not stopped:
        return ""
    _set(subscription, stopped, wanted=False)
    return _undo_signer(subscription).sign_object(stopped)


def resume_subscription(*, subscription: Subscription, key: str) -> None:
    """Undo what :func:`stop_subscription` stopped when it gave this key.

    :raises BadToken: if the key is not of this token, or older than an hour.
    """
    try:
        stopped = _undo_signer(subscription).unsign_object(key, max_age=UNDO_WITHIN)
    except signing.BadSignature as error:
        raise BadToken(str(error)) from error
    _set(subscription, stopped, wanted=True)


def _set(subscription: Subscription, what: list[str], *, wanted: bool) -> None:
    if subscription.purpose == INVITES:
        if wanted:
            OptOut.objects.filter(digest=subscription.digest).delete()
        else:
            opt_out(digest=subscription.digest, now=now())
    elif subscription.purpose != MUTE:
        if subscription.person:
            set_wanted(person=subscription.person, kinds=what, wanted=wanted)
    elif subscription.seat:
        Seat.objects.filter(pk=subscription.seat.pk).update(muted=not wanted)
        subscription.seat.muted = not wanted


def _undo_signer(subscription: Subscription) -> signing.TimestampSigner:
    person = subscription.person.pk if subscription.person else 0
    seat = subscription.seat.pk if subscription.seat else 0
    about = f"{subscription.purpose}.{person}.{seat}.{subscription.kind}{subscription.digest}"
    return signing.TimestampSigner(salt=f"games.notices.unsubscribe.undo.{about}")


def _signer(purpose: str) -> signing.Signer:
    # A salt for each purpose: a token that mutes one game cannot stop all mails.
    return signing.Signer(salt=f"games.notices.unsubscribe.{purpose}")
