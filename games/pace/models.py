"""Pace: how fast somebody usually moves, as measured from the log a while ago."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Pace(models.Model):
    """The median time that a person took for a turn: ``median`` of the last ``turns`` turns."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pace"
    )
    median = models.DurationField()
    turns = models.PositiveSmallIntegerField()
    measured_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.person_id}: {self.median}"
