"""Sketches by the API: drawn, listed and deleted by the player of the seat alone."""

from __future__ import annotations

from games.people.models import Person
from games.plans.sketch_models import Sketch
from games.tables.models import Game
from tests.games.api.conftest import Api

WEST = "los-angeles-phoenix-gray"
HOUSTON = "dallas-houston-gray-1"


def test_a_sketch_is_drawn_listed_and_deleted(red_hand: Game, api: Api, alice: Person) -> None:
    program, path = api(alice), f"games/{red_hand.code}/sketches/"
    made = program.post(path, {"name": "West", "add": [WEST, HOUSTON]})
    assert (made.status_code, made.data["tracks"]) == (200, [WEST, HOUSTON])
    changed = program.post(path, {"name": "West", "remove": [HOUSTON]})
    assert (changed.data["id"], changed.data["tracks"]) == (made.data["id"], [WEST])
    assert program.get(path).data["results"] == [changed.data]
    assert program.delete(f"{path}{made.data['id']}/").status_code == 204
    assert program.get(path).data["results"] == []


def test_the_sums_are_those_of_the_page(red_hand: Game, api: Api, alice: Person, browse) -> None:
    path = f"games/{red_hand.code}/sketches/"
    made = api(alice).post(path, {"name": "West", "add": [WEST, HOUSTON]}).data
    page = browse(alice).get(f"/games/{red_hand.code}/sketches/{made['id']}/")
    facts = dict(page.context["facts"])
    sums = made["sums"]
    assert facts["Trains left"] == str(sums["trains"])
    assert facts["Routes are worth"] == f"{sums['points']} points"
    assert facts["Longest path"] == f"{sums['longest']} spaces"
    assert (facts["Cards you lack"] == "none") == (sums["missing"] == {})
    assert (sums["completed"], sums["lost"]) == ([], [])


def test_nobody_else_can_do_so(
    red_hand: Game, api: Api, alice: Person, bob: Person, charlie: Person
) -> None:
    path = f"games/{red_hand.code}/sketches/"
    made = api(alice).post(path, {"name": "West", "add": [WEST]}).data["id"]
    assert api(bob).get(path).data["results"] == []
    assert api(bob).delete(f"{path}{made}/").status_code == 404
    for answer in (
        api(charlie).get(path),
        api(charlie).post(path, {"name": "West"}),
        api(charlie).delete(f"{path}{made}/"),
    ):
        assert answer.status_code == 403
    assert Sketch.objects.get().tracks == [WEST]


def test_what_the_page_refuses_is_refused(red_hand: Game, api: Api, alice: Person) -> None:
    answer = api(alice).post(f"games/{red_hand.code}/sketches/", {"name": "W", "add": ["kyoto"]})
    assert answer.status_code == 422
    assert answer.data["detail"] == "There is no such route on this board."
