"""Taking a game out of the standings of its season, because it was voided."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.leagues.models import Season, SeasonGame, Verdict
from games.tables.models import Game


@transaction.atomic
def strike_out(*, game: Game, now: datetime) -> bool:
    """Lets a game that was settled count for nothing in its season; gets whether it did before.

    One that was not settled yet needs nothing: whoever settles it finds that it is void.
    """
    drawn = SeasonGame.objects.filter(game=game, settled_at__isnull=False).first()
    if drawn is None or drawn.verdict == Verdict.VOID:
        return False
    Season.objects.select_for_update(of=("self",)).get(divisions=drawn.division_id)
    SeasonGame.objects.filter(pk=drawn.pk).update(verdict=Verdict.VOID)
    drawn.seats.update(place=None, score=None, tickets=None)
    Season.objects.filter(divisions=drawn.division_id).update(standings_at=now)
    return True
