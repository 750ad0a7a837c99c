"""Closing one's own account for good: the person is forgotten, the games stay."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts.leaving import leave_everything
from games.errors import Refused
from games.feeds.models import Feed
from games.leagues.models import SeasonMessage
from games.notices.models import AccountMail, Bounce, Mail, Notice, ReplyAddress, Wishes
from games.orders.models import StandingOrder
from games.people import names
from games.people.locking import lock_person
from games.people.models import LoginLink, Person
from games.people.sanctions import Appeal
from games.people.traces import DeviceTrace
from games.play.models import HeldMove
from games.talk.remove import forget_person
from games.webhooks.models import Webhook

PERSON = "person"
NOWHERE = "closed.invalid"
"""RFC 2606: no mail ever goes there."""

PRIVATE = (
    Mail, Notice, ReplyAddress, Wishes, Bounce, Feed, Webhook, LoginLink, StandingOrder, HeldMove,
    DeviceTrace,
)  # fmt: skip


@transaction.atomic
def close_account(*, person: Person, now: datetime) -> None:
    """Leaves all tables and forgets who the person was: name, addresses, words, mails.

    What a game needs stays, under a name that tells nothing: seats, results, ratings. Sessions end
    with the password, and links and addresses with their rows. The same mail address can sign up
    anew.

    :raises Refused: if the person holds an office, which somebody else must take over first.
    """
    locked = lock_person(person)
    if locked.is_staff or locked.is_superuser or locked.groups.exists():
        raise Refused(_("You hold an office on this site. Let an administrator end it first."))
    if locked.directed_leagues.exists():
        raise Refused(_("You direct a league. Let another director take your place first."))
    leave_everything(person=locked, actor=PERSON, now=now)
    forget_person(person=locked, now=now)
    addresses = EmailAddress.objects.filter(user=locked)
    AccountMail.objects.filter(recipient__in=addresses.values("email")).delete()
    addresses.delete()
    Authenticator.objects.filter(user=locked).delete()
    for model in PRIVATE:
        model.objects.filter(person=locked).delete()
    SeasonMessage.objects.filter(author=locked).delete()
    Appeal.objects.filter(sanction__person=locked).delete()
    locked.name = f"{names.FORMER}{locked.pk}"
    # Nobody can take such a name, so what it looks like needs no guard.
    locked.name_key = locked.name_skeleton = f"#{locked.pk}"
    locked.email = f"{locked.name}@{NOWHERE}"
    locked.is_active = False
    locked.set_unusable_password()
    locked.save()
