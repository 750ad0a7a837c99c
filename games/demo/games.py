"""The games of the demo, and the counting of their results.

Bots choose for the people, through the usual services, on a clock that runs up to now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

import engine
from engine.actions import Claim, Draw
from engine.cards import BLIND
from engine.orders.model import Branch, Order
from games import log
from games.demo.people import DOMAIN
from games.lobby import GameOptions, create_game, join_game
from games.people.models import Person
from games.plans.giving import give
from games.play.bots import play_as_bot
from games.players import rate_finished_games, update_reliability
from games.tables.models import Game, Seat
from games.talk.messages import post_message

BOT: Final = "planner"
PAUSE: Final = timedelta(minutes=20)


def make_finished_game(now: datetime) -> str:
    """Make a game that Alice and Bob have played to its end."""
    game = make_once(
        "demo: a game to look back on", "japan", ["Alice", "Bob"], now - timedelta(days=9)
    )
    if game:
        play_turns(game, now, turns=None)
    return "a finished game of Alice and Bob"


def make_game_of_three(now: datetime) -> str:
    """Make a game on Japan that waits for Alice."""
    names = ["Alice", "Bob", "Charlie"]
    game = make_once("demo: three in Japan", "japan", names, now - timedelta(days=2))
    if game:
        play_turns(game, now, turns=15)
        _talk(game, now)
    return "a game on Japan at Alice's turn"


def make_game_against_bot(now: datetime) -> str:
    """Make a game against a bot that waits for Alice."""
    game = make_once("demo: against a bot", "usa", ["Alice"], now - timedelta(days=2), bots=[BOT])
    if game:
        play_turns(game, now, turns=8)
    return "a game on USA against a bot at Alice's turn"


def make_team_game(now: datetime) -> str:
    """Make a game on Team Asia in which Alice is to move and may enter a tunnel."""
    names = ["Alice", "Bob", "Charlie", "Dana"]
    began = now - timedelta(days=3)
    game = make_once("demo: two and two in Asia", "team-asia", names, began, teams=[0, 0, 1, 1])
    if game:
        play_turns(game, now, turns=12, until=_may_enter_a_tunnel)
    return "a game on Team Asia at Alice's turn, with a tunnel to enter"


def make_open_game(now: datetime) -> str:
    """Make a game of Dana's that waits for players."""
    make_once("demo: come and play", "japan", ["Dana"], now, seats=3)
    return "a game of Dana's that waits for players"


def make_games_on_other_boards(now: datetime) -> str:
    """Make a game of Bob's against bots on every board without a demo game."""
    seen = Game.objects.filter(seats__person__email__endswith=f"@{DOMAIN}")
    others = sorted(set(engine.board_names()) - set(seen.values_list("board", flat=True)))
    for key in others:
        bots = [BOT] * (min(engine.load_board(key).seat_counts) - 1)
        began = now - timedelta(days=2)
        game = make_once(f"demo: a look at {key}", key, ["Bob"], began, bots=bots)
        if game:
            play_turns(game, now, turns=6)
    return "games of Bob's against bots on the other boards, at his turn"


def make_once(
    mark: str,
    board: str,
    names: Sequence[str],
    now: datetime,
    *,
    bots: Sequence[str] = (),
    seats: int | None = None,
    teams: Sequence[int] = (),
) -> Game | None:
    """Make a game, identified by its organiser's contribution; None if it was made before.

    ``teams`` has the team of each of the people, if they choose them.
    """
    people = {
        person.name: person
        for person in Person.objects.filter(
            email__in=[f"{name.lower()}@{DOMAIN}" for name in names]
        )
    }
    if Seat.objects.filter(person=people[names[0]], contribution=mark).exists():
        return None
    with transaction.atomic():
        game = create_game(
            organiser=people[names[0]],
            options=GameOptions(
                board=board,
                seats=seats or len(names) + len(bots),
                bots=bots,
                teams_chosen=bool(teams),
            ),
            contribution=mark,
            now=now,
        )
        for place, name in enumerate(names[1:], 1):
            team = teams[place] if teams else None
            join_game(game=game, person=people[name], team=team, admission=False, now=now)
    return game


@transaction.atomic
def play_turns(
    game: Game,
    now: datetime,
    *,
    turns: int | None,
    until: Callable[[engine.View], bool] = lambda view: True,
) -> None:
    """Play to the end, or n turns and then on until the organiser is to move.

    ``until`` may require another round, judging by the organiser's view of the game.
    """
    at = game.created_at
    while (state := log.load(game)).outcome is None:
        may_stop = turns is not None and state.turn > turns and state.pending.get(0) == "turn"
        if may_stop and until(engine.view(state, 0)):
            return
        seat = min(state.pending)
        at = min(at + PAUSE, now)
        play_as_bot(game=game, state=state, seat=seat, bot=BOT, now=at)


def _talk(game: Game, now: datetime) -> None:
    """Let people talk at the table, and Bob leave an order for the turn after Alice's."""
    people = {seat.person.name: seat.person for seat in game.seats.all() if seat.person}
    for minutes, name, text in (
        (190, "Bob", "Good evening, all. Does anybody need Nagoya as badly as I do?"),
        (150, "Charlie", "I shall not tell. But I am counting your bullet trains."),
        (25, "Bob", "Take your time, Alice. The night train is late anyhow."),
    ):
        post_message(
            game=game, person=people[name], text=text, now=now - timedelta(minutes=minutes)
        )
    seat = game.seats.get(person=people["Bob"])
    draw = Branch((), (Draw(BLIND), Draw(BLIND)))
    give(game=game, seat=seat.number, person=people["Bob"], plan=Order((draw,)), now=now)


def _may_enter_a_tunnel(view: engine.View) -> bool:
    return any(
        isinstance(action, Claim) and view.board.tracks[action.track].turns_up
        for action in view.legal_actions()
    )


def count_results(now: datetime) -> str:
    """Count the games that were made, as the workers would."""
    rate_finished_games(now=now)
    update_reliability(now=now)
    return "ratings and reliability of those who have played"
