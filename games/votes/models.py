"""Vote and Ballot: unanimous decisions of the people at a table."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Game, Seat


class VoteKind(models.TextChoices):
    PAUSE = "pause", _("pause")
    RESUME = "resume", _("resume")
    CLOCK = "clock", _("another clock")
    REPLACE = "replace", _("replace a player")
    END = "end", _("end the game")


class VoteOutcome(models.TextChoices):
    OPEN = "open", _("open")
    AGREED = "agreed", _("waiting for a director")
    CARRIED = "carried", _("accepted")
    REJECTED = "rejected", _("rejected")
    REFUSED = "refused", _("refused by a director")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPIRED = "expired", _("expired")
    POINTLESS = "pointless", _("no longer needed")


UNDECIDED: Final = (VoteOutcome.OPEN, VoteOutcome.AGREED)
"""Outcomes of votes that players or directors still decide."""


class Vote(models.Model):
    """A proposal at one table. ``data`` holds numbers and choices, depending on the kind.

    If a director must confirm, ``agreed_at`` is when all players had said yes.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=VoteKind.choices)
    data = models.JSONField(default=dict)
    proposer = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=10, choices=VoteOutcome.choices, default=VoteOutcome.OPEN)
    opened_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-opened_at", "-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["expires_at"],
                condition=models.Q(outcome__in=["open", "agreed"]),
                name="open_votes",
            )
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "kind"],
                condition=models.Q(outcome__in=["open", "agreed"]),
                name="one_open_vote_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.kind}"


class Ballot(models.Model):
    """The answer of one person to a vote; it counts as long as they hold the seat."""

    vote = models.ForeignKey(Vote, on_delete=models.CASCADE, related_name="ballots")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="ballots")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="ballots")
    yes = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vote", "person"], name="one_ballot_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.vote} {self.seat_id}"
