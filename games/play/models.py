"""Submission, the answer that a move got, and HeldMove, a move that is not yet made."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.tables.models import Seat


class Submission(models.Model):
    """An accepted move under the idempotency key that its sender chose.

    The completed steps are in the log from ``first_seq`` to ``last_seq``. ``left`` has the wire
    forms of the other steps, and ``refusal`` the message id and params that say why.
    """

    # The constraint below begins with it and finds it as well.
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="submissions", db_index=False
    )
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


class HeldMove(models.Model):
    """A move that its person may still withdraw; it counts as made at ``submitted_at``.

    ``actions`` are in their wire form. The row of the seat says until when the move is held;
    without that, this row is obsolete. ``failed_at`` is set when it could not be made, with the
    engine's refusal in ``refusal``.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="held_move")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="held_moves")
    decision = models.IntegerField()
    actions = models.JSONField()
    key = models.CharField(max_length=64)
    submitted_at = models.DateTimeField()
    failed_at = models.DateTimeField(null=True)
    refusal = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"held move of {self.seat}"
