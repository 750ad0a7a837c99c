"""Wish: what a person would like to play with whoever wants the same."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Game


class Fate(models.TextChoices):
    """How a wish ended; it waits while it has none."""

    STARTED = "started", _("a table started")
    OTHER_STARTED = "other", _("another of your tables started first")
    WITHDRAWN = "withdrawn", _("you cancelled it")
    EXPIRED = "expired", _("nobody was found in time")
    NO_SEAT_LEFT = "full", _("you hold as many seats as you may; finish a game first")
    MAY_NOT_PLAY = "barred", _("you may not start new games for now")
    NO_SUCH_TABLE = "gone", _("such tables are no longer played here")


class Wish(models.Model):
    """A person waits for a table of this kind, until a table starts or ``ends_at``.

    ``board`` is a key, or "" for any board; ``pace`` a key of `games.lobby.pairing.paces`.
    ``game`` is the table that started from it. An ended wish has an ``ended_at`` and a ``fate``;
    it stays for some time, since the page shows how long others have waited lately.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="wishes")
    board = models.CharField(max_length=30, blank=True)
    seats = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=20)
    rated = models.BooleanField()
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    fate = models.CharField(max_length=9, blank=True, choices=Fate.choices)
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="wishes")

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "board", "seats", "pace", "rated"],
                condition=models.Q(ended_at=None),
                name="one_waiting_wish_a_kind",
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ends_at"], condition=models.Q(ended_at=None), name="wishes_that_wait"
            ),
            models.Index(fields=["seats", "pace", "ended_at"], name="wishes_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"wish {self.pk}"
