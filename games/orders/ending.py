"""The end of an order: what became of it is kept, and told to its owner."""

from __future__ import annotations

from datetime import datetime

from games.notices import outbox
from games.notices.models import NoticeKind
from games.orders.models import OrderFate, StandingOrder
from games.tables.models import Game


def end(standing: StandingOrder, *, fate: OrderFate, game: Game, now: datetime) -> None:
    """Ends an order; call it with the row of the game locked."""
    standing.fate = fate
    standing.ended_at = now
    standing.save()
    if fate != OrderFate.UNNEEDED:
        outbox.tell(
            person=standing.person,
            kind=NoticeKind.ORDER,
            game=game,
            data={"order": standing.pk, "fate": fate, "given": standing.given_at.isoformat()},
            now=now,
        )
