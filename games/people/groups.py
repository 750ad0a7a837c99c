"""PlayerGroup, a club, and Membership (models), and who belongs to one.

They are here because access to tables depends on them; the services are in games/lobby/groups.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.db.models import QuerySet

from games.people.models import Person

LONGEST_GROUP_NAME: Final = 40


class PlayerGroup(models.Model):
    """A club: a private group of players, seen by its members and by those who are invited.

    Anyone who has its ``code``, typed or in a link, may join; None lets nobody in. A club that has
    ended keeps its row, without members, as long as entries of seasons name it.
    """

    name = models.CharField(max_length=LONGEST_GROUP_NAME)
    code = models.CharField(max_length=8, null=True, unique=True)  # noqa: DJ001 - "" is taken once
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        verbose_name = "club"

    def __str__(self) -> str:
        return f"group {self.pk}"


class Membership(models.Model):
    """A person in a group since ``joined_at``, or invited to it while that is None.

    Somebody whom an owner removed at ``removed_at`` joins again only by an invitation.
    """

    group = models.ForeignKey(PlayerGroup, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="group_memberships"
    )
    owner = models.BooleanField(default=False)
    inviter = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    invited_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["joined_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "person"], name="one_membership_a_group")
        ]

    def __str__(self) -> str:
        return f"membership {self.pk}"


def joined(group: int | PlayerGroup) -> QuerySet[Membership]:
    """Return the members of a group, the longest first."""
    found = Membership.objects.filter(group=group, joined_at__isnull=False)
    return found.order_by("joined_at", "pk")


def groups_of(person: int | Person) -> QuerySet[Membership, int]:
    """Return a query for the ids of the groups of which a person is a member."""
    found = Membership.objects.filter(person=person, joined_at__isnull=False)
    return found.order_by().values_list("group", flat=True)


def is_member(group: int | PlayerGroup | None, person: int | Person) -> bool:
    """Whether a person is a member of a group; False without a group."""
    if group is None:
        return False
    return groups_of(person).filter(group=group).exists()


def is_owner(group: int | PlayerGroup | None, person: int | Person) -> bool:
    """Whether a person is one of the owners of a group; False without a group."""
    return group is not None and joined(group).filter(person=person, owner=True).exists()
