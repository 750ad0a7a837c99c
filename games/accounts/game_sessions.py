"""Sessions for one game, opened by the link in a mail for people who only play by mail.

A mail may have been forwarded. So the link works once, for one decision, and opens no sign-in:
games/accounts/game_session_guard.py allows it moves and talk at that table, and nothing else.

Decision 10 says why.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.accounts.models import END_SALT, GameSession
from games.common.errors import Refused
from games.common.links import site_url
from games.notifications.mail.return_addresses import token_digest
from games.notifications.models import ReplyAddress
from games.people.models import Person
from games.tables.models import GameStatus

LASTS: Final = timedelta(hours=12)


class BadLink(ValueError):
    """The link is incomplete or forged."""


def plays_by_address_alone(person: Person) -> bool:
    """Whether a person has no other way to sign in than by mail, and no office.

    People with a password, a passkey or a second factor must use it, whatever link they have.
    """
    return (
        person.is_active
        and not person.has_usable_password()
        and not person.is_bot_account
        and not (person.is_staff or person.is_superuser or person.groups.exists())
        and not person.directed_leagues.exists()
        and not Authenticator.objects.filter(user=person).exists()
    )


def find_link(*, token: str, code: str) -> ReplyAddress | None:
    """Return the valid row of a token in the main link of a mail about a game.

    It is valid if it is unused, its decision is open, and its person has the seat.
    """
    return (
        ReplyAddress.objects.select_related("person", "seat__game")
        .defer("seat__game__secret")
        .filter(
            link=token_digest(token),
            decision=F("seat__decision"),
            person=F("seat__person"),
            person__is_active=True,
            seat__game__code=code,
            seat__game__status=GameStatus.RUNNING,
        )
        .first()
    )


@transaction.atomic
def begin_game_session(
    *, token: str, code: str, browser: str, system: str, now: datetime
) -> GameSession:
    """Use up a link: open a session for its game, and tell the owner of the address by mail.

    :raises Refused: if the link has been used, its decision is answered, or its person signs in in
        another way.
    """
    found = find_link(token=token, code=code)
    used = 0
    if found is not None and plays_by_address_alone(found.person):
        # Of two browsers, only one changes the row.
        used = ReplyAddress.objects.filter(pk=found.pk, link=found.link).update(link=None)
    if found is None or not used:
        raise Refused(
            _("This link has been used, or the game has moved on. Sign in with a code instead.")
        )
    session = GameSession.objects.create(
        person=found.person,
        seat=found.seat,
        sign_in_mark=found.person.sign_in_digest,
        browser=browser,
        system=system,
        began_at=now,
        ends_at=now + LASTS,
    )
    _notify_owner(session)
    return session


def _notify_owner(session: GameSession) -> None:
    person, game = session.person, session.seat.game
    context = {
        "game": f"{game.board_name} {game.code}",
        "until": session.ends_at,
        "end_url": site_url("end-game-session", session.end_token),
    }
    with translation.override(person.language), timezone.override(person.zone):
        get_adapter().send_notification_mail("account/email/continued_by_link", person, context)


def game_session_at(*, pk: int, code: str, now: datetime) -> GameSession | None:
    """Return the session with this id, if it belongs to this game and is still valid.

    It ends after its hours, with the game, with a hand-over of the seat, with a ban, when the
    account is closed, and when its person gets a password or another way to sign in.
    """
    found = (
        GameSession.objects.select_related("person", "seat__game")
        .defer("seat__game__secret")
        .filter(
            pk=pk,
            ends_at__gt=now,
            person=F("seat__person"),
            seat__game__code=code,
            seat__game__status=GameStatus.RUNNING,
        )
        .first()
    )
    if found is None or found.sign_in_mark != found.person.sign_in_digest:
        return None
    return found if plays_by_address_alone(found.person) else None


def read_end_token(token: str) -> GameSession | None:
    """Return the session of a token; None if it has ended.

    :raises BadLink: if the token was not made here.
    """
    try:
        pk = signing.loads(token, salt=END_SALT)
    except signing.BadSignature as error:
        raise BadLink from error
    return GameSession.objects.select_related("seat__game", "person").filter(pk=pk).first()


def end_game_session(*, session: GameSession) -> None:
    """End a session, in whichever browser it is."""
    GameSession.objects.filter(pk=session.pk).delete()
