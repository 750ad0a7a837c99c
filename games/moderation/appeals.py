"""Appeal once against a sanction, and decide appeals; the link needs no session (decision 83).

The link is in the mail about the sanction, and a banned person is redirected to it after signing
in. Another moderator than the one who imposed the sanction decides, if there is one.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.moderation.audit import SHORTEST_REASON, record, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import (
    NotAllowed,
    is_moderator,
    require_role_over_person,
    site_moderators,
)
from games.moderation.sanctions import SANCTION_ACTIONS, lift
from games.people.models import Person
from games.people.sanctions import (
    Appeal,
    AppealStatus,
    Sanction,
    SanctionKind,
    sanctions_in_force,
)

SALT: Final = "games.moderation.appeal"
LONGEST_APPEAL: Final = 2_000
APPEALABLE: Final = (SanctionKind.MUTE, SanctionKind.SUSPENSION, SanctionKind.BAN)
"""A warning forbids nothing."""


def make_token(sanction: Sanction) -> str:
    """The token of the page on which the person reads about a sanction, and appeals."""
    return signing.dumps(sanction.pk, salt=SALT)


def read_token(token: str) -> Sanction | None:
    """The sanction of a token, with its person; None if it was not made here, or that is gone."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Sanction.objects.filter(pk=pk, kind__in=APPEALABLE).select_related("person").first()


def why_no_appeal(sanction: Sanction, *, now: datetime) -> str:
    """Return why a sanction cannot be appealed (any more); "" if it can."""
    if Appeal.objects.filter(sanction=sanction).exists():
        return _("You have already appealed against this decision. You can only do so once.")
    if not sanctions_in_force(sanction.person, now=now).filter(pk=sanction.pk).exists():
        return _("This is no longer in force.")
    return ""


@transaction.atomic
def file_appeal(*, sanction: Sanction, text: str, now: datetime) -> Appeal:
    """Store an appeal against a sanction.

    :raises Refused: if there is one already, the sanction has ended, or the text is empty.
    """
    locked = Sanction.objects.select_for_update(of=("self",)).select_related("person")
    found = locked.get(pk=sanction.pk)
    text = text.replace("\x00", "").strip()
    if why := why_no_appeal(found, now=now):
        raise Refused(why)
    if len(text) < SHORTEST_REASON:
        raise Refused(_("Explain why the decision is wrong."))
    if len(text) > LONGEST_APPEAL:
        raise Refused(
            _("An appeal can have up to %(most)d characters. Shorten it.")
            % {"most": LONGEST_APPEAL}
        )
    return Appeal.objects.create(sanction=found, text=text, at=now)


def open_appeals_for(person: Person) -> list[Appeal]:
    """The appeals that wait for a moderator, the oldest first."""
    if not is_moderator(person):
        return []
    waiting = Appeal.objects.filter(status=AppealStatus.OPEN).select_related("sanction__person")
    own = set(_sanctions_by(person).values_list("data__sanction", flat=True))
    return [found for found in waiting if _why_not(person, found, found.sanction_id in own) == ""]


def why_not_decide(person: Person, appeal: Appeal) -> str:
    """The reason why a person may not decide about an appeal; "" where they may."""
    own = _sanctions_by(person).filter(data__sanction=appeal.sanction_id)
    return _why_not(person, appeal, own.exists())


def _sanctions_by(person: Person) -> QuerySet[AuditEntry]:
    """The entries of the audit log of sanctions that a person imposed and that still hold."""
    return AuditEntry.objects.filter(actor=person, action__in=SANCTION_ACTIONS, undone_by=None)


def _why_not(person: Person, appeal: Appeal, own: bool) -> str:
    try:
        require_role_over_person(person, appeal.sanction.person)
    except NotAllowed as refusal:
        return str(refusal)
    if not own:
        return ""
    others = site_moderators().exclude(pk__in=[person.pk, appeal.sanction.person_id])
    if others.exists():
        return _("Another moderator has to decide an appeal against your own decision.")
    return ""


@transaction.atomic
def decide_appeal(
    *, actor: Person, appeal: Appeal, granted: bool, reason: str, now: datetime
) -> AuditEntry:
    """Decide an appeal, and notify the person: the sanction is lifted, or it stays.

    :raises NotAllowed: if the actor may not.
    :raises Refused: if somebody has decided already, or there is no reason.
    """
    locked = Appeal.objects.select_for_update(of=("self",)).select_related("sanction__person")
    found = locked.get(pk=appeal.pk)
    person = found.sanction.person
    role = authority(actor, ModerationAction.DENY_APPEAL, person=person).role
    if why := why_not_decide(actor, found):
        raise NotAllowed(why)
    if found.status != AppealStatus.OPEN:
        raise Refused(_("This appeal has already been decided."))
    text = tidy_reason(reason)
    found.status = AppealStatus.GRANTED if granted else AppealStatus.DENIED
    found.settled_by, found.settled_at = actor, now
    found.save(update_fields=["status", "settled_by", "settled_at"])
    if granted:
        return lift(actor=actor, sanction=found.sanction, reason=text, now=now)
    return record(
        actor=actor,
        role=role,
        action=ModerationAction.DENY_APPEAL,
        subject=person,
        notify=[person],
        reason=text,
        data={"sanction": found.sanction_id},
        now=now,
    )


def ban_page(person: Person) -> str | None:
    """The path of the page about the ban of a person; None if they are not banned."""
    ban = sanctions_in_force(person, now=now()).filter(kind=SanctionKind.BAN).first()
    return reverse("appeal", args=[make_token(ban)]) if ban else None
