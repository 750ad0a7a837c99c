"""Follow and Favourite: whose games a person reads about, and preferred opponents."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class Follow(models.Model):
    """``person`` reads what ``followed`` does in public."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "followed"], name="one_follow_a_pair"),
            models.CheckConstraint(
                condition=~Q(person=F("followed")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"follow {self.pk}"


class Favourite(models.Model):
    """``person`` likes to play with ``opponent``; nobody else knows."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="favourites")
    opponent = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "opponent"], name="one_favourite_a_pair")
        ]

    def __str__(self) -> str:
        return f"favourite {self.pk}"
