"""Rows that a spectator's horizon has cut off: they are shown, and never saved."""

from __future__ import annotations

from typing import Any

from django.db import models


class CutOffRow(Exception):
    """Refusal to save a row without the values that its reader may not know."""


class MayBeCutOff(models.Model):
    """Base of models whose rows can be cut off in memory (games/log/horizon.py)."""

    # No field: set for one request.
    cut_off = False

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        refuse_cut_off(self)
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        refuse_cut_off(self)
        return super().delete(*args, **options)


def refuse_cut_off(row: models.Model) -> None:
    """Refuse to write a row that is cut off.

    :raises CutOffRow: it would overwrite stored values by empty ones.
    """
    if row.__dict__.get("cut_off"):
        raise CutOffRow(f"{row!r} is cut off for a spectator: read it again before saving it.")
