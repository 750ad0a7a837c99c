"""Guest and PracticeGame."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.timezone import now

from games.tables.models import Game


class Guest(models.Model):
    """A visitor who plays without an account; the session holds the id, and nothing else does.

    ``network`` is a keyed hash of where the guest came from, and can be compared with those of the
    same day only. The games of the guest become those of the ``reserved_for`` person, who has
    signed up in the same browser, when that person signs in for the first time.
    """

    network = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=now)
    seen_at = models.DateTimeField(default=now, db_index=True)
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="reserved_guests",
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["network", "created_at"], name="guests_of_a_network")
        ]

    def __str__(self) -> str:
        return f"guest {self.pk}"


class PracticeGame(models.Model):
    """The additional row of a practice game: its guest, and the progress of its lessons.

    Its player has the one seat without a bot. ``guest`` is None where a person sits there.
    ``lessons`` says whether it has lessons, ``read`` has the keys of those that were read or left
    out, ``hidden`` says that none is shown. ``first_seq`` is the first event after the opening, or
    after what a branch has from another game.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="practice_game"
    )
    guest = models.ForeignKey(
        Guest, null=True, on_delete=models.CASCADE, related_name="practice_games"
    )
    lessons = models.BooleanField(default=False)
    read = models.JSONField(default=list)
    hidden = models.BooleanField(default=False)
    first_seq = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"practice {self.game_id}"
