"""Guest, PracticeGame and Hint."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.timezone import now

from games.common.work_rows import WorkRow
from games.tables.models import Game, Seat


class Guest(models.Model):
    """A player without an account, whose id only the session holds.

    ``network`` is a keyed hash of the guest's network, comparable within the same day only. The
    games of the guest go to the ``reserved_for`` person, who has signed up in the same browser,
    when that person signs in for the first time.
    """

    network = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=now)
    seen_at = models.DateTimeField(default=now, db_index=True)
    reserved_for = models.ForeignKey(
        "games.Person",
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


class Hint(WorkRow):
    """The result of a search about the open decision of a seat, for its player alone; one a seat.

    It is valid while ``decision`` is the open one of the seat. ``options`` are best first,
    with action, margin, error and wins, and as private as the hand that they follow from. While it
    is pending it is due at ``next_attempt_at``.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="hint"
    )
    decision = models.IntegerField()
    options = models.JSONField(default=list)
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"hint {self.seat_id}"


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
