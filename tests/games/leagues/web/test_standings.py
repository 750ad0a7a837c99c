"""Standings on the pages of a season and of its divisions: fresh, and at a fixed price."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import log
from games.leagues.models import Division, Season, SeasonGame, SeasonSeat
from games.leagues.season.draw import draw_season
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.standings import live_results
from games.tables.models import Game
from games.tasks import run_seasons_task
from tests.games.leagues.conftest import CLOSES, DAY, OPENS, STARTS, Crowd, a_plan, finish, play_on

Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"


def division_in(html: str, tier: int) -> str:
    return html.split(f'id="division-{tier}"')[1].split("</section>")[0]


def reads_games(caught: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in caught if "games_seasonseat" in query["sql"]]


def first_game(season: Season, tier: int = 1) -> SeasonGame:
    return SeasonGame.objects.filter(division__season=season, division__tier=tier)[0]


def test_a_result_is_seen_at_once_and_only_its_division_is_drawn_again(
    registered: Registered, client: Client
) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    before = client.get(URL).content.decode()
    drawn = first_game(season, tier=2)
    finish(drawn, [90, 50], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    with CaptureQueriesContext(connection) as caught:
        after = client.get(URL).content.decode()
    assert division_in(after, 1) == division_in(before, 1)
    assert "0 of 2 games" in division_in(before, 2)
    assert "1 of 2 games" in division_in(after, 2)
    (reading,) = reads_games(caught)
    assert f'"division_id" IN ({drawn.division_id})' in reading


def test_the_share_of_points_is_a_portion_in_dutch(registered: Registered, client: Client) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    page = client.get(URL, headers={"accept-language": "nl"}).content.decode()
    assert ">Aandeel</abbr>" in page


def test_two_results_of_the_same_moment_are_both_seen(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    for count, drawn in enumerate(SeasonGame.objects.filter(division__season=season), 1):
        finish(drawn, [90, 50], STARTS + DAY)
        run_season(season=season, now=STARTS + DAY)
        assert f"{count} of 2 games" in client.get(URL).content.decode()


def test_the_worker_draws_the_standings_in_all_languages_before_anybody_looks(
    registered: Registered, client: Client
) -> None:
    registered(4)
    cache.clear()
    with time_machine.travel(CLOSES, tick=False):
        run_seasons_task()
    for language in ("en", "nl"):
        with CaptureQueriesContext(connection) as caught:
            html = client.get(URL, headers={"Accept-Language": language}).content.decode()
        assert "Player 2" in division_in(html, 1)
        assert not reads_games(caught)


def test_games_in_play_count_as_they_stand_on_the_page_of_the_division(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    drawn = first_game(season)
    leader = play_on(drawn, STARTS + DAY)
    html = client.get(URL + "division/1/").content.decode()
    assert "As it stands" in html
    line = html.split(f">{leader}</a>")[1].split("</tr>")[0]
    assert "<strong>0</strong>" in line
    assert "6 " in line.split("prospect")[1]
    assert drawn.game is not None
    points = log.load(drawn.game).points
    game = html.split(drawn.game.code)[-1].split("</ol>")[0]
    assert f'{leader} <span class="number quiet">{max(points)}</span>' in game


def test_who_left_the_table_comes_last_in_what_games_would_count(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    drawn = first_game(season)
    leader = play_on(drawn, STARTS + DAY)
    assert drawn.game is not None
    drawn.game.seats.filter(person__name=leader).update(person=None)
    gone = drawn.seats.get(entry__person__name=leader).entry_id
    result = live_results([drawn.division])[drawn.division_id][drawn.pk]
    (side,) = (side for side in result.sides if gone in side.entries)
    assert side.place == 2
    assert side.left == {gone}


def test_partners_share_what_their_team_would_count(registered: Registered) -> None:
    season = registered(4, a_plan([game_kind("team-asia", [4], 1)]))
    run_season(season=season, now=STARTS)
    drawn = first_game(season)
    result = live_results(season.divisions.all())[drawn.division_id][drawn.pk]
    assert [len(side.entries) for side in result.sides] == [2, 2]
    assert [side.place for side in result.sides] == [1, 1]


def test_a_season_that_is_over_promises_nothing(registered: Registered, client: Client) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    for drawn in SeasonGame.objects.filter(division__season=season):
        finish(drawn, [90, 50], STARTS + DAY)
    run_season(season=season, now=STARTS + 2 * DAY)
    assert "As it stands" not in client.get(URL + "division/1/").content.decode()


def test_boards_are_read_once_until_something_happens(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    page = URL + "division/1/"
    client.get(page)
    log.cache.clear()
    with CaptureQueriesContext(connection) as caught:
        client.get(page)
    assert not [query for query in caught if "games_event" in query["sql"]]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "division/1/", "embed/", "standings.csv"])
def test_the_number_of_queries_does_not_grow_with_the_season(
    registered: Registered, crowd: Crowd, client: Client, path: str
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)

    def queries(number: int) -> int:
        cache.clear()
        with (
            CaptureQueriesContext(
                connection,
            ) as caught,
            time_machine.travel(STARTS + DAY),
        ):
            assert client.get(f"/leagues/night-club/{number}/{path}").status_code == 200
        return len(caught)

    few = queries(1)
    # A second season, three times as large, without starting its games.
    big = Season.objects.get(pk=season.pk)
    big.pk, big.number = None, 2
    big.save()
    Season.objects.filter(pk=season.pk).update(promoted_at=STARTS)
    Season.objects.filter(pk=big.pk).update(drawn_at=None, started_at=None)
    for person in crowd(24):
        register(season=big, person=person, now=OPENS)
    draw_season(season=big, now=CLOSES)
    for one in SeasonGame.objects.filter(division__season=big):
        one.settled_at, one.verdict = STARTS, "played"
        one.save()
    SeasonSeat.objects.filter(season_game__division__season=big).update(
        place=1, score=10, tickets=1
    )
    assert Division.objects.filter(season=big).count() == 6
    assert queries(2) <= few + 1


def test_nothing_is_in_play_and_nobody_goes_up_or_down_before_the_games_have_begun(
    registered: Registered, client: Client
) -> None:
    season = registered(8)
    run_season(season=season, now=CLOSES)
    for address in (URL, f"{URL}division/1/", f"{URL}division/2/", f"{URL}embed/"):
        drawn = client.get(address).content.decode()
        assert "Player " in drawn
        for sign in ("in play", "▲", "▼", "goes up", "goes-up", "goes-down"):
            assert sign not in drawn, (address, sign)
    rows = csv.DictReader(client.get(f"{URL}standings.csv").content.decode().splitlines())
    assert [row["in_play"] for row in rows] == ["0"] * 8
    run_season(season=season, now=STARTS)
    for address in (URL, f"{URL}embed/"):
        begun = client.get(address).content.decode()
        assert begun.count("▲<") == 1
        assert begun.count("▼<") == 1
        assert begun.count("in play</span>") == 8


def test_a_voided_game_costs_the_innocent_neither_points_nor_their_place(
    registered: Registered, client: Client
) -> None:
    season = registered(4, a_plan([game_kind("usa", [2], 3)]))
    run_season(season=season, now=STARTS)
    best, second, third, last = (entry.pk for entry in season.entries.order_by("pk"))
    strength = [best, second, third, last]
    for drawn in SeasonGame.objects.all():
        entries = list(drawn.seats.order_by("number").values_list("entry", flat=True))
        if set(entries) == {best, last}:
            Game.objects.filter(pk=drawn.game_id).update(status="void", ended_at=STARTS + DAY)
        else:
            finish(drawn, [9 - strength.index(entry) for entry in entries], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    rows = csv.DictReader(client.get(f"{URL}standings.csv").content.decode().splitlines())
    # Two games won and one void are worth three; the second won two of three.
    assert [(row["points"], row["games"], row["uncounted"]) for row in rows] == [
        ("18.0000", "2", "1"), ("14.0000", "3", "0"), ("10.0000", "3", "0"), ("6.0000", "2", "1"),
    ]  # fmt: skip
    page = client.get(URL).content.decode()
    assert page.count("⌀1") == 3
    assert "⌀1: one was voided" in page
