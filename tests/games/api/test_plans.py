"""Plans by the API: given, read back with what they would do, paused, resumed and cancelled."""

from __future__ import annotations

import pytest

from games.people.models import Person
from games.plans.models import SeatPlan
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.orders import allow_plans
from tests.games.api.conftest import Api

TEXT = "plan\nconnect seattle with helena\ndraw for these, no face-up locomotives"


@pytest.fixture
def path(red_hand: Game) -> str:
    return f"games/{allow_plans(red_hand).code}/plan/"


def test_a_plan_is_given_read_paused_let_go_on_and_cancelled(
    path: str, api: Api, bob: Person, alice: Person
) -> None:
    program = api(bob)
    assert program.get(path).status_code == 404
    given = program.put(path, {"text": TEXT})
    assert (given.status_code, given.data["fate"]) == (200, "standing")
    assert given.data["text"].startswith(TEXT.split("\ndraw")[0])
    assert given.data["preview"]
    assert program.put(path, {"text": given.data["text"]}).data["text"] == given.data["text"]
    assert api(alice).get(path).status_code == 404
    assert program.post(f"{path}paused/").status_code == 204
    assert program.get(path).data["fate"] == "paused"
    assert program.delete(f"{path}paused/").data["fate"] == "standing"
    assert program.delete(path).status_code == 204
    assert not SeatPlan.objects.exists()
    assert program.delete(path).status_code == 422


def test_in_ones_own_turn_a_plan_moves_at_once(path: str, api: Api, alice: Person) -> None:
    version = Game.objects.get().version
    given = api(alice).put(path, {"text": TEXT})
    assert given.data["why"] == "Drew for “connect seattle with helena”."
    assert Game.objects.get().version > version


@pytest.mark.parametrize("text", ["", "plan", "plan\nfly", "plan\nclaim atlantis"])
def test_a_plan_that_cannot_be_read_is_refused(path: str, api: Api, bob: Person, text: str) -> None:
    answer = api(bob).put(path, {"text": text})
    assert answer.status_code in (400, 422)
    assert answer.data["detail"]
    assert not SeatPlan.objects.exists()


def test_a_table_without_plans_says_so(red_hand: Game, api: Api, bob: Person) -> None:
    allow_plans(red_hand, "off")
    answer = api(bob).put(f"games/{red_hand.code}/plan/", {"text": TEXT})
    assert answer.status_code == 422
    assert "without plans" in answer.data["detail"]


def test_a_bot_account_makes_its_moves_itself(path: str, api: Api, bob: Person) -> None:
    Person.objects.filter(pk=bob.pk).update(bot_since=NOW)
    bob.refresh_from_db()
    answer = api(bob).put(path, {"text": TEXT})
    assert answer.status_code == 422
    assert "makes each move itself" in answer.data["detail"]
    assert not SeatPlan.objects.exists()
