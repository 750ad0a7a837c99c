"""A draw follows from a committed seed and the final field, and can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from games.leagues.models import Entry, Season, SeasonSeat
from games.leagues.season.draw import registration_units
from games.leagues.season.draw_check import check_draw
from games.leagues.season.draw_preview import preview_draw
from games.leagues.season.draw_seed import commitment_to, draw_seed
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.people.traces import note_traces
from tests.games.leagues.conftest import CLOSES, DAY, OPENS, Crowd, a_plan
from tests.games.leagues.season.test_fixed_pairs import Announced, paired

Registered = Callable[..., Season]
PAGE = "/leagues/night-club/1/draw/"


@pytest.fixture
def season(registered: Registered) -> Season:
    """Registration is open; two of its sixteen players share a network."""
    found = registered(16, a_plan([game_kind("usa", [4], 3)], division_size=8))
    for person in Person.objects.filter(entries__season=found).order_by("pk")[:2]:
        note_traces(person=person, device="", address="93.184.216.34", now=CLOSES - DAY)
    return found


@pytest.fixture
def drawn(season: Season) -> Season:
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    return season


def test_the_draw_is_the_same_when_it_is_repeated(drawn: Season) -> None:
    checks = check_draw(drawn)
    assert [check.tier for check in checks] == [1, 2]
    assert all(check.passed for check in checks)


def test_a_draw_of_pairs_is_repeated_with_its_lots(announced: Announced, crowd: Crowd) -> None:
    season = paired(announced, crowd, 8)
    season.refresh_from_db()
    assert [check.passed for check in check_draw(season)] == [True, True]


def test_players_who_were_exchanged_afterwards_are_found(drawn: Season) -> None:
    one, other = SeasonSeat.objects.filter(season_game__division__tier=1).order_by("pk")[:2]
    game = one.season_game
    stranger = drawn.entries.exclude(seats__season_game=game).filter(division__tier=1).first()
    assert stranger is not None
    SeasonSeat.objects.filter(pk=other.pk).update(entry=stranger)
    assert [check.tables for check in check_draw(drawn)] == [False, True]


def test_a_field_that_nobody_can_draw_is_said_to_differ(drawn: Season, client: Client) -> None:
    assert drawn.field is not None
    for field in (drawn.field[:1], [*drawn.field, [10**9, None]]):
        Season.objects.update(field=field, closed_at=CLOSES + 60 * DAY)
        cache.clear()
        page = client.get(PAGE).content.decode()
        assert page.count("the draw gives something else.") == 2
    Season.objects.update(field=drawn.field)
    # A division of seven, and one of nobody.
    for gone in (Entry.objects.filter(strength=16), Entry.objects.filter(division__tier=2)):
        gone.update(strength=None)
        assert [check.tables for check in check_draw(drawn)] == [True, False]


def test_another_field_gives_another_draw(drawn: Season) -> None:
    before = draw_seed(drawn)
    assert drawn.field is not None
    drawn.field = drawn.field[:-1]
    assert draw_seed(drawn) != before


def test_the_preview_is_the_same_whatever_the_secret_is(announced: Announced, crowd: Crowd) -> None:
    """Else a director would know the draw, and could admit or refuse somebody to change it."""
    season = announced(a_plan([game_kind("team-asia", [4], 1)], partners="fixed"))
    for person in crowd(8):
        register(season=season, person=person, now=OPENS)
    shown, lots = set(), set()
    for secret in "abcdef":
        season.seed = secret
        shown.add(str(preview_draw(season, OPENS)))
        units, _left = registration_units(
            season, list(season.entries.all()), seed=draw_seed(season)
        )
        lots.add(str([[entry.pk for entry in unit] for unit in units]))
    assert len(shown) == 1
    assert len(lots) > 1


def test_the_page_shows_the_commitment_at_once_and_the_secret_after_the_end(
    season: Season, client: Client
) -> None:
    page = client.get(PAGE).content.decode()
    assert commitment_to(season) in page
    assert season.seed not in page
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    page = client.get(PAGE).content.decode()
    assert season.seed not in page
    Season.objects.update(closed_at=CLOSES + 60 * DAY)
    page = client.get(PAGE).content.decode()
    assert season.seed in page
    assert page.count("the draw gives the same players and tables.") == 2


def test_the_command_repeats_a_draw(drawn: Season) -> None:
    said = StringIO()
    call_command("check_draw", "night-club", "1", stdout=said)
    assert said.getvalue().count("as drawn, as drawn") == 2
    with pytest.raises(CommandError, match="no season 9"):
        call_command("check_draw", "night-club", "9")
