"""EmailInvitation."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.notifications.models import AccountMail
from games.tables.models import Game


class InvitationStatus(models.TextChoices):
    PENDING = "pending", _("no answer yet")
    JOINED = "joined", _("joined")
    DECLINED = "declined", _("declined")
    EXPIRED = "expired", _("expired")


class EmailInvitation(models.Model):
    """An address that a player has invited to a table that has not begun, or to a club of theirs.

    Its row does not reveal who owns the ``address``: it is the same whether the address has an
    account or not, has opted out, or cannot be reached. ``digest`` is the keyed hash of the
    mailbox, by which an answer is recognised after the address has been erased. ``link`` is the
    invitation of the game at that time: when the game gets a new one, this one ends. That to a
    club has none, and ends when its inviter owns the club no more.

    At ``next_at`` a worker sends it, or the reminder. ``sent_at`` is when something was written to
    the address or its owner, ``mail`` the last such mail to an address without an account. One
    that came back is ``undeliverable``, which the inviter does not see.
    """

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="email_invitations"
    )
    group = models.ForeignKey(
        "games.PlayerGroup", null=True, on_delete=models.PROTECT, related_name="email_invitations"
    )
    inviter = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="email_invitations"
    )
    address = models.EmailField(blank=True)
    digest = models.CharField(max_length=64)
    link = models.CharField(max_length=32, blank=True)
    language = models.CharField(max_length=10)
    network = models.CharField(max_length=64, blank=True)
    status = models.CharField(
        max_length=8, choices=InvitationStatus.choices, default=InvitationStatus.PENDING
    )
    undeliverable = models.BooleanField(default=False)
    mail = models.ForeignKey(
        AccountMail, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    created_at = models.DateTimeField(db_index=True)
    next_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["inviter", "created_at"], name="invitations_of_a_person"),
            models.Index(fields=["network", "created_at"], name="invitations_of_a_network"),
            models.Index(fields=["digest", "sent_at"], name="invitations_to_an_address"),
            models.Index(
                fields=["next_at"],
                condition=models.Q(next_at__isnull=False),
                name="invitations_due",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
