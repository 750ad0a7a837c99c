"""Games before the first move: create, find players (invitations/, groups/), start."""

from __future__ import annotations

from games.lobby.bot_accounts import decline_invitation, invitations_of, invite_bot_account
from games.lobby.company import open_group_tables
from games.lobby.create import arrange_game, create_game, store_game
from games.lobby.game_names import rename_game
from games.lobby.options import GameOptions
from games.lobby.rematch import play_again
from games.lobby.removal import cancel_game, expire_lobbies, invite_again, remove_player
from games.lobby.seating import choose_team, join_game, leave_game, take_open_seat

__all__ = [
    "GameOptions",
    "arrange_game",
    "cancel_game",
    "choose_team",
    "create_game",
    "decline_invitation",
    "expire_lobbies",
    "invitations_of",
    "invite_again",
    "invite_bot_account",
    "join_game",
    "leave_game",
    "open_group_tables",
    "play_again",
    "remove_player",
    "rename_game",
    "store_game",
    "take_open_seat",
]
