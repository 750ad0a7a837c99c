"""What a player has read of the log."""

from __future__ import annotations

from games.tables.models import Seat


def mark_seen(*, seat: Seat, seq: int) -> None:
    """Notes that the holder of a seat has seen the log up to event ``seq``; never moves back."""
    Seat.objects.filter(pk=seat.pk, seen__lt=seq).update(seen=seq)
