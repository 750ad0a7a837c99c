"""Read groups: those of a person, invitations, members."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from games.people.blocks import blocked_by
from games.people.groups import Membership, PlayerGroup, groups_of
from games.people.models import Person


def my_groups(person: Person) -> QuerySet[PlayerGroup]:
    """Return the groups of a person by name, with the number of their ``members``."""
    members = Count("memberships", filter=Q(memberships__joined_at__isnull=False))
    found = PlayerGroup.objects.filter(pk__in=groups_of(person)).select_related("owner")
    return found.annotate(members=members).order_by("name", "pk")


def invitations_of(person: Person) -> QuerySet[Membership]:
    """Return the groups to which a person is invited, except by people they have blocked."""
    found = Membership.objects.filter(person=person, joined_at=None)
    return found.exclude(group__owner__in=blocked_by(person)).select_related("group__owner")


def members_of(group: PlayerGroup) -> QuerySet[Membership]:
    """Return the members of a group, the oldest first, and then those who are invited."""
    found = Membership.objects.filter(group=group).select_related("person")
    return found.order_by("joined_at", "pk")
