"""Opening another division below the others, when enough wait on the reserve list."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.changed import standings_changed
from games.leagues.draw_season import by_strength, draw_division, units_of
from games.leagues.locking import lock_season
from games.leagues.models import Division, Entry, Partners, Season, SeasonGame
from games.leagues.pairing import can_pair, check
from games.leagues.plan import SHORTEST
from games.leagues.reading import kinds_of
from games.leagues.reserve_list import standing_by
from games.leagues.start_season import start_game


@transaction.atomic
def open_division(*, season: Season, tier: int, now: datetime) -> Division | None:
    """Opens the division of this tier, drawn from the seed of the season; None if it is there.

    As many come in as can be paired, up to one and a half times the wanted size, whoever has waited
    longest first. If the season has started, so do their games.

    :raises SeasonCannotBePaired: if so many cannot be paired.
    :raises Refused: if it is not the next one below, nobody waits, the season is not drawn or is
        over, too little of it is left, or a game cannot start.
    """
    locked = lock_season(season)
    lowest = locked.divisions.aggregate(lowest=Max("tier"))["lowest"] or 0
    if locked.drawn_at is None:
        raise Refused(_("The divisions are not drawn yet: whoever is let in plays in one of them."))
    if tier <= lowest:
        return None
    if tier != lowest + 1:
        raise Refused(_("The next division is division %(tier)d.") % {"tier": lowest + 1})
    if locked.adjudicated_at is not None or now >= locked.ends_at:
        raise Refused(_("This season is over."))
    if locked.ends_at - max(now, locked.starts_at) < SHORTEST:
        raise Refused(
            _("Less than %(days)d days are left to play. Move the last day first.")
            % {"days": SHORTEST.days}
        )
    players = next_players(locked, now)
    if not players:
        raise Refused(_("Nobody waits on the reserve list who may play."))
    strongest = locked.entries.aggregate(last=Max("strength"))["last"] or 0
    division = draw_division(locked, tier, players, strongest + 1)
    # Whoever was at the bottom can go down now.
    standings_changed(locked.divisions.all())
    if locked.started_at is not None:
        for pk in SeasonGame.objects.filter(division=division).values_list("pk", flat=True):
            start_game(pk=pk, clock=locked.clock, now=now)
        mails.tell_started_late(division, now)
    return division


def next_players(season: Season, now: datetime) -> list[Entry]:
    """Gets who would play in another division, in the order in which it would be filled.

    :raises SeasonCannotBePaired: if some wait, and so many cannot be paired.
    """
    waiting = standing_by(season, now)
    kinds = kinds_of(season)
    paired = season.partners == Partners.FIXED
    units, _left = units_of(season, waiting)
    most = season.division_size * 3 // 2
    for count in range(len(units), 0, -1):
        players = [entry for unit in units[:count] for entry in unit]
        if len(players) <= most and can_pair(len(players), kinds, paired=paired):
            return by_strength(season, players, units[:count])
    if waiting:
        check(len(waiting), kinds, paired=paired)
    return []
