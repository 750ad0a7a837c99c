"""Closing an account: the person is forgotten, the games stay."""

from __future__ import annotations

from django.apps import apps
from django.test import Client

from games.leagues.models import League
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables.models import Game, GameStatus
from games.talk.messages import post_message
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW

CONFIRMED = {"name": "Alice", "password": PASSWORD}


def close(client: Client, **changes: str):
    return client.post("/settings/close/", {**CONFIRMED, **changes})


def test_nothing_that_tells_of_the_person_is_left_in_any_table(
    table: Game, browse, inbox, alice: Person
) -> None:
    post_message(game=table, person=alice, text="I live in Alkmaar.", now=NOW)
    assert inbox(alice)
    old = (alice.email, alice.name, alice.password)
    assert close(browse(alice)).status_code == 302
    for model in apps.get_app_config("games").get_models():
        if model.__name__ == "CaughtMail":
            continue  # The post itself, on a development site: it has been delivered.
        for row in model._default_manager.values():
            for told in (*old, "Alkmaar"):
                assert told not in map(str, row.values()), (model, row)
            assert b"alice@" not in b"".join(
                bytes(value) for value in row.values() if isinstance(value, bytes | memoryview)
            )


def test_the_game_goes_on_without_the_name(table: Game, browse, alice: Person, bob: Person) -> None:
    close(browse(alice))
    page = browse(bob).get(f"/games/{table.code}/").content.decode()
    assert "Alice" not in page
    assert f"former-player-{alice.pk}" in page
    seat = table.seats.get(number=0)
    assert seat.open_since is not None


def test_every_session_ends_and_nobody_signs_in_again(browse, alice: Person) -> None:
    other = browse(alice)
    close(browse(alice))
    assert other.get("/settings/").status_code == 302
    alice.refresh_from_db()
    assert not alice.is_active
    assert not alice.has_usable_password()
    signed_in = Client().post(
        "/accounts/login/", {"login": "alice@example.org", "password": PASSWORD}
    )
    assert "sessionid" not in signed_in.cookies


def test_tables_in_the_lobby_are_given_up(browse, alice: Person) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    close(browse(alice))
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED


def test_it_asks_for_the_name_and_the_password(browse, alice: Person) -> None:
    for wrong in ({"name": "Bob"}, {"password": "guess"}, {"name": ""}):
        page = close(browse(alice), **wrong)
        assert page.status_code == 200
    assert browse(alice).get("/settings/close/").status_code == 200
    alice.refresh_from_db()
    assert alice.is_active


def test_who_directs_a_league_hands_it_over_first(browse, alice: Person) -> None:
    League.objects.create(slug="club", name="Club", created_at=NOW).directors.add(alice)
    page = close(browse(alice)).content.decode()
    assert "Hand it over to another director first" in page
    alice.refresh_from_db()
    assert alice.is_active
