"""BotInvitation and RemovedPlayer: who may join a table by name, and who no longer may."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.tables.models import Game


class BotInvitation(models.Model):
    """A bot account may join a table, whatever else it admits; a decline is final."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="bot_invitations")
    bot = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="bot_invitations"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "bot"], name="one_invitation_a_bot_account")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.bot_id}"


class RemovedPlayer(models.Model):
    """A person whom the organiser removed; only another invitation lets them join again."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="removed_players")
    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="tables_removed_from"
    )
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_removal_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"
