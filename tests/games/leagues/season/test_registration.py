"""Registering: the window, the reserve list, and partners."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Partners, Season, SeasonSeat
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import choose_partner, register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.notifications.models import Notice
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    verify_everybody,
)

Announced = Callable[..., Season]


def test_registration_opens_and_afterwards_there_is_the_reserve_list(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced()
    early, late = crowd(2)
    with pytest.raises(Refused, match="Registration opens on"):
        register(season=season, person=early, now=NOW)
    assert register(season=season, person=early, now=OPENS).status == EntryStatus.REGISTERED
    assert register(season=season, person=late, now=CLOSES).status == EntryStatus.RESERVE
    with pytest.raises(Refused, match="already"):
        register(season=season, person=late, now=CLOSES)
    assert Notice.objects.filter(kind="league").count() == 2


def test_a_full_season_puts_who_comes_on_the_reserve_list(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan(most_players=2))
    entries = [register(season=season, person=person, now=OPENS) for person in crowd(3)]
    assert [entry.status for entry in entries] == ["registered", "registered", "reserve"]


def test_a_season_that_is_over_takes_nobody(announced: Announced, alice: Person) -> None:
    with pytest.raises(Refused, match="over"):
        register(season=announced(), person=alice, now=ENDS)


def test_who_is_suspended_neither_registers_nor_plays(announced: Announced, crowd: Crowd) -> None:
    season = announced()
    first, *others = crowd(5)
    register(season=season, person=first, now=OPENS)
    Sanction.objects.create(person=first, kind=SanctionKind.SUSPENSION, at=OPENS)
    for person in others:
        register(season=season, person=person, now=OPENS + DAY)
    run_season(season=season, now=CLOSES)
    assert Entry.objects.get(person=first).status == EntryStatus.WITHDRAWN
    assert Entry.objects.filter(status=EntryStatus.PLAYING).count() == 4
    with pytest.raises(Refused, match="suspended"):
        register(season=season, person=first, now=CLOSES)


def test_who_is_too_many_waits_on_the_reserve_list_and_is_notified(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan([game_kind("usa", [4], 1)]))
    people = crowd(5)
    for minute, person in enumerate(people):
        register(season=season, person=person, now=OPENS + minute * DAY / 24)
    assert run_season(season=season, now=CLOSES) == ["draw"]
    assert Entry.objects.get(status=EntryStatus.RESERVE).person == people[-1]
    assert Notice.objects.filter(person=people[-1], data__what="waiting").exists()


def test_too_few_players_stop_the_season_and_the_directors_are_notified_once_a_day(
    announced: Announced, crowd: Crowd, director: Person
) -> None:
    season = announced(a_plan([game_kind("usa", [4], 1)]))
    for person in crowd(3):
        register(season=season, person=person, now=OPENS)
    for _ in range(3):
        assert run_season(season=season, now=CLOSES) == []
    season.refresh_from_db()
    assert season.drawn_at is None
    assert not season.divisions.exists()
    assert Notice.objects.filter(person=director, data__what="stuck").count() == 1


def test_a_season_in_which_nobody_is_left_ends_by_itself_and_the_next_one_goes_on(
    announced: Announced, crowd: Crowd, director: Person, inbox: Inbox
) -> None:
    season = announced()
    for person in crowd(2):
        register(season=season, person=person, now=OPENS)
        withdraw(season=season, person=person, now=OPENS + DAY)
    inbox(at=OPENS + DAY)
    assert run_season(season=season, now=CLOSES) == ["draw"]
    [mail] = inbox(director, at=CLOSES)
    assert "Night Club, season 1 was cancelled." in text_of(mail)
    assert "Too few players were left" in text_of(mail)
    assert run_season(season=season, now=CLOSES + DAY) == []
    with time_machine.travel(CLOSES, tick=False):
        assert (
            "This season was cancelled." in Client().get("/leagues/night-club/1/").content.decode()
        )
    following = announced()
    for person in crowd(4):
        register(season=following, person=person, now=OPENS)
    assert run_season(season=following, now=CLOSES) == ["draw"]


def test_a_season_that_cannot_be_drawn_ends_on_its_last_day(
    announced: Announced, crowd: Crowd, inbox: Inbox
) -> None:
    season = announced(a_plan([game_kind("usa", [4], 1)]))
    [person] = crowd(1)
    register(season=season, person=person, now=OPENS)
    verify_everybody()
    inbox(at=OPENS)
    assert run_season(season=season, now=ENDS - DAY) == []
    assert run_season(season=season, now=ENDS) == ["draw"]
    assert "was cancelled." in text_of(inbox(person, at=ENDS)[-1])


def test_who_name_each_other_play_together_and_the_rest_is_paired_by_lot(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan([game_kind("team-asia", [4], 2)], partners=Partners.FIXED))
    ann, ben, cid, dot = crowd(4)
    register(season=season, person=ann, now=OPENS)
    for person in (cid, dot):
        register(season=season, person=person, now=OPENS)
    register(season=season, person=ben, partner=ann.name, now=OPENS)
    choose_partner(season=season, person=ann, partner=ben.name.upper(), now=OPENS)
    with pytest.raises(Refused, match="Nobody called"):
        choose_partner(season=season, person=cid, partner="Zorro", now=OPENS)
    assert run_season(season=season, now=STARTS) == ["draw", "start"]
    for seat in SeasonSeat.objects.filter(entry__person=ann):
        mate = SeasonSeat.objects.exclude(pk=seat.pk).get(
            season_game=seat.season_game, team=seat.team
        )
        assert mate.entry.person == ben
