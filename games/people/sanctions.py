"""Sanctions and appeals (models), and the checks of other packages: muted, suspended, banned.

A sanction deletes nothing. It ends by itself at ``until``, or when it is lifted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.errors import Refused
from games.people.models import Person


class SanctionKind(models.TextChoices):
    WARNING = "warning", _("warning")
    MUTE = "mute", _("may not write to others")
    SUSPENSION = "suspension", _("may not start games")
    BAN = "ban", _("may not sign in")


KINDS_WITHOUT_NEW_GAMES: Final = (SanctionKind.SUSPENSION, SanctionKind.BAN)


class Sanction(models.Model):
    """A warning, or a restriction until a time; ``until`` None: until it is lifted."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=SanctionKind.choices)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["person", "kind"])]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person}"


class AppealStatus(models.TextChoices):
    OPEN = "open", _("open")
    GRANTED = "granted", _("granted")
    DENIED = "denied", _("dismissed")


class Appeal(models.Model):
    """The objection of a person to a sanction: one for each."""

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    text = models.TextField(_("appeal"), max_length=2000)
    at = models.DateTimeField()
    status = models.CharField(
        max_length=7, choices=AppealStatus.choices, default=AppealStatus.OPEN, db_index=True
    )
    settled_by = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]

    def __str__(self) -> str:
        return f"appeal against {self.sanction}"


def sanctions_in_force(person: Person, *, now: datetime) -> QuerySet[Sanction]:
    """The sanctions in force for a person, including warnings until they are lifted."""
    return _in_force_at(now).filter(person=person)


def is_muted(person: Person, *, now: datetime) -> bool:
    """Whether a person may not write to others: no table talk, no nudges with words."""
    return sanctions_in_force(person, now=now).filter(kind=SanctionKind.MUTE).exists()


def is_suspended(person: Person, *, now: datetime) -> bool:
    """Whether a person may open, join and register for no game; running ones go on."""
    return sanctions_in_force(person, now=now).filter(kind__in=KINDS_WITHOUT_NEW_GAMES).exists()


def check_not_suspended(person: Person, *, now: datetime) -> None:
    """Check that a person may begin games.

    :raises Refused: if the person is suspended.
    """
    if is_suspended(person, now=now):
        raise Refused(
            gettext(
                "You may not start new games for now. Your present games go on; an "
                "email told you why and for how long."
            )
        )


def suspended_among(people: Iterable[int], *, now: datetime) -> set[int]:
    """Ids of those of some people who may begin no game now: one query."""
    found = _in_force_at(now).filter(person__in=set(people), kind__in=KINDS_WITHOUT_NEW_GAMES)
    return set(found.values_list("person", flat=True))


def _in_force_at(now: datetime) -> QuerySet[Sanction]:
    running = Q(until=None) | Q(until__gt=now)
    return Sanction.objects.filter(running, lifted_at=None)
