"""The demo data of a new site: people to sign in as, games to look at and games to move in.

Each module makes one kind of thing, and nothing twice, so that `manage.py demo` may run at every
start.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.demo.games import (
    count_results,
    make_finished_game,
    make_game_against_bot,
    make_game_of_three,
    make_games_on_other_boards,
    make_open_game,
    make_team_game,
)
from games.demo.leagues import make_league
from games.demo.people import make_people

Step = Callable[[datetime], str]

# In this order; each says in one line what it made.
STEPS: tuple[Step, ...] = (
    make_people,
    make_finished_game,
    make_game_of_three,
    make_game_against_bot,
    make_team_game,
    make_games_on_other_boards,
    make_open_game,
    make_league,
    count_results,
)
