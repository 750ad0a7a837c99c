"""The fields of rows that workers make (:mod:`games.common.work`)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkStatus(models.TextChoices):
    PENDING = "pending", _("pending")
    READY = "ready", _("ready")
    FAILED = "failed", _("failed")


class WorkRow(models.Model):
    """A row that a worker makes. While it is pending it is due at ``next_attempt_at``."""

    status = models.CharField(max_length=7, choices=WorkStatus.choices, default=WorkStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
