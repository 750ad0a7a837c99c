"""The lobby: open a table, join, leave and cancel it, as on the pages."""

from __future__ import annotations

import pytest

from games.lobby import GameOptions, create_game, remove_player
from games.lobby.pairing.tables import pair_waiting
from games.people.blocks import block
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.api.conftest import Api

OPTIONS = {"board": "usa", "seats": 3, "days_per_turn": 2, "name": "Sunday"}


def test_a_table_is_opened_joined_and_begins(
    api: Api, alice: Person, bob: Person, dana: Person
) -> None:
    made = api(alice).post("lobby/", OPTIONS)
    assert made.status_code == 201
    table = made.data
    assert (table["title"], table["free_seats"], table["status"]) == ("Sunday", 2, "open")
    assert table["terms"]["days_per_turn"] == 2
    assert table["invitation_url"].endswith(f"/{Game.objects.get().invitation}/")
    (listed,) = api(bob).get("lobby/").data["results"]
    assert (listed["code"], listed["invitation_url"]) == (table["code"], None)
    path = f"lobby/{table['code']}/"
    assert api(bob).post(f"{path}join/", {"contribution": "seven"}).data["free_seats"] == 1
    assert api(bob).get("lobby/").data["results"] == []
    begun = api(dana).post(f"{path}join/", {})
    assert begun.data["status"] == "running"
    assert api(dana).get(f"games/{table['code']}/").data["you"]["kind"] == "setup"


def test_a_table_of_hours_is_opened(api: Api, alice: Person) -> None:
    options = {"board": "usa", "seats": 3, "hours_per_turn": 4}
    terms = api(alice).post("lobby/", options).data["terms"]
    assert (terms["days_per_turn"], terms["hours_per_turn"]) == (0, 4)
    refused = api(alice).post("lobby/", {**options, "days_per_turn": 1})
    assert refused.status_code == 422
    assert "1 to 14 days, or 1 to 23 hours" in refused.data["detail"]


def test_an_evening_table_is_opened_and_programs_see_when_its_minutes_count(
    api: Api, alice: Person, bob: Person
) -> None:
    made = api(alice).post("lobby/", {"board": "usa", "seats": 2, "evening_minutes": 5}).data
    assert made["terms"]["evening_minutes"] == 5
    api(bob).post(f"lobby/{made['code']}/join/", {})
    assert api(bob).get(f"games/{made['code']}/").data["evening_since"] is None
    Game.objects.update(evening_since=NOW)
    assert api(bob).get(f"games/{made['code']}/").data["evening_since"] == "2026-11-21T07:30:00Z"


def test_a_removed_player_does_not_come_back(api: Api, alice: Person, bob: Person) -> None:
    code = api(alice).post("lobby/", OPTIONS).data["code"]
    api(bob).post(f"lobby/{code}/join/", {})
    remove_player(game=Game.objects.get(), organiser=alice, seat=1, now=NOW)
    answer = api(bob).post(f"lobby/{code}/join/", {})
    assert answer.status_code == 422
    assert "has freed your seat" in answer.data["detail"]
    assert Game.objects.get().seats.count() == 1


def test_a_table_names_the_bot_that_may_be_voted_in(api: Api, alice: Person, bob: Person) -> None:
    assert api(alice).post("lobby/", OPTIONS).data["replacement_bot"] == "level-3"
    chosen = api(alice).post("lobby/", {**OPTIONS, "replacement_bot": "level-5"}).data
    assert api(bob).get(f"lobby/{chosen['code']}/").data["replacement_bot"] == "level-5"
    assert api(alice).post("lobby/", {**OPTIONS, "replacement_bot": "random"}).status_code == 422


def test_a_table_names_the_plans_that_players_may_give(
    api: Api, alice: Person, bob: Person
) -> None:
    def plans_of(**chosen: object) -> tuple[str, str]:
        made = api(alice).post("lobby/", {**OPTIONS, **chosen}).data
        shown = api(bob).get(f"lobby/{made['code']}/").data
        return shown["plans"], shown["plan_pace"]

    assert plans_of() == ("draws", "minutes")
    assert plans_of(rated=False) == ("all", "minutes")
    assert plans_of(bots=["level-1"]) == ("all", "minutes")
    assert plans_of(plans="off", plan_pace="half-day") == ("off", "half-day")


