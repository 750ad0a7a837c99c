"""Sketch: routes that a player has marked as if they were theirs (docs/plans.md)."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Seat

LONGEST_NAME: Final = 40


class Sketch(models.Model):
    """A sketch of a seat. It is private to ``person``, and does not pass to the next player.

    ``tracks`` are the keys of the marked tracks in the order in which they were marked. It was last
    changed after event ``drawn_seq`` of the game.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sketches")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="sketches")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    tracks = models.JSONField(default=list)
    drawn_seq = models.IntegerField()
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "person", "name"], name="sketch_names_differ")
        ]

    def __str__(self) -> str:
        return f"sketch of {self.seat}"
