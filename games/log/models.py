"""Event: one line of the log of one game. Appended once, never changed, never deleted."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.tables.models import Game


class Event(models.Model):
    """A stored event. Only :mod:`games.log` writes it; triggers refuse UPDATE and DELETE.

    The fields are those of :class:`engine.hash_chain.LogEntry`; ``actor`` is a seat number or a
    role, never a person. Salt and hash of a running game are secret. On PostgreSQL the table may
    be partitioned by game (:mod:`games.operators.partitioning`). Every unique constraint must then
    include the game, and ``id`` is unique because one sequence generates it.
    """

    # The constraint below begins with it and finds it as well.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.IntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=20)
    type = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()
    action = models.JSONField(null=True)
    salt = models.CharField(max_length=32)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["game", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_seq")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.type}"


class LogProof(models.Model):
    """The last proof of a game's log, and how far it went.

    ``seq`` and ``hash`` are those of its last event at ``proved_at``; -1, "" and None until a proof
    has succeeded. ``tried_at`` is the last attempt, successful or not.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="log_proof"
    )
    seq = models.IntegerField(default=-1)
    hash = models.CharField(max_length=64, blank=True)
    proved_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.game_id} up to {self.seq}"


class DueLog(models.Model):
    """A log that a job has to read, because it has grown: from ``due_at`` on.

    ``job`` is one of :mod:`games.log.due`. The row is written in the transaction that appends, and
    deleted in the one that has read the log.
    """

    # The constraint below begins with it and finds it as well.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    job = models.CharField(max_length=10)
    due_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "job"], name="one_due_log_a_job")
        ]
        indexes: ClassVar = [models.Index(fields=["job", "due_at"], name="due_logs_in_order")]

    def __str__(self) -> str:
        return f"{self.job} of {self.game_id} at {self.due_at:%Y-%m-%d %H:%M}"
