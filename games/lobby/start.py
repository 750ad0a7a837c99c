"""The first events of a game."""

from __future__ import annotations

from datetime import datetime

import engine
from games.clock.bank import first_bank
from games.play.door import door
from games.tables.models import Game, GameStatus
from games.tables.selectors import chosen_teams


def start_if_full(*, game: Game, now: datetime) -> bool:
    """Starts a game whose seats are all taken; gets whether it did.

    The caller is inside a transaction that has locked the game. The board and the rules are those
    of this moment, and the game keeps them.
    """
    if game.seats.count() < game.seat_count:
        return False
    board = engine.load_board(game.board)
    game.seats.update(bank=first_bank(game))
    Game.objects.filter(pk=game.pk).update(
        rules_version=engine.RULES_VERSION, board_digest=board.digest
    )
    with door(game=game, now=now, start=True) as table:
        table.game.status = GameStatus.RUNNING
        table.game.started_at = now
        table.game.save(update_fields=["status", "started_at"])
        order = range(game.seat_count) if game.order_fixed else None
        teams = chosen_teams(game)
        table.start(engine.start(board, game.seat_count, table.chance, order, teams))
        for number, team in table.state.team_of.items():
            game.seats.filter(number=number).update(team=team)
    return True
