"""CaughtMail: a mail a development site did not send."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class CaughtMail(models.Model):
    """One mail as it would have gone to the server, with the addresses on its envelope."""

    caught = models.DateTimeField(default=timezone.now, db_index=True)
    recipients = models.JSONField()
    subject = models.CharField(max_length=998)
    raw = models.BinaryField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.subject
