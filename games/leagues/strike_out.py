"""Taking a game out of the standings of its season, because it was voided."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.changed import standings_changed
from games.leagues.close_season import count_anew, may_count_anew
from games.leagues.models import Division, Season, SeasonGame, Verdict
from games.tables.models import Game


@transaction.atomic
def strike_out(*, game: Game, now: datetime) -> bool:
    """Lets a game that was settled count for nothing in its season; gets whether it did before.

    One that was not settled yet needs nothing: whoever settles it finds that it is void. Where the
    season is closed its ranks, and who goes up and down, are counted anew.

    :raises Refused: if the season is closed, and the next one has been drawn from its ranks.
    """
    found = _counted(game)
    if found is None:
        return False
    drawn, season = found
    SeasonGame.objects.filter(pk=drawn.pk).update(verdict=Verdict.VOID)
    drawn.seats.update(place=None, score=None, tickets=None)
    standings_changed(Division.objects.filter(pk=drawn.division_id))
    if season.closed_at is not None:
        count_anew(season=season, now=now)
    return True


def check_strike_out(*, game: Game) -> None:
    """Makes sure that a game can be taken out of the standings of its season.

    :raises Refused: if the season is closed, and the next one has been drawn from its ranks.
    """
    _counted(game)


def _counted(game: Game) -> tuple[SeasonGame, Season] | None:
    """A game that counts in its season, with the season, which is locked."""
    drawn = SeasonGame.objects.filter(game=game, settled_at__isnull=False).first()
    if drawn is None or drawn.verdict == Verdict.VOID:
        return None
    locked = Season.objects.select_for_update(of=("self",)).select_related("league")
    season = locked.get(divisions=drawn.division_id)
    if season.closed_at is not None and not may_count_anew(season):
        raise Refused(
            _(
                "The season of this game is over, and the next one was drawn from its ranks: the"
                " game counts as it is."
            )
        )
    return drawn, season
