"""InboundMail: the delivery log of what arrived."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.notifications.models import ReplyAddress


class InboundOutcome(models.TextChoices):
    PLAYED = "played", _("moved")
    PARTLY = "partly", _("moved in part")
    JOINED = "joined", _("joined a game")
    DECLINED = "declined", _("declined an invitation")
    SEASON = "season", _("registered, confirmed or withdrew")
    SAID = "said", _("posted at the table")
    UNSAID = "unsaid", _("not posted at the table")
    ANSWERED = "told", _("asked and answered")
    UNREADABLE = "unreadable", _("not understood")
    ILLEGAL = "illegal", _("against a rule")
    STALE = "stale", _("too late")
    TOO_LARGE = "too-large", _("too large")
    MUTED = "muted", _("emails stopped")
    BOUNCED = "bounced", _("an email bounced")
    DUPLICATE = "duplicate", _("received twice")
    FORGED = "forged", _("wrong sender")
    AUTOMATIC = "automatic", _("automatic")
    LIMITED = "limited", _("too many")
    UNKNOWN = "unknown", _("unknown address")
    FAILED = "failed", _("failed")


class InboundMail(models.Model):
    """One message that arrived, and what came of it.

    It holds nothing of what was written in the message: no text, no address, no token. ``sender``
    is the SHA-256 of the sender's address. ``door`` names an address for programs that it came to,
    where no person writes: "complaints", "unsubscribe", or "bounce" and a mail's id; or
    "invitation" and the id of one; or "season" and the ids of a season and a person. ``key`` is set
    on the message that was acted upon, so that a second copy of it is seen to be one.
    """

    at = models.DateTimeField(db_index=True)
    outcome = models.CharField(max_length=10, choices=InboundOutcome.choices)
    detail = models.CharField(max_length=200, blank=True)
    size = models.PositiveIntegerField()
    key = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001
    sender = models.CharField(max_length=64, blank=True)
    door = models.CharField(max_length=30, blank=True, default="")
    address = models.ForeignKey(
        ReplyAddress, null=True, on_delete=models.SET_NULL, related_name="inbound"
    )
    person = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="inbound"
    )
    game = models.ForeignKey(
        "games.Game", null=True, on_delete=models.SET_NULL, related_name="inbound"
    )

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["address", "at"]),
            models.Index(fields=["door", "at"]),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.outcome}"
