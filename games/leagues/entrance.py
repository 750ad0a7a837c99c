"""Who may enter a league: change it, renew its invitation link, accept the invitation."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import BY_INVITATION, League
from games.people.models import Person
from games.tables.models import new_invitation


@transaction.atomic
def change_entrance(*, league: League, who: str, now: datetime) -> None:
    """Change who may enter a league, to an `Entrance`. Planned seasons keep their conditions.

    :raises Refused: if nothing changes.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if locked.entry == who:
        raise Refused(_("This is how it is already."))
    locked.entry = who
    if locked.by_invitation and not locked.invitation:
        locked.invitation = new_invitation()
    locked.save(update_fields=["entry", "invitation"])


def renew_invitation(*, league: League, now: datetime) -> None:
    """Replace the invitation link of a league. Those who used the old one stay invited.

    :raises Refused: if the league has no invitation link.
    """
    leagues = League.objects.filter(pk=league.pk, entry__in=BY_INVITATION)
    if not leagues.update(invitation=new_invitation()):
        raise Refused(_("This league has no invitation link."))


def find_by_invitation(slug: str, token: str) -> League | None:
    """The league that an invitation link leads to; None if the link is not valid."""
    found = League.objects.filter(slug=slug, invitation=token, entry__in=BY_INVITATION)
    return found.exclude(invitation="").first()


@transaction.atomic
def accept_invitation(*, league: League, token: str, person: Person) -> None:
    """Let a person who has the invitation link see the league and register for its seasons.

    :raises Refused: if the link is not valid any more.
    """
    League.objects.select_for_update().get(pk=league.pk)
    if find_by_invitation(league.slug, token) is None:
        raise Refused(_("This link is no longer valid. Ask a director for the new one."))
    league.invited.add(person)
