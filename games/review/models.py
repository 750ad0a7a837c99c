"""Review."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.work_rows import WorkRow, WorkStatus
from games.tables.models import Game


class Audience(models.TextChoices):
    OWNER = "", _("only you")
    PLAYERS = "players", _("the players of the game")
    EVERYONE = "everyone", _("everyone who can see the game")


class Review(WorkRow):
    """The review of one person's decisions in a finished game, made by a worker piece by piece.

    ``decisions`` has the reviewed ones, in order of the log, and ``reviewed_to`` the last event
    that is done: the next run continues there. While it is pending it is due at
    ``next_attempt_at``. Only the person reads it, and those of ``shared_with``. It is valid for the
    game at ``version``, which is over.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reviews")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="reviews")
    seat = models.PositiveSmallIntegerField()
    version = models.IntegerField()
    shared_with = models.CharField(max_length=8, choices=Audience.choices, blank=True, default="")
    decisions = models.JSONField(default=list)
    first_seq = models.IntegerField(default=-1)
    reviewed_to = models.IntegerField(default=-1)
    created_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_review_a_person")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status=WorkStatus.PENDING),
                name="reviews_to_make",
            )
        ]

    def __str__(self) -> str:
        return f"review {self.game_id}/{self.seat}"

    @property
    def percent(self) -> int:
        """The progress, by the place in the log."""
        whole = self.version - self.first_seq
        if self.status == WorkStatus.READY or whole <= 0:
            return 100
        return min(99, 100 * (self.reviewed_to - self.first_seq) // whole)
