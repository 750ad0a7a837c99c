"""Bot accounts through the API: becoming one, admission, invitations, ratings of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest_django import Settings

from games.lobby import GameOptions, create_game, play_again
from games.people.blocks import block
from games.people.models import Person
from games.people.profile import change_preferences
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.games.api.conftest import Api

TWO = GameOptions(board="usa", seats=2)
ADMITS = replace(TWO, bot_accounts=True)


def test_a_new_account_becomes_a_bot_account_once_and_for_good(api: Api, alice: Person) -> None:
    program = api(alice)
    assert program.get("me/").data["bot_account"] is False
    assert api(alice, ["games:read"]).post("me/bot/", {"run_by": "Ann"}).status_code == 403
    for text in ("", " ", "A", "x" * 101, "A\u202eB"):
        assert program.post("me/bot/", {"run_by": text}).status_code in (400, 422)
    assert program.get("me/").data["bot_account"] is False
    made = program.post("me/bot/", {"run_by": " Ann,  ann.example "})
    assert (made.data["name"], made.data["run_by"]) == ("Alice", "Ann, ann.example")
    assert program.get("me/").data["bot_account"] is True
    again = program.post("me/bot/", {"run_by": "Zoe"})
    assert (again.status_code, again.data["detail"]) == (422, "This is a bot account already.")
    shown = api().get("people/Alice/").data
    assert (shown["bot_account"], shown["run_by"]) == (True, "Ann, ann.example")
    (listed,) = api().get("bot-accounts/").data["results"]
    assert (listed["name"], listed["points"]) == ("Alice", None)


def test_who_ever_sat_at_a_table_stays_a_person(api: Api, alice: Person, bob: Person) -> None:
    game = create_game(organiser=alice, options=TWO, now=NOW)
    assert api(alice).post("me/bot/", {"run_by": "Ann"}).status_code == 422
    api(bob).post(f"lobby/{game.code}/join/")
    assert "Only a new account" in api(bob).post("me/bot/", {"run_by": "Bo"}).data["detail"]
    assert not Person.objects.filter(bot_since__isnull=False).exists()


def test_a_table_admits_bot_accounts_where_its_organiser_says_so(
    api: Api, alice: Person, robby: Person
) -> None:
    closed = create_game(organiser=alice, options=TWO, now=NOW)
    program = api(robby)
    for body in ({}, {"invitation": closed.invitation}):
        refused = program.post(f"lobby/{closed.code}/join/", body)
        assert refused.status_code == 422
        assert refused.data["detail"].startswith("This table does not admit bot accounts.")
    table = api(alice).post("lobby/", {"board": "usa", "seats": 2, "bot_accounts": True}).data
    listed = program.get("lobby/?bot_accounts=true").data["results"]
    assert [one["code"] for one in listed] == [table["code"]]
    listed = program.get("lobby/?bot_accounts=false").data["results"]
    assert [one["code"] for one in listed] == [closed.code]
    begun = program.post(f"lobby/{table['code']}/join/").data
    assert begun["status"] == "running"
    player = begun["players"][1]
    assert (player["name"], player["person"]) == ("Robby (bot account)", "Robby")
    assert (player["bot_account"], player["bot"]) == (True, None)
    assert Game.objects.get(code=table["code"]).with_bot_account
    assert api(alice).get(f"games/{table['code']}/").data["seats"][1]["bot_account"] is True


def test_an_invitation_by_name_admits_one_bot_account_to_one_table(
    api: Api, alice: Person, bob: Person, robby: Person
) -> None:
    game = create_game(organiser=alice, options=replace(TWO, public=False), now=NOW)
    invite = f"lobby/{game.code}/invitations/"
    assert api(alice).post(invite, {"name": "Bob"}).status_code == 422
    assert api(bob).post(invite, {"name": "Robby"}).status_code == 404
    for _twice in range(2):
        assert api(alice).post(invite, {"name": "robby"}).status_code == 204
    program = api(robby)
    (found,) = program.get("me/invitations/").data["results"]
    assert (found["code"], found["organiser"]) == (game.code, "Alice")
    joined = program.post(f"lobby/{game.code}/join/", {"invitation": found["invitation"]})
    assert joined.data["status"] == "running"
    assert program.get("me/invitations/").data["results"] == []


def test_an_invitation_that_was_declined_does_not_come_again(
    api: Api, alice: Person, robby: Person
) -> None:
    game = create_game(organiser=alice, options=TWO, now=NOW)
    api(alice).post(f"lobby/{game.code}/invitations/", {"name": "Robby"})
    program = api(robby)
    assert program.delete(f"me/invitations/{game.code}/").status_code == 204
    assert program.get("me/invitations/").data["results"] == []
    assert program.delete(f"me/invitations/{game.code}/").status_code == 422
    again = api(alice).post(f"lobby/{game.code}/invitations/", {"name": "Robby"})
    assert again.data["detail"] == "Robby has declined."
    assert program.post(f"lobby/{game.code}/join/").status_code == 422


def test_a_bot_account_that_was_blocked_is_kept_out(api: Api, alice: Person, robby: Person) -> None:
    game = create_game(organiser=alice, options=ADMITS, now=NOW)
    block(person=alice, other=robby, now=NOW)
    assert api(robby).post(f"lobby/{game.code}/join/").status_code == 422
    assert api(alice).post(f"lobby/{game.code}/invitations/", {"name": "Robby"}).status_code == 422


def test_a_table_of_a_bot_account_admits_others(api: Api, robby: Person) -> None:
    made = api(robby).post("lobby/", {"board": "usa", "seats": 2, "bot_accounts": False})
    assert made.data["bot_accounts"] is True


def test_a_bot_account_plays_so_many_games_at_once(
    api: Api, alice: Person, bob: Person, robby: Person, settings: Settings
) -> None:
    settings.BOT_ACCOUNT_GAMES = 2
    tables = [create_game(organiser=one, options=ADMITS, now=NOW) for one in (alice, alice, bob)]
    program = api(robby)
    for table in tables[:2]:
        assert program.post(f"lobby/{table.code}/join/").status_code == 200
    refused = program.post(f"lobby/{tables[2].code}/join/")
    assert refused.status_code == 422
    assert refused.data["detail"].startswith("This bot account has 2 games, the most for one.")
    assert program.post("lobby/", {"board": "usa", "seats": 2}).status_code == 422
    Game.objects.filter(pk=tables[0].pk).update(status="finished")
    assert program.post(f"lobby/{tables[2].code}/join/").status_code == 200


def test_a_rematch_invites_the_bot_account(
    api: Api, begin: Starter, alice: Person, robby: Person
) -> None:
    game = begin(alice, robby)
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW)
    rematch = play_again(game=game, person=alice, now=NOW)
    (found,) = api(robby).get("me/invitations/").data["results"]
    assert found["code"] == rematch.code


def test_a_bot_account_writes_little_at_a_table(
    api: Api, begin: Starter, alice: Person, robby: Person
) -> None:
    game = begin(alice, robby)
    said = [
        api(robby).post(f"games/{game.code}/talk/", {"text": f"{number}"}).status_code
        for number in range(4)
    ]
    assert said == [201, 201, 201, 422]


def test_another_name_keeps_the_mark(robby: Person) -> None:
    change_preferences(person=robby, name="Maria")
    assert Person.objects.get(pk=robby.pk).shown_name == "Maria (bot account)"


@pytest.mark.parametrize("wrong", ["maybe", "2x"])
def test_a_filter_that_is_no_yes_or_no_is_refused(api: Api, wrong: str) -> None:
    assert api().get(f"lobby/?bot_accounts={wrong}").status_code == 400
