"""Leagues: what their pages say, to those who may see them."""

from __future__ import annotations

from collections.abc import Callable

import time_machine

from games.leagues.models import Entry, League, Season
from games.leagues.season.plan import plan_season
from games.lobby.groups.groups import found_group
from games.people.models import Person
from tests.games.api.conftest import Api
from tests.games.leagues.conftest import (  # noqa: F401
    NOW,
    a_plan,
    announced,
    crowd,
    director,
    league,
    registered,
    running,
)


def test_a_running_season_is_told_as_on_its_pages(running: Season, api: Api) -> None:  # noqa: F811
    program = api()
    slug = running.league.slug
    first = program.get("leagues/").data["results"][0]
    assert first["slug"] == slug
    assert (first["entry"], first["rated"], first["archived"]) == ("open", True, False)
    (season,) = program.get(f"leagues/{slug}/").data["seasons"]
    assert program.get(f"leagues/{slug}/{running.number}/").data == season
    path = f"leagues/{slug}/{running.number}/"
    (division,) = program.get(f"{path}standings/").data["divisions"]
    assert len(division["results"]) == 4
    assert {line["running"] for line in division["results"]} == {1}
    pairings = program.get(f"{path}pairings/").data["results"]
    games = program.get(f"{path}games/").data["results"]
    assert len(pairings) == len(games) == 2
    for pairing, game in zip(pairings, games, strict=True):
        assert pairing["code"] == game["code"]
        assert pairing["people"] == [seat["person"] for seat in game["seats"]]
        assert program.get(f"games/{game['code']}/").status_code == 200


def test_a_plan_is_for_its_directors(league, director: Person, api: Api, alice: Person) -> None:  # noqa: F811
    plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    for suffix in ("", "standings/", "pairings/", "games/"):
        path = f"leagues/{league.slug}/1/{suffix}"
        assert api(director).get(path).status_code == 200
        assert api(alice).get(path).status_code == 404
        assert api().get(path).status_code == 404
    assert api(alice).get(f"leagues/{league.slug}/").data["seasons"] == []
    assert len(api(director).get(f"leagues/{league.slug}/").data["seasons"]) == 1
    for path in ("leagues/none/", "leagues/none/1/", f"leagues/{league.slug}/99999999999/"):
        assert api().get(path).status_code == 404


def test_one_registers_for_a_club_of_ones_own(
    announced: Callable[..., Season],  # noqa: F811
    api: Api,
    alice: Person,
    bob: Person,
) -> None:
    season = announced()
    club = found_group(owner=alice, name="Night owls", now=season.registration_opens_at)
    path = f"leagues/{season.league.slug}/{season.number}/entry/"
    with time_machine.travel(season.registration_opens_at, tick=False):
        assert api(bob).post(path, {"club": club.pk}).status_code == 422
        assert api(bob).post(path, {"club": 2**70}).status_code == 400
        assert api(bob).post(path, {"club": None}).data["club"] is None
        assert api(alice).post(path, {"club": club.pk}).data["club"] == "Night owls"


def test_one_registers_changes_and_withdraws(
    announced: Callable[..., Season],  # noqa: F811
    api: Api,
    alice: Person,
    bob: Person,
) -> None:
    season = announced()
    path = f"leagues/{season.league.slug}/{season.number}/entry/"
    program, other = api(alice), api(bob)
    assert program.get(path).status_code == 404
    with time_machine.travel(season.registration_opens_at, tick=False):
        registered = program.post(path, {"contribution": "the night train"})
        assert (registered.status_code, registered.data["status"]) == (201, "registered")
        assert program.get(path).data == registered.data
        assert other.get(path).status_code == 404
        again = program.post(path, {})
        assert (again.status_code, "already" in again.data["detail"]) == (422, True)
        assert program.put(path, {}).data == registered.data
        refused = program.put(path, {"partner": "Bob", "stands_by": True})
        assert refused.status_code == 422
        assert program.get(path).data == registered.data
        assert other.put(path, {"stands_by": True}).status_code == 404
        assert other.delete(path).status_code == 422
        assert program.delete(path).status_code == 204
        assert program.get(path).data["status"] == "withdrawn"
    entry = Entry.objects.get()
    assert (entry.person, entry.contribution) == (alice, "the night train")


def test_leagues_come_in_pages(api: Api, db: None) -> None:
    program = api()
    League.objects.bulk_create(
        League(slug=f"cup-{number}", name=f"Cup {number}", created_at=NOW) for number in range(3)
    )
    first = program.get("leagues/?limit=2").data
    assert [one["slug"] for one in first["results"]] == ["cup-0", "cup-1"]
    second = program.get(first["next"].partition("/api/v1/")[2]).data
    assert [one["slug"] for one in second["results"]] == ["cup-2"]
    assert second["next"] is None
    assert program.get("leagues/?cursor=nowhere").status_code == 400
