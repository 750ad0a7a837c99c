"""Collection with its parts, and CheckedRecord."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.work_rows import WorkRow, WorkStatus


class CollectionKind(models.TextChoices):
    MONTH = "month", _("month")
    PLAYER = "player", _("player")
    SEASON = "season", _("season")


class Collection(WorkRow):
    """The records of many games as one ZIP file, made by a worker.

    ``subject`` is the month ("2026-11"), or the id of the player or season. Those of a month are
    public and stay. Others are for the ``person`` who asked, contain what that person may see, and
    are deleted after a day. ``number`` counts the files of one subject from 1.

    While it is pending it is due at ``next_attempt_at``. ``done`` of ``games`` records are written.
    ``size`` (bytes) and ``digest`` (SHA-256) are those of the file.
    """

    kind = models.CharField(max_length=6, choices=CollectionKind.choices)
    subject = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField(default=1)
    person = models.ForeignKey(
        "games.Person", null=True, on_delete=models.CASCADE, related_name="collections"
    )
    created_at = models.DateTimeField()
    done = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-subject", "number"]
        indexes: ClassVar = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status=WorkStatus.PENDING),
                name="collections_to_make",
            )
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject", "number"],
                condition=models.Q(person=None),
                name="one_public_collection",
            ),
            models.UniqueConstraint(
                fields=["kind", "subject", "number", "person"], name="one_collection_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}/{self.number}"


class CollectionPart(models.Model):
    """A piece of the file of a collection, a megabyte long but for the last, in order."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField(editable=False)

    class Meta:
        ordering: ClassVar = ["collection", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["collection", "number"], name="one_part_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.collection_id}/{self.number}"


def new_key() -> str:
    """A random name for the address of a checked record (96 bits)."""
    return secrets.token_urlsafe(12)


class CheckedRecord(models.Model):
    """A valid record from elsewhere, shown to its uploader for a day.

    It is not a game: no list, number or log of the site includes it. The uploader is a
    ``person``, or the browser whose session holds the hash ``visitor``. ``network`` is a keyed hash
    that can be compared with those of the same day. ``data`` is the file, compressed (zlib).
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    person = models.ForeignKey(
        "games.Person",
        null=True,
        on_delete=models.CASCADE,
        related_name="checked_records",
    )
    visitor = models.CharField(max_length=64, blank=True, db_index=True)
    network = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_index=True)
    board = models.CharField(max_length=30)
    seats = models.PositiveSmallIntegerField()
    events = models.PositiveIntegerField()
    data = models.BinaryField(editable=False)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return f"checked record {self.pk}"
