"""Branches: practice games against bots that continue from a moment of a finished game.

Decision 133 says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import engine
from engine.events import TableEvent, TakenBack
from games import log
from games.common.errors import Refused
from games.common.event_types import BRANCHED
from games.language.bots import EVEN
from games.log.models import Event
from games.practice.games import (
    IS_BRANCH,
    Player,
    lock_player,
    practice_games_of,
    store_practice_game,
)
from games.practice.guests import remove_games
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game, GameStatus

MAX_OF_A_PERSON: Final = 10
MAX_OF_A_GUEST: Final = 1
APART: Final = timedelta(seconds=10)
"""The minimum time between two branches of one player: each copies a whole log."""


@transaction.atomic
def begin_branch(*, player: Player, source: Game, at: int, seat: int, now: datetime) -> Game:
    """Continue a finished game from one of its moments, in one of its seats, against bots.

    The moment is the first one from event ``at`` on at which the game waited for a decision. The
    branch begins with the events that counted then (P-1), without those of the table, and with
    newly shuffled decks. A branch in which the player has not moved yet is reused. The oldest ones
    are removed above the limit, also unfinished ones. The caller has checked that the player may
    see the game.

    :raises Refused: if the game is not finished, or over at that moment, or has no such seat; if it
        follows older rules; if the player has just begun another one.
    """
    past = _past_of(source, at)
    if not 0 <= seat < source.seat_count:
        raise Refused(_("This game has no such seat. Choose one from the list."))
    lock_player(player)
    origin = {"game": source.code, "seq": at, "seat": seat}
    own = practice_games_of(player).filter(IS_BRANCH)
    if untouched := _untouched(own, origin):
        return untouched
    _remove_oldest(player, own, now)
    game = store_practice_game(
        player=player,
        board=source.board,
        bots=[EVEN] * (source.seat_count - 1),
        seat=seat,
        begin=lambda locked: locked.start_from(past, origin),
        now=now,
    )
    game.seats.filter(bot="").update(seen=game.version)
    return game


def origin_of(game: Game) -> Mapping[str, Any] | None:
    """Code of the game, seq and seat that a branch continues; None if it is no branch."""
    return Event.objects.filter(game=game, type=BRANCHED).values_list("data", flat=True).first()


def max_branches(player: Player | None) -> int:
    """The number of branches that a player, or an anonymous user, can have."""
    return MAX_OF_A_GUEST if player is None or isinstance(player, Guest) else MAX_OF_A_PERSON


def _past_of(source: Game, at: int) -> list[log.LogLine]:
    """The lines of a log that count at the first decision from event ``at`` on.

    :raises Refused: if there are none to continue from.
    """
    if reason := _why_not(source):
        raise Refused(reason)
    lines = list(log.events(source))
    events = [line.event for line in lines]
    board = engine.load_board(source.board)
    moment = next((seq for seq in engine.waiting_points(board, events) if seq >= at), None)
    if moment is None or at < 0:
        raise Refused(_("The game is over at that moment. Choose an earlier one."))
    return [
        lines[seq]
        for seq in engine.effective_seqs(events[: moment + 1])
        if not isinstance(events[seq], TableEvent | TakenBack)
    ]


def _why_not(source: Game) -> str:
    """A sentence that says why a game cannot be continued, "" if it can."""
    if source.status == GameStatus.RUNNING:
        return _("This game is still in progress. You can play on from it when it is over.")
    if source.status == GameStatus.VOID:
        return _("This game was voided, so nobody can play on from it.")
    if source.status != GameStatus.FINISHED or source.version < 0:
        return _("This game never began, so nobody can play on from it.")
    if (
        source.rules_version != engine.RULES_VERSION
        or source.board_digest != engine.load_board(source.board).digest
    ):
        return _("This game followed other rules than those of today, so nobody can play on.")
    return ""


def _untouched(own: QuerySet[PracticeGame], origin: Mapping[str, Any]) -> Game | None:
    """The branch of the same moment and seat in which its player has not moved yet."""
    for practice in own.filter(game__status=GameStatus.RUNNING):
        moved = Event.objects.filter(
            game=practice.game, seq__gte=practice.first_seq, actor=str(origin["seat"])
        )
        if origin_of(practice.game) == origin and not moved.exists():
            return practice.game
    return None


def _remove_oldest(player: Player, own: QuerySet[PracticeGame], now: datetime) -> None:
    latest = own.first()
    if latest is not None and now - latest.game.created_at < APART:
        raise Refused(_("You have only just begun such a game. Wait a few seconds."))
    old = own[max_branches(player) - 1 :]
    remove_games(list(old.values_list("game", flat=True)))
