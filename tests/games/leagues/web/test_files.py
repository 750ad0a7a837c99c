"""The cross-table of a division, and the files of a season for table programs, through HTTP."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from html import unescape
from io import StringIO

import pytest
from django.test import Client

from games.leagues.models import Entry, Season, SeasonGame
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.web.leagues.views_files import FORMULA_STARTS
from tests.games.leagues.conftest import CLOSES, DAY, STARTS, a_plan, finish

Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"


def cells(client: Client) -> dict[str, dict[str, str]]:
    """The contents of the cross-table, by the two players."""
    page = client.get(f"{URL}division/1/cross-table/").content.decode()
    table = page.split("<tbody>")[1].split("</tbody>")[0]
    names, rows = [], []
    for row in table.split("<tr>")[1:]:
        names.append(re.findall(r'<th scope="row">(?:<a[^>]*>)?([^<]+)', row)[0])
        rows.append(re.findall(r'<span aria-hidden="true">([^<]*)</span>', row))
    return {
        name: {other: unescape(cell) for other, cell in zip(names, row, strict=True)}
        for name, row in zip(names, rows, strict=True)
    }


def file(client: Client, name: str) -> list[dict[str, str]]:
    answer = client.get(f"{URL}{name}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    return list(csv.DictReader(StringIO(answer.content.decode(), newline="")))


def test_a_cross_table_says_who_was_ahead_of_whom_and_who_meets_still(
    registered: Registered, client: Client
) -> None:
    season = registered(4, a_plan([game_kind("usa", [4], 3)]))
    run_season(season=season, now=STARTS)
    first, second, _third = SeasonGame.objects.order_by("number")
    finish(first, [90, 80, 70, 70], STARTS + DAY)
    finish(second, [90, 80, 70, 60], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    expected: dict[tuple[str, str], float] = {}
    for game in (first, second):
        seats = list(game.seats.select_related("entry__person"))
        for one in seats:
            for other in seats:
                if one != other:
                    one.refresh_from_db()
                    other.refresh_from_db()
                    worth = 1.0 if one.place < other.place else 0.5 * (one.place == other.place)
                    key = (one.entry.person.name, other.entry.person.name)
                    expected[key] = expected.get(key, 0) + worth
    found = cells(client)
    for (one, other), worth in expected.items():
        assert found[one][other] == f"{worth:g}/2 +1"
    assert all(found[name][name] == "×" for name in found)
    assert len(found) == 4


def test_partners_in_a_cross_table_do_not_play_against_each_other(
    registered: Registered, client: Client
) -> None:
    season = registered(4, a_plan([game_kind("team-asia", [4], 3)]))
    run_season(season=season, now=STARTS)
    found = cells(client)
    for name in found:
        for other in found:
            if name != other:
                assert sorted(found[name][other].split()) == ["&1", "+2"]


def test_the_division_leads_to_its_cross_table(registered: Registered, client: Client) -> None:
    run_season(season=registered(4), now=CLOSES)
    assert (
        f'href="{URL}division/1/cross-table/"' in client.get(f"{URL}division/1/").content.decode()
    )
    assert client.get(f"{URL}division/2/cross-table/").status_code == 404


def test_pairings_and_games_are_there_as_files(registered: Registered, client: Client) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    drawn = file(client, "pairings.csv")
    assert [row["code"] for row in drawn] == ["", ""]
    run_season(season=season, now=STARTS)
    game = SeasonGame.objects.order_by("number")[0]
    finish(game, [90, 40], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    pairings, games = file(client, "pairings.csv"), file(client, "games.csv")
    players = [seat.entry.person.name for seat in game.seats.select_related("entry__person")]
    assert pairings[0]["board"] == "USA"
    assert [pairings[0]["player_1"], pairings[0]["player_2"]] == players
    assert game.game is not None
    assert pairings[0]["code"] == games[0]["code"] == game.game.code
    assert len(pairings) == 2
    assert len(games) == 4
    assert [(row["player"], row["place"], row["score"]) for row in games[:2]] == [
        (players[0], "1", "90"),
        (players[1], "2", "40"),
    ]
    assert games[0]["settled"] == "2026-12-02T07:30:00Z"
    assert games[2]["settled"] == games[2]["place"] == ""
    page = client.get(URL).content.decode()
    assert f'href="{URL}pairings.csv"' in page
    assert f'href="{URL}games.csv"' in page


def test_a_plan_that_was_not_announced_gives_no_files_to_others(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    Season.objects.filter(pk=season.pk).update(announced_at=None)
    for name in ("pairings.csv", "games.csv", "standings.csv"):
        assert client.get(f"{URL}{name}").status_code == 404


@pytest.mark.parametrize("begin", sorted({*FORMULA_STARTS.strip(), " ="}))
def test_no_name_becomes_a_formula_in_a_file(
    begin: str, registered: Registered, client: Client
) -> None:
    """Name of today cannot begin so; those of a database from elsewhere may."""
    season = registered(4)
    run_season(season=season, now=STARTS)
    person = Entry.objects.earliest("pk").person
    assert person is not None
    name = f"{begin}cmd()"
    Person.objects.filter(pk=person.pk).update(name=name)
    for path in ("pairings.csv", "games.csv", "standings.csv"):
        cells = [cell for row in file(client, path) for cell in row.values()]
        assert f"'{name}" in cells, path
        assert not [cell for cell in cells if cell.strip()[:1] in tuple(FORMULA_STARTS)], path
