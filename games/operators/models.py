"""Fault: an error of the program, with all its occurrences."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Fault(models.Model):
    """One place of the program that failed: from when to when, how often, and its last error.

    ``fingerprint`` is the same for each failure at the place. ``text`` is the log text, with
    tokens and addresses removed. ``told_at`` is when a mail to the operators last named it.
    """

    fingerprint = models.CharField(max_length=64, unique=True)
    place = models.CharField(max_length=200)
    text = models.TextField()
    count = models.PositiveIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)
    told_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-last_at"]

    def __str__(self) -> str:
        return f"{self.place} ×{self.count}"
