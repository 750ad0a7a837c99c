"""Taking a game out of the standings of its season, because it was voided."""

from __future__ import annotations

from django.db import transaction

from games.leagues.changed import standings_changed
from games.leagues.models import Division, Season, SeasonGame, Verdict
from games.tables.models import Game


@transaction.atomic
def strike_out(*, game: Game) -> bool:
    """Lets a game that was settled count for nothing in its season; gets whether it did before.

    One that was not settled yet needs nothing: whoever settles it finds that it is void.
    """
    drawn = SeasonGame.objects.filter(game=game, settled_at__isnull=False).first()
    if drawn is None or drawn.verdict == Verdict.VOID:
        return False
    Season.objects.select_for_update(of=("self",)).get(divisions=drawn.division_id)
    SeasonGame.objects.filter(pk=drawn.pk).update(verdict=Verdict.VOID)
    drawn.seats.update(place=None, score=None, tickets=None)
    standings_changed(Division.objects.filter(pk=drawn.division_id))
    return True
