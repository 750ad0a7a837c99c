"""Clubs of entries: one each, final at registration, shown in the season, and kept apart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import call_command

from games.common.errors import Refused
from games.leagues.models import Entry, Season, SeasonSeat
from games.leagues.rules.pairing import draw_pairings
from games.leagues.rules.schedule import GameKind, count_meetings
from games.leagues.season.draw_check import check_draw
from games.leagues.season.draw_preview import preview_draw
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.lobby.groups.groups import delete_group, found_group, rename_group
from games.lobby.groups.members import leave_group
from games.people.groups import Membership, PlayerGroup
from games.people.models import Person
from games.web.leagues.plan_form import plan_like
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.fixtures.recalled import recall
from tests.games.leagues.conftest import CLOSES, OPENS, Crowd, a_plan

Announced = Callable[..., Season]
SEASON = "/leagues/night-club/1/"


def club_of(people: list[Person], name: str) -> PlayerGroup:
    club = found_group(owner=people[0], name=name, now=NOW)
    Membership.objects.bulk_create(
        Membership(group=club, person=person, invited_at=NOW, joined_at=NOW)
        for person in people[1:]
    )
    return club


@pytest.fixture
def season(announced: Announced, crowd: Crowd) -> Season:
    """Sixteen people of four clubs have registered; clubmates are kept apart."""

    def gather() -> int:
        plan = a_plan([game_kind("usa", [4], 3)], division_size=16, clubmates_apart=True)
        season, people = announced(plan), crowd(16)
        for number, name in enumerate(("Antwerp", "Bruges", "Ghent", "Leuven")):
            members = people[number::4]
            club = club_of(members, name)
            for person in members:
                register(season=season, person=person, club=club.pk, now=OPENS)
        return season.pk

    return Season.objects.get(pk=recall("sixteen of four clubs", gather))


def meetings_of_clubmates(season: Season) -> int:
    seats = SeasonSeat.objects.filter(season_game__division__season=season)
    at: dict[int, list[int | None]] = {}
    for game, club in seats.values_list("season_game", "entry__club"):
        at.setdefault(game, []).append(club)
    return sum(
        one is not None and one == other
        for clubs in at.values()
        for one, other in combinations(clubs, 2)
    )


def test_clubmates_do_not_meet_and_the_draw_can_be_repeated(season: Season) -> None:
    assert preview_draw(season, OPENS).divisions[0].players == 16
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    assert SeasonSeat.objects.filter(season_game__division__season=season).count() == 48
    assert meetings_of_clubmates(season) == 0
    assert [check.passed for check in check_draw(season)] == [True]
    said = StringIO()
    call_command("check_draw", "night-club", "1", stdout=said)
    assert "as drawn, as drawn" in said.getvalue()
    # With other clubs other tables would follow.
    Entry.objects.filter(season=season).update(club=None)
    assert [check.tables for check in check_draw(season)] == [False]


def test_clubmates_meet_where_the_plan_does_not_keep_them_apart(season: Season) -> None:
    Season.objects.update(clubmates_apart=False)
    season.refresh_from_db()
    run_season(season=season, now=CLOSES)
    assert meetings_of_clubmates(season) > 0
    assert all(check.passed for check in check_draw(season))


def test_clubmates_who_must_meet_do_so_as_seldom_as_the_numbers_allow() -> None:
    """Five of eight at two tables of four: three and two, which are four meetings a round."""
    mates = list(combinations(range(5), 2))
    for seed in "abcdef":
        tables = draw_pairings(8, [GameKind("usa", (4,), 3)], seed=seed, apart=mates)
        met = count_meetings(tables)
        assert sum(met[pair] for pair in mates) == 12


def test_leaving_or_ending_a_club_changes_no_entry(season: Season, browse: Browse) -> None:
    antwerp = PlayerGroup.objects.get(name="Antwerp")
    owner = antwerp.memberships.get(owner=True).person
    leaver = antwerp.memberships.filter(owner=False).earliest("pk").person
    leave_group(group=antwerp, person=leaver, now=NOW)
    assert Entry.objects.get(person=leaver).club == antwerp
    delete_group(group=antwerp, owner=owner)
    assert browse(owner).get(f"/groups/{antwerp.pk}/").status_code == 404
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    assert Entry.objects.filter(club=antwerp).count() == 4
    assert meetings_of_clubmates(season) == 0
    assert browse(None).get(SEASON).content.decode().count("Antwerp") == 4
    assert all(check.passed for check in check_draw(season))


def test_nobody_registers_for_a_club_of_others_or_one_that_has_ended(
    season: Season, crowd: Crowd
) -> None:
    [person] = crowd(1)
    ghent = PlayerGroup.objects.get(name="Ghent")
    for club in (ghent.pk, 10**9, 0, -1):
        with pytest.raises(Refused, match="not a member of this club"):
            register(season=season, person=person, club=club, now=OPENS)
    own = found_group(owner=person, name="Alone", now=NOW)
    delete_group(group=own, owner=person)
    with pytest.raises(Refused, match="not a member of this club"):
        register(season=season, person=person, club=own.pk, now=OPENS)
    assert not Entry.objects.filter(person=person).exists()


@pytest.mark.parametrize("name", ["GHENT", "Ghént", "G-hent", "Ghent"])
def test_a_club_with_a_name_like_another_one_needs_another_name(
    name: str, season: Season, crowd: Crowd
) -> None:
    [person] = crowd(1)
    club = found_group(owner=person, name=name, now=NOW)
    with pytest.raises(Refused, match="plays in the same season"):
        register(season=season, person=person, club=club.pk, now=OPENS)
    rename_group(group=club, owner=person, name="Mechelen")
    register(season=season, person=person, club=club.pk, now=OPENS)
    with pytest.raises(Refused, match="plays in the same season"):
        rename_group(group=club, owner=person, name=name)


def test_the_form_offers_own_clubs_and_says_who_will_see_the_name(
    season: Season, browse: Browse, alice: Person, bob: Person, time_machine
) -> None:
    time_machine.move_to(OPENS + timedelta(days=1))
    club = found_group(owner=alice, name="Night owls", now=NOW)
    client = browse(alice)
    page = client.get(SEASON).content.decode()
    assert "Everybody who sees this season will see the name of the club beside yours" in page
    assert "Clubmates sit at different tables where the numbers allow it." in page
    assert "Night owls" in page
    assert 'id="club"' not in browse(bob).get(SEASON).content.decode()
    client.post(f"{SEASON}register/", {"club": str(club.pk)})
    assert Entry.objects.get(person=alice).club == club
    shown = browse(None).get(SEASON).content.decode()
    assert 'Alice <span class="quiet small">· Night owls</span>' in shown
    browse(bob).post(f"{SEASON}register/", {"club": ""})
    assert Entry.objects.get(person=bob).club is None


def test_standings_and_their_file_show_the_club(season: Season, browse: Browse) -> None:
    run_season(season=season, now=CLOSES)
    rows = browse(None).get(f"{SEASON}standings.csv").content.decode().splitlines()
    assert rows[0].endswith(",club")
    assert sum(row.endswith(",Leuven") for row in rows) == 4
    assert browse(None).get(f"{SEASON}embed/").content.decode().count("Leuven") == 4


def test_a_copied_plan_keeps_clubmates_apart(season: Season) -> None:
    assert plan_like(season, NOW, same_dates=False)["clubmates_apart"] is True
