"""Whether what a notice tells is still so, and whether the person wants to hear it."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress

from games.notices.models import Notice, NoticeKind
from games.people.models import Person
from games.tables.models import GameStatus, Seat

ABOUT_A_DECISION = frozenset({NoticeKind.TURN, NoticeKind.REMINDER})


def address_of(person: Person) -> str | None:
    """Gets the address that mail may go to: verified, not bounced, of an active person."""
    if not person.is_active or person.mail_bounced:
        return None
    verified = EmailAddress.objects.filter(
        user=person, email__iexact=person.email, verified=True
    ).exists()
    return person.email if verified else None


def holds(notice: Notice, seat: Seat | None, person: Person) -> bool:
    """Whether a notice is still to be told; ``seat`` is where its person sits in its game."""
    if seat is None or seat.muted:
        return False
    if notice.kind in ABOUT_A_DECISION:
        return person.mail_turns and seat.decision == notice.decision
    if notice.kind == NoticeKind.STARTED:
        return seat.game.status == GameStatus.RUNNING
    return True


def mail_holds(notices: Iterable[Notice], seat: Seat | None, person: Person) -> bool:
    """Whether a stored mail may still go out.

    One that asks for a decision falls with that decision, whatever else it tells: the mail about
    the next decision tells it all.
    """
    notices = list(notices)
    if any(notice.kind == NoticeKind.OVER for notice in notices):
        return seat is not None and not seat.muted
    deciding = [notice for notice in notices if notice.kind in ABOUT_A_DECISION]
    return any(holds(notice, seat, person) for notice in deciding or notices)
