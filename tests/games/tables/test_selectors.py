from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from engine.actions import Draw, DrawTickets
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables import selectors
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all

BLIND = Draw("blind")
OUTSIDERS: list[Callable[[Person], object]] = [
    lambda dana: dana,
    lambda dana: AnonymousUser(),
    lambda dana: None,
]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, BLIND, BLIND)
    act(game, 1, DrawTickets())
    return game


def test_everybody_may_look_at_a_public_game(game: Game, dana: Person) -> None:
    for outsider in OUTSIDERS:
        assert selectors.game_for(game.code, outsider(dana)) == game


def test_a_private_game_is_not_there_for_others(
    begin: Starter, alice: Person, bob: Person, dana: Person
) -> None:
    game = begin(alice, bob, bots=["random"], public=True)
    Game.objects.filter(pk=game.pk).update(public=False)
    game.refresh_from_db()
    for person in (alice, bob):
        assert selectors.game_for(game.code, person) == game
    for outsider in OUTSIDERS:
        reader = outsider(dana)
        assert selectors.game_for(game.code, reader) is None
        assert selectors.game_for(game.code, reader, invitation="guess") is None
        assert selectors.game_for(game.code, reader, invitation=game.invitation) == game


def test_an_invitation_opens_only_its_own_game(alice: Person, dana: Person, now: datetime) -> None:
    one, other = (
        create_game(
            organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=now
        )
        for _ in range(2)
    )
    assert selectors.game_for(one.code, dana, invitation=other.invitation) is None
    assert not selectors.is_invited(one, other.invitation)
    assert selectors.is_invited(one, one.invitation)


def test_the_lobby_shows_public_games_that_wait_for_players(
    game: Game, alice: Person, now: datetime
) -> None:
    shown = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    create_game(organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=now)
    assert list(selectors.open_games()) == [shown]


def test_your_turn_has_the_least_time_left_first(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    games = [begin(alice, bob, days_per_turn=days) for days in (3, 1, 2)]
    seats = list(selectors.seats_to_move(alice))
    assert [seat.game for seat in seats] == [games[1], games[2], games[0]]
    assert seats[0].due_at == now + timedelta(days=1)


def test_your_turn_leaves_out_games_in_which_others_are_to_move(
    game: Game, alice: Person, bob: Person, dana: Person
) -> None:
    assert not selectors.seats_to_move(alice)
    assert [seat.person for seat in selectors.seats_to_move(bob)] == [bob]
    assert not selectors.seats_to_move(dana)


def test_your_turn_leaves_out_games_in_which_a_move_is_held(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    held, other = begin(alice, bob), begin(alice, bob)
    held.seats.filter(person=alice).update(held_until=now)
    assert [seat.game for seat in selectors.seats_to_move(alice)] == [other]


def test_games_of_a_person_are_those_with_a_seat(game: Game, alice: Person, dana: Person) -> None:
    assert list(selectors.games_not_over_of(alice)) == [game]
    assert not selectors.games_not_over_of(dana)


def test_pages_are_made_without_the_secret_in_memory(game: Game, alice: Person) -> None:
    for found in (
        selectors.game_for(game.code, alice),
        selectors.games_not_over_of(alice).get(),
        selectors.games_visible_to(alice).get(),
    ):
        assert found is not None
        assert "secret" in found.get_deferred_fields()


def test_the_number_of_queries_does_not_grow_with_the_games(
    begin: Starter,
    alice: Person,
    bob: Person,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    for _ in range(4):
        begin(alice, bob)
    with django_assert_max_num_queries(2):
        for game in selectors.games_not_over_of(alice):
            assert [seat.person.name for seat in game.seats.all()] == ["Alice", "Bob"]


def test_seats_are_read_without_their_games(
    game: Game, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(1) as asked:
        assert [seat.number for seat in game.seats.all()] == [0, 1]
    assert "JOIN" not in asked.captured_queries[0]["sql"]