def test_with_bots_a_game_begins_at_once(api: Api, alice: Person) -> None:
    made = api(alice).post("lobby/", {"board": "japan", "seats": 2, "bots": ["planner"]}).data
    assert made["status"] == "running"
    assert made["players"][1]["bot"] == "planner"


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"board": "atlantis"}, 422),
        ({"seats": 6}, 422),
        ({"seats": 7}, 400),
        ({"seats": "three"}, 400),
        ({"bots": ["chess"]}, 422),
        ({"days_per_turn": 0}, 422),
        ({"name": "x" * 41}, 422),
        ({"least_reliability": 50}, 422),
        ({"teams_chosen": True}, 422),
        ({"plans": "some"}, 400),
        ({"plan_pace": "year"}, 400),
        ({"invitation": "mine"}, 400),
    ],
)
def test_options_that_are_not_possible_are_refused(
    api: Api, alice: Person, wrong: dict[str, object], status: int
) -> None:
    answer = api(alice).post("lobby/", {**OPTIONS, **wrong})
    assert answer.status_code == status
    assert not Game.objects.exists()


def test_a_private_table_is_for_those_with_its_invitation(
    api: Api, alice: Person, bob: Person
) -> None:
    table = api(alice).post("lobby/", {**OPTIONS, "public": False}).data
    path = f"lobby/{table['code']}/"
    assert api(bob).get("lobby/").data["results"] == []
    assert api(bob).get(path).status_code == 404
    assert api(bob).post(f"{path}join/", {}).status_code == 404
    assert api(bob).post(f"{path}join/", {"invitation": "guess"}).status_code == 404
    secret = Game.objects.get().invitation
    assert api(bob).post(f"{path}join/", {"invitation": secret}).status_code == 200


def test_one_leaves_a_table_and_its_organiser_cancels_it(
    api: Api, alice: Person, bob: Person
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    path = f"lobby/{game.code}/"
    api(bob).post(f"{path}join/", {})
    assert api(bob).post(f"{path}join/", {}).status_code == 422
    assert api(bob).delete(path).status_code == 422
    assert api(bob).post(f"{path}leave/", {}).status_code == 204
    assert api(bob).post(f"{path}leave/", {}).status_code == 422
    assert api(alice).post(f"{path}leave/", {}).status_code == 422
    assert api(alice).delete(path).status_code == 204
    assert Game.objects.get().status == "cancelled"


def test_tables_of_people_one_has_blocked_are_not_listed(
    api: Api, alice: Person, bob: Person
) -> None:
    create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    block(person=bob, other=alice, now=NOW)
    assert api(bob).get("lobby/").data["results"] == []
    assert len(api().get("lobby/").data["results"]) == 1


def test_a_program_waits_for_a_table_and_cancels(api: Api, alice: Person, bob: Person) -> None:
    kind = {"seats": 2, "pace": "3-days", "rated": False}
    made = api(alice).post("me/wishes/", kind)
    assert made.status_code == 201
    assert (made.data["board"], made.data["fate"], made.data["code"]) == ("", "", None)
    assert api(bob).get("me/wishes/").data["results"] == []
    assert api(bob).delete(f"me/wishes/{made.data['id']}/").status_code == 404
    assert api(alice).delete(f"me/wishes/{made.data['id']}/").status_code == 204
    assert api(alice).delete(f"me/wishes/{made.data['id']}/").status_code == 422
    (ended,) = api(alice).get("me/wishes/").data["results"]
    assert ended["fate"] == "withdrawn"


def test_a_program_learns_of_the_table_that_started(api: Api, alice: Person, bob: Person) -> None:
    for person in (alice, bob):
        api(person).post("me/wishes/", {"board": "usa", "seats": 2, "pace": "1-day"})
    pair_waiting(now=NOW)
    (wish,) = api(alice).get("me/wishes/").data["results"]
    assert wish["fate"] == "started"
    assert api(alice).get(f"games/{wish['code']}/").data["board"] == "usa"


def test_a_bot_account_does_not_wait(api: Api, robby: Person) -> None:
    answer = api(robby).post("me/wishes/", {"seats": 2, "pace": "3-days"})
    assert answer.status_code == 422
    assert "Bot accounts are not paired" in answer.data["detail"]
