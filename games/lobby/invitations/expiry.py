"""Invitations end and are erased: after 14 days, with their table or club, with their inviter."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet

from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import VALID_FOR, valid_invitations
from games.notifications.models import AccountMail, DeliveryStatus
from games.people.models import Person

MAIL_KINDS: Final = ("invitation", "invitation_answer")
"""The kinds of account mails that belong to invitations."""


def expire_invitations(*, now: datetime) -> int:
    """End the invitations that nobody can accept any more, and erase those of 14 days ago.

    Return how many addresses were erased.
    """
    pending = EmailInvitation.objects.filter(status=InvitationStatus.PENDING)
    over = pending.exclude(pk__in=valid_invitations(now).values("pk"))
    pks = list(over.values_list("pk", flat=True))
    pending.filter(pk__in=pks).update(status=InvitationStatus.EXPIRED, next_at=None)
    return _erase(EmailInvitation.objects.filter(created_at__lte=now - VALID_FOR))


def forget_inviter(*, person: Person) -> None:
    """Delete the invitations of a person who closes the account, with their mails.

    Their own address is erased from the invitations that they have accepted. Unanswered ones stay
    for their 14 days, so that an inviter does not see that an account is gone.
    """
    mine = EmailInvitation.objects.filter(inviter=person)
    _erase_mails(list(mine.exclude(address="").values_list("address", flat=True)))
    # Invitations that are not sent yet would lead to an error.
    AccountMail.objects.filter(invitations__in=mine).delete()
    mine.delete()
    own = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    answered = EmailInvitation.objects.filter(
        address__in=list(own), status__in=(InvitationStatus.JOINED, InvitationStatus.DECLINED)
    )
    answered.update(address="")


@transaction.atomic
def _erase(rows: QuerySet[EmailInvitation]) -> int:
    found = list(rows.exclude(address="").values_list("pk", "address"))
    _erase_mails([address for _pk, address in found])
    EmailInvitation.objects.filter(pk__in=[pk for pk, _address in found]).update(address="")
    return len(found)


def _erase_mails(addresses: list[str]) -> None:
    """Delete the rows of mails to addresses, except what another invitation must still send."""
    mails = AccountMail.objects.filter(kind__in=MAIL_KINDS, recipient__in=addresses)
    mails.exclude(status=DeliveryStatus.PENDING).delete()
