"""Players who share a network: not at one table of a season, where the numbers allow it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import combinations

import time_machine
from django.test import Client

from games.leagues.models import Season, SeasonGame, SeasonSeat
from games.leagues.rules.pairing import draw_pairings
from games.leagues.rules.schedule import GameKind, count_meetings
from games.leagues.season.draw_seed import draw_seed
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.people.traces import note_traces
from tests.games.leagues.conftest import CLOSES, DAY, a_plan

HOME = "93.184.216.34"
Registered = Callable[..., Season]


def tables(season: Season) -> list[set[int]]:
    seats = SeasonSeat.objects.filter(season_game__division__season=season)
    at: dict[int, set[int]] = {}
    for game, person in seats.values_list("season_game", "entry__person"):
        at.setdefault(game, set()).add(person)
    return list(at.values())


def test_a_pair_kept_apart_never_meets_and_everybody_plays_as_often() -> None:
    kind = GameKind("usa", (3,), 4)
    for seed in "abcdef":
        even = draw_pairings(9, [kind], seed=seed)
        apart = draw_pairings(9, [kind], seed=seed, apart=[(0, 1), (2, 5)])
        assert len(apart) == len(even) == 12
        met = count_meetings(apart)
        assert met[0, 1] == met[2, 5] == 0
        assert max(met.values()) <= 2
        assert all(sum(who in table.players for table in apart) == 4 for who in range(9))


def test_where_all_sit_at_one_table_the_draw_is_made_anyway() -> None:
    [table] = draw_pairings(4, [GameKind("usa", (4,), 1)], seed="one", apart=[(0, 1)])
    assert sorted(table.players) == [0, 1, 2, 3]


def test_a_season_seats_people_of_one_network_at_different_tables(registered: Registered) -> None:
    season = registered(8, a_plan([game_kind("usa", [4], 3)], division_size=8))
    people = list(Person.objects.filter(entries__season=season).order_by("pk"))
    for person in people[:2]:
        note_traces(person=person, device="", address=HOME, now=CLOSES - DAY)
    run_season(season=season, now=CLOSES)
    found = tables(season)
    assert len(found) == 6
    assert not any({people[0].pk, people[1].pk} <= table for table in found)


def test_neither_traces_of_a_crowd_nor_old_ones_part_anybody(registered: Registered) -> None:
    season = registered(8, a_plan([game_kind("usa", [4], 3)], division_size=8))
    people = list(Person.objects.filter(entries__season=season).order_by("pk"))
    places = {person.pk: place for place, person in enumerate(people)}
    for person in people:
        note_traces(person=person, device="", address=HOME, now=CLOSES - DAY)
    for person in people[:2]:
        note_traces(person=person, device="", address="8.8.8.8", now=CLOSES - 31 * DAY)
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    drawn = draw_pairings(8, [GameKind("usa", (4,), 3)], seed=f"{draw_seed(season)} 1")
    expected = {frozenset(table.players) for table in drawn}
    assert {frozenset(places[who] for who in table) for table in tables(season)} == expected


def test_the_preview_of_a_director_does_not_tell_who_shares_a_network(
    registered: Registered, director: Person
) -> None:
    season = registered(8, a_plan([game_kind("usa", [4], 3)], division_size=8))
    people = list(Person.objects.filter(entries__season=season).order_by("pk"))

    def preview() -> str:
        browser = Client()
        with time_machine.travel(CLOSES - timedelta(hours=1), tick=False):
            browser.force_login(director)
            text = browser.get("/leagues/night-club/1/direct/").content.decode()
        return text.split('id="preview-title"')[-1].split("</section>")[0]

    before = preview()
    for one, other in combinations(people[:3], 2):
        note_traces(person=one, device="kitchen", address=HOME, now=CLOSES - DAY)
        note_traces(person=other, device="kitchen", address=HOME, now=CLOSES - DAY)
    assert preview() == before
    assert not SeasonGame.objects.exists()
