"""Message and PrivateNote: what people write at a table, to all and to themselves."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from games.tables.models import Game

LONGEST: Final = 1_000
"""Characters of a message."""
LONGEST_NOTE: Final = 5_000


class Message(models.Model):
    """A message at a table, for everybody who may read its page.

    ``author`` is None once the account is gone; ``removed_at`` says that the text was removed, and
    then it is empty.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    text = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["game", "id"]),
            models.Index(fields=["author", "at"]),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"


class PrivateNote(models.Model):
    """The note of a person about a game, for nobody else."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="private_notes")
    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="private_notes"
    )
    text = models.CharField(max_length=LONGEST_NOTE, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_note_a_game")
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
