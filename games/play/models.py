"""Submission: the answer that a move got, so that a retried request gets the same one."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.tables.models import Seat


class Submission(models.Model):
    """An accepted move under the idempotency key that its sender chose.

    What was done stands in the log from ``first_seq`` to ``last_seq``; ``left`` has the wire forms
    of the steps that were not, and ``refusal`` the message id and params that say why.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="submissions")
    key = models.CharField(max_length=64)
    decision = models.IntegerField()
    first_seq = models.IntegerField()
    last_seq = models.IntegerField()
    left = models.JSONField(default=list)
    refusal = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "key"], name="one_submission_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.key}"
