"""Block: one person refuses contact with another, who does not learn of it (decision 131).

Packages above check blocks: invitations, talk, nudges, the tables of the lobby, following. Running
games, leagues and decisions of directors do not.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.handlers import on_person_blocked
from games.people.locking import lock_person
from games.people.models import Person

MAX_BLOCKS: Final = 500
"""The maximum number of people that one person may block."""


class Block(models.Model):
    """``person`` has blocked ``blocked`` since ``at``."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(
                condition=~Q(person=models.F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


@transaction.atomic
def block(*, person: Person, other: Person, now: datetime) -> None:
    """Block somebody; repeating it changes nothing.

    :raises Refused: if it is the person, the account is closed, or the person blocks too many.
    """
    # Two requests at once are counted one after the other.
    lock_person(person)
    if person.pk == other.pk:
        raise Refused(_("You cannot block yourself."))
    if other.is_closed:
        raise Refused(_("This account is closed, so there is nobody to block."))
    blocks = Block.objects.filter(person=person)
    if blocks.filter(blocked=other).exists():
        return
    if blocks.count() >= MAX_BLOCKS:
        raise Refused(
            _("You have blocked %(most)d people. Unblock somebody first.") % {"most": MAX_BLOCKS}
        )
    Block.objects.create(person=person, blocked=other, at=now)
    on_person_blocked(person, other)


def unblock(*, person: Person, other: Person) -> None:
    """End a block; without one, nothing happens."""
    Block.objects.filter(person=person, blocked=other).delete()


def is_blocked(*, by: int | Person, person: int | Person) -> bool:
    """Whether ``by`` has blocked ``person``."""
    return blocked_by(by).filter(blocked=person).exists()


def is_block_between(one: int | Person, other: int | Person) -> bool:
    """Whether one of two people has blocked the other."""
    either = blocked_by(one).filter(blocked=other) | blocked_by(other).filter(blocked=one)
    return either.exists()


def blocked_by(person: int | Person) -> QuerySet[Block, int]:
    """Return a query for the ids of the people that a person has blocked."""
    return Block.objects.filter(person=person).order_by().values_list("blocked", flat=True)


def blockers_of(person: int | Person) -> QuerySet[Block, int]:
    """Return a query for the ids of the people who have blocked a person. Never show the result."""
    return Block.objects.filter(blocked=person).order_by().values_list("person", flat=True)


def blocks_of(person: Person) -> QuerySet[Block]:
    """The blocks of a person, latest first: for this person alone."""
    return Block.objects.filter(person=person).select_related("blocked")
