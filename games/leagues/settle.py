"""Taking the results of games over into the season that they belong to."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction

from games.leagues.changed import standings_changed
from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    Season,
    SeasonGame,
    SeasonSeat,
    Verdict,
)
from games.tables.models import Game, GameStatus

logger = logging.getLogger(__name__)

OVER = (GameStatus.FINISHED, GameStatus.VOID, GameStatus.CANCELLED)


def settle_games(*, season: Season, now: datetime) -> int:
    """Takes over the results of all games of a season that are over; gets how many were new."""
    waiting = SeasonGame.objects.filter(
        division__season=season, settled_at=None, game__status__in=OVER
    )
    settled = 0
    for pk in list(waiting.values_list("pk", flat=True)):
        try:
            settled += settle_game(pk=pk, now=now)
        except Exception:  # one bad game never stalls the others
            logger.exception("The result of game %s of season %s could not be read", pk, season)
    return settled


@transaction.atomic
def settle_game(*, pk: int, now: datetime) -> bool:
    """Takes over the result of one game that is over; gets whether it was new.

    The points of a seat go to the entry of whoever holds it at the end. A player who was replaced
    by somebody outside the division has left the table.
    """
    drawn = lock_game(pk)
    game = drawn.game
    if drawn.settled_at is not None or game is None or game.status not in OVER:
        return False
    seats = list(drawn.seats.select_related("entry").order_by("number"))
    note_holders(drawn, game, seats)
    if game.status == GameStatus.FINISHED and game.result:
        _take_over(seats, game.result)
        drawn.verdict = Verdict.PLAYED
    else:
        drawn.verdict = Verdict.VOID
    close_game(drawn, seats, now=game.ended_at or now)
    return True


def lock_game(pk: int) -> SeasonGame:
    """Locks a game of a season, and the season before it, as everybody does."""
    Season.objects.select_for_update(of=("self",)).get(divisions__season_games=pk)
    locked = SeasonGame.objects.select_for_update(of=("self",))
    return locked.select_related("game", "division").get(pk=pk)


def note_holders(drawn: SeasonGame, game: Game, seats: list[SeasonSeat]) -> None:
    """Notes who holds the seats of a game now, and who has left it."""
    holders = dict(game.seats.values_list("number", "person"))
    for seat in seats:
        holder = holders.get(seat.number)
        if holder is not None and holder == seat.entry.person_id:
            seat.left = False
            continue
        seat.left = True
        comes = _entry_of(drawn, seat.entry, holder) if holder else None
        if comes is not None and all(other.entry_id != comes.pk for other in seats):
            seat.drawn_for = seat.drawn_for or seat.entry
            seat.entry = comes
            seat.left = False


def close_game(drawn: SeasonGame, seats: list[SeasonSeat], *, now: datetime) -> None:
    """Stores what came of a game, for the standings to count."""
    drawn.settled_at = now
    drawn.save(update_fields=["settled_at", "verdict"])
    fields = ["entry", "drawn_for", "left", "place", "score", "tickets"]
    SeasonSeat.objects.bulk_update(seats, fields)
    standings_changed(Division.objects.filter(pk=drawn.division_id))


def _entry_of(drawn: SeasonGame, gone: Entry, person: int) -> Entry | None:
    """Gets the entry of a substitute, who comes from the division or from the reserve list."""
    entry = Entry.objects.filter(season=drawn.division.season_id, person=person).first()
    if entry is None:
        return None
    if entry.status == EntryStatus.RESERVE:
        entry.status, entry.division, entry.substitute_for = (
            EntryStatus.PLAYING,
            drawn.division,
            gone,
        )
        entry.save(update_fields=["status", "division", "substitute_for"])
    return entry if entry.division_id == drawn.division_id else None


def _take_over(seats: list[SeasonSeat], result: dict[str, Any]) -> None:
    for score in result["scores"]:
        for seat in seats:
            if seat.number in score["seats"]:
                seat.place = score["place"]
                seat.score = score["total"]
                seat.tickets = score["completed"]
