"""Open seats of a season's games: who may take one, and for whom its points count then.

Nobody plays more games for points than planned, so players of the season take none. People on its
reserve list take one for points and are substitutes from then on; anybody else scores no points
for the season. Decision 72 says why.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.absence.models import HandOver
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season.locking import lock_season, store
from games.leagues.season.standings import bump_revision
from games.people.models import Person
from games.tables.models import Game


def why_not_inside(game: Game, person: Person, number: int) -> str | None:
    """Return why a player of a season may not take this seat of one of its open games.

    They may take the seat that counts for them, or that they held.
    """
    divisions = Division.objects.filter(
        season_games__game=game.pk, season_games__settled_at=None
    ).values("season")
    inside = Entry.objects.filter(person=person, season__in=divisions, division__isnull=False)
    status = inside.values_list("status", flat=True).first()
    if status is None:
        return None
    seat = SeasonSeat.objects.filter(season_game__game=game.pk, number=number)
    held = HandOver.objects.filter(seat__game=game.pk, seat__number=number, person_before=person)
    own = held.exists() or seat.filter(entry__person=person).exists()
    if own and status == EntryStatus.PLAYING:
        return None
    return _(
        "Players of a season cannot take over seats in its other games: they would play more "
        "games for points than the others."
    )


def is_reserve_for(game: Game, person: Person) -> bool:
    """Whether a seat in an open game of a season would count for this person."""
    waiting = Entry.objects.filter(person=person, status=EntryStatus.RESERVE)
    drawn = SeasonGame.objects.filter(game=game.pk, settled_at=None)
    return drawn.filter(division__season__in=waiting.values("season")).exists()


def note_taker(game: Game, number: int, person: Person) -> None:
    """Record for which entry a seat of a season counts, before a person takes it.

    Call it in the transaction in which the seat changes hands, before the game is locked.
    """
    season = Season.objects.filter(divisions__season_games__game=game.pk).first()
    if season is None:
        return
    lock_season(season)
    seat = (
        SeasonSeat.objects.select_related("entry", "drawn_for", "season_game__division")
        .filter(season_game__game=game.pk, season_game__settled_at=None, number=number)
        .first()
    )
    if seat is None or seat.entry.person_id == person.pk:
        return
    before = seat.drawn_for
    if before and before.person_id == person.pk and before.status == EntryStatus.PLAYING:
        store(seat, entry=before, drawn_for=None)
    elif comes := season.entries.filter(person=person, status=EntryStatus.RESERVE).first():
        division = seat.season_game.division
        store(comes, status=EntryStatus.PLAYING, substitute_for=seat.entry, division=division)
        store(seat, entry=comes, drawn_for=before or seat.entry)
    else:
        return
    bump_revision(Division.objects.filter(pk=seat.season_game.division_id))
