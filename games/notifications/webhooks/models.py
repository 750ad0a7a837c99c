"""Webhook, an address that notices are posted to."""

from __future__ import annotations

import secrets
from typing import ClassVar
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _


class Style(models.TextChoices):
    """The form of the body of a call."""

    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack")
    JSON = "json", _("Plain JSON, signed")


def new_secret() -> str:
    """A fresh secret to sign calls with: 256 random bits."""
    return secrets.token_urlsafe(32)


class Webhook(models.Model):
    """A webhook of a person. Its ``url`` is a secret: anybody who knows it can write there.

    ``off`` lists the kinds of notices that are not wanted there. ``failures`` counts the attempts
    that failed since the last one that did not, and until ``resting_until`` none is made.
    ``disabled_at`` is when it was switched off for failing.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="webhooks")
    style = models.CharField(_("kind"), max_length=10, choices=Style.choices)
    url = models.CharField(_("address"), max_length=500)
    secret = models.CharField(max_length=60, default=new_secret)
    off = models.JSONField(default=list)
    failures = models.PositiveSmallIntegerField(default=0)
    resting_until = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.style} of {self.person_id}"

    @property
    def host(self) -> str:
        """The host of the address, which is no secret."""
        return urlsplit(self.url).hostname or ""

    def wants(self, kind: str) -> bool:
        """Whether notices of a kind are wanted here."""
        return kind not in self.off
