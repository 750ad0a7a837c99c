"""CaughtMail: a mail a development site did not send."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class CaughtMail(models.Model):
    """One mail as it would have gone to the server, with the addresses on its envelope.

    A mail of the outbox is kept there, and here is only which one it was; ``raw`` holds any other.
    """

    caught = models.DateTimeField(default=timezone.now, db_index=True)
    recipients = models.JSONField()
    subject = models.CharField(max_length=998)
    mail = models.ForeignKey("games.Mail", null=True, on_delete=models.CASCADE, related_name="+")
    raw = models.BinaryField(default=b"")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.subject

    @property
    def source(self) -> bytes:
        """The whole message (RFC 5322); nothing once the outbox has cleared it."""
        return bytes(self.raw if self.mail is None else self.mail.source)
