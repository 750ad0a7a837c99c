"""Animation and SecretLink."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.common.work_rows import WorkRow, WorkStatus
from games.tables.models import Game


class Animation(WorkRow):
    """The animation of a finished game, made by a worker; a game has one at a time.

    While it is pending it is due at ``next_attempt_at``: a worker that takes it moves that time, so
    that a dead worker holds it no longer. ``painted`` of ``frames`` pictures are done. ``facts`` is
    the digest of the content; once that has changed (a name, say) the ``data`` is not shown.
    ``digest`` is the SHA-256 of the data, ``size`` its length in bytes.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="animation"
    )
    created_at = models.DateTimeField()
    painted = models.PositiveSmallIntegerField(default=0)
    frames = models.PositiveSmallIntegerField(default=0)
    facts = models.CharField(max_length=64)
    data = models.BinaryField(null=True, editable=False)
    size = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status=WorkStatus.PENDING),
                name="animations_to_make",
            )
        ]

    def __str__(self) -> str:
        return f"animation {self.game_id}"


class SecretLink(models.Model):
    """The link that shows a private game to anyone who has it, until it is revoked.

    The token follows from ``nonce`` and the key of the site; ``digest`` is its SHA-256. So neither
    a copy of the database nor the key alone is enough.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="secret_link"
    )
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"secret link {self.game_id}"
