from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

import pytest

import engine
from games.common.errors import Refused
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables.models import Game


def test_the_organiser_sits_in_the_first_seat_and_bots_in_the_last(
    alice: Person, now: datetime
) -> None:
    game = create_game(
        organiser=alice, options=GameOptions(board="japan", seats=4, bots=["planner"]), now=now
    )
    assert game.status == "open"
    assert [(seat.number, seat.person, seat.bot) for seat in game.seats.all()] == [
        (0, alice, ""),
        (3, None, "planner"),
    ]


def test_the_commitment_to_the_secret_is_there_from_the_beginning(
    alice: Person, now: datetime
) -> None:
    games = [
        create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
        for _ in range(2)
    ]
    for game in games:
        assert len(game.secret) == 32
        assert game.commitment == hashlib.sha256(game.secret).hexdigest()
    assert games[0].secret != games[1].secret


def test_a_game_against_bots_alone_starts_at_once(alice: Person, now: datetime) -> None:
    game = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=3, bots=["random"] * 2), now=now
    )
    assert game.status == "running"
    assert game.started_at == now
    assert game.board_digest == engine.load_board("usa").digest


def test_a_game_waits_a_month_for_players(alice: Person, now: datetime) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    assert game.expires_at == now + timedelta(days=30)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"board": "atlantis"}, "no board “atlantis”. Choose one of: .*Japan, .*USA"),
        ({"seats": 1}, "takes 2, 3, 4 or 5 players"),
        ({"seats": 6}, "takes 2, 3, 4 or 5 players"),
        ({"bots": ["oracle"]}, r"no bot “oracle”. Choose one of: .*level-2 \(Porter\)"),
        ({"bots": ["random", "random"]}, "no seat left for you"),
        ({"days_per_turn": 0}, "is 1 to 14 days"),
        ({"days_per_turn": 15}, "is 1 to 14 days"),
        ({"plans": "some"}, "which plans players may give"),
        ({"plan_pace": "year"}, "which plans players may give"),
        ({"contribution": "x" * 201}, "up to 200"),
        ({"contribution": "a\x00b"}, "visible characters"),
        ({"contribution": "\ud800"}, "visible characters"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(
    alice: Person, now: datetime, options: dict, words: str
) -> None:
    contribution = options.get("contribution", "")
    others = {name: value for name, value in options.items() if name != "contribution"}
    wanted = GameOptions(**{"board": "usa", "seats": 2, **others})
    with pytest.raises(Refused, match=words):
        create_game(organiser=alice, options=wanted, contribution=contribution, now=now)
    assert not Game.objects.exists()


def test_nobody_fills_the_lobby_alone(alice: Person, bob: Person, now: datetime) -> None:
    for _ in range(10):
        create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    with pytest.raises(Refused, match="10 games waiting"):
        create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    create_game(organiser=bob, options=GameOptions(board="usa", seats=2), now=now)
