"""Before the first move: making a game, finding players, starting. One verb a module."""

from __future__ import annotations

from games.lobby.arrange import arrange_game
from games.lobby.cancel import cancel_game, expire_lobbies
from games.lobby.choose_team import choose_team
from games.lobby.create import create_game
from games.lobby.join import join_game
from games.lobby.leave import leave_game, remove_player
from games.lobby.substitute import take_open_seat

__all__ = [
    "arrange_game",
    "cancel_game",
    "choose_team",
    "create_game",
    "expire_lobbies",
    "join_game",
    "leave_game",
    "remove_player",
    "take_open_seat",
]
