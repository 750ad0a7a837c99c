"""Conduct: whether a person kept the clock of a game and saw it through."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.tables.models import Game


class Conduct(models.Model):
    """How one person kept to the clock in one game, counted from its log up to event ``seq``.

    ``answered`` turns were played by the person, ``missed`` ones by the clock; of the latter,
    ``excused`` ones do not count. ``finished`` is None while the game runs, True for who held the
    seat at its end, False for who had left it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conduct")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conduct"
    )
    seq = models.IntegerField()
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    excused = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar = ["game", "person"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_conduct_a_game")
        ]
        indexes: ClassVar = [models.Index(fields=["game", "seq"], name="conduct_counted_to")]

    def __str__(self) -> str:
        return f"{self.person} in {self.game_id}"
