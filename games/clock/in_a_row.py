"""Which missed turns are in a row: those since the seat was last heard of, or changed hands."""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from games.clock.models import Miss
from games.log.models import Event
from games.play.settle import CLOCK
from games.tables.models import Seat

# Coming back ends a row, and so does another player.
ENDS: Final = ("table.seat_kept", "table.seat_replaced")


def in_a_row(miss: Miss, seat: Seat) -> bool:
    """Whether a miss belongs to the row of misses in which its seat is now."""
    if miss.person_id != seat.person_id:
        return False
    own = Q(action__seat=miss.seat) & ~Q(actor=CLOCK)
    ended = Q(type__in=ENDS, data__seat=miss.seat)
    since = Event.objects.filter(game=miss.game_id, seq__gt=miss.decision)
    return not since.filter(own | ended).exists()
