"""Feed: the calendar of a person's deadlines, and the number that its address holds."""

from __future__ import annotations

from django.db import models


class Feed(models.Model):
    """A calendar that a person switched on. Its address follows from a random ``number``."""

    person = models.OneToOneField("games.Person", on_delete=models.CASCADE, related_name="feed")
    number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar {self.number} of {self.person_id}"
