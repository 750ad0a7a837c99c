"""HandOver: a seat that went from one player to another in the middle of a game."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.tables.models import Seat


class HandOver(models.Model):
    """The player of a seat before and after event ``seq`` of the log.

    A bot has a name and no person; a person who was erased since has neither.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="hand_overs")
    at = models.DateTimeField()
    seq = models.IntegerField()
    person_before = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats_left"
    )
    bot_before = models.CharField(max_length=20, blank=True)
    person_after = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats_taken"
    )
    bot_after = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["seat", "seq"]

    def __str__(self) -> str:
        return f"{self.seat} {self.seq}"
