"""Secret links to private games."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.common.errors import Refused
from games.people.models import Person
from games.sharing.models import SecretLink
from games.sharing.secret_links import game_of_token, link_of, make_link, revoke_link
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter


@pytest.fixture
def private(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(public=False)
    game.refresh_from_db()
    return game


def seat_of(game: Game, number: int = 0) -> Seat:
    return game.seats.get(number=number)


def test_a_link_opens_its_game_until_it_is_revoked(private: Game) -> None:
    token = make_link(game=private, seat=seat_of(private), now=NOW)
    assert game_of_token(token) == private
    assert link_of(private) == token
    # By any player, not only by who made it.
    revoke_link(game=private, seat=seat_of(private, 1))
    assert game_of_token(token) is None
    assert link_of(private) is None
    again = make_link(game=private, seat=seat_of(private), now=NOW)
    assert again != token
    assert game_of_token(token) is None


def test_pressing_twice_makes_one_link(private: Game) -> None:
    tokens = {make_link(game=private, seat=seat_of(private, n), now=NOW) for n in (0, 1)}
    assert len(tokens) == 1


def test_the_token_is_long_and_in_no_table(private: Game) -> None:
    token = make_link(game=private, seat=seat_of(private), now=NOW)
    assert len(token) * 6 >= 128
    assert token not in str(SecretLink.objects.values().get())


def test_nobody_but_its_players_makes_or_revokes(private: Game, table: Game) -> None:
    for seat in (None, seat_of(table)):
        with pytest.raises(Refused, match="Only the players"):
            make_link(game=private, seat=seat, now=NOW)
        with pytest.raises(Refused, match="Only the players"):
            revoke_link(game=private, seat=seat)


@pytest.mark.parametrize("fields", [{"public": True}, {"practice": True}, {"version": -1}])
def test_other_games_have_none(private: Game, fields: dict[str, object]) -> None:
    token = make_link(game=private, seat=seat_of(private), now=NOW)
    Game.objects.filter(pk=private.pk).update(**fields)
    assert game_of_token(token) is None
    with pytest.raises(Refused, match="needs no secret link"):
        make_link(game=private, seat=seat_of(private), now=NOW)


@pytest.mark.parametrize("token", ["", "x", "é" * 32, "A" * 5000, "a b", "../.."])
def test_what_is_no_token_opens_nothing(private: Game, token: str) -> None:
    make_link(game=private, seat=seat_of(private), now=NOW)
    assert game_of_token(token) is None


def test_a_link_outlives_a_change_of_the_key_as_long_as_the_old_one_is_known(
    private: Game, settings: Settings
) -> None:
    token = make_link(game=private, seat=seat_of(private), now=NOW)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, of at least forty characters …"
    assert link_of(private) == token
    assert game_of_token(token) == private
    settings.SECRET_KEY_FALLBACKS = []
    # It still opens, but nobody can be shown it; a new one takes its place.
    assert link_of(private) is None
    new = make_link(game=private, seat=seat_of(private), now=NOW)
    assert game_of_token(new) == private
    assert game_of_token(token) is None
