"""Leaving a season, and who comes in instead."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.absence.substitution import take_seat
from games.accounts.closing import leave_everything
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.standings import division_standings
from games.leagues.season.substitutes import admit_reserve
from games.leagues.season.withdrawal import withdraw, withdraw_player
from games.people.models import Person
from games.play import play_automatic
from games.players import update_reliability
from games.players.selectors import reliability_of
from games.tables.models import Seat
from tests.games.leagues.conftest import CLOSES, DAY, OPENS, STARTS, Crowd, finish

Registered = Callable[..., Season]


def test_before_the_draw_one_withdraws_freely_and_may_come_back(registered: Registered) -> None:
    season = registered(4)
    person = Entry.objects.earliest("pk").person
    assert person
    withdraw(season=season, person=person, now=OPENS + DAY)
    with pytest.raises(Refused, match="not registered"):
        withdraw(season=season, person=person, now=OPENS + DAY)
    again = register(season=season, person=person, now=OPENS + 2 * DAY)
    assert again.status == EntryStatus.REGISTERED
    assert Entry.objects.count() == 4


def test_who_leaves_a_running_season_is_replaced_by_who_has_waited_longest(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    first, second = (
        register(season=season, person=person, now=STARTS + DAY) for person in crowd(2)
    )
    assert first.status == second.status == EntryStatus.RESERVE
    leaver = Entry.objects.filter(status=EntryStatus.PLAYING).earliest("pk")
    assert leaver.person
    withdraw(season=season, person=leaver.person, now=STARTS + 2 * DAY)
    first.refresh_from_db()
    seat = SeasonSeat.objects.select_related("season_game").get(entry=first)
    assert seat.drawn_for == leaver
    assert first.division_id == leaver.division_id
    assert first.substitute_for == leaver
    holder = Seat.objects.get(game=seat.season_game.game, number=seat.number)
    assert holder.person == first.person
    finish(seat.season_game, [90, 40], STARTS + 3 * DAY)
    run_season(season=season, now=STARTS + 3 * DAY)
    lines = division_standings(season)[leaver.division_id]
    assert {line.entry: line.played for line in lines}[first.pk] == 1
    assert lines[-1].entry == leaver.pk
    assert lines[-1].withdrawn


def test_points_of_a_finished_game_stay_with_who_played_it(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.earliest("pk")
    finish(drawn, [90, 40], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    [reserve] = [register(season=season, person=p, now=STARTS + DAY) for p in crowd(1)]
    winner = drawn.seats.get(number=0).entry
    assert winner.person
    withdraw(season=season, person=winner.person, now=STARTS + 2 * DAY)
    reserve.refresh_from_db()
    assert reserve.status == EntryStatus.RESERVE
    lines = {line.entry: line for line in division_standings(season)[winner.division_id]}
    assert (lines[winner.pk].points, lines[winner.pk].played) == (6, 1)


def test_without_a_reserve_the_seats_look_for_a_substitute_and_a_director_may_bring_one(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    leaver = Entry.objects.filter(status=EntryStatus.PLAYING).earliest("pk")
    withdraw_player(season=season, entry=leaver, now=STARTS + DAY)
    seat = SeasonSeat.objects.select_related("season_game").get(entry=leaver)
    held = Seat.objects.get(game=seat.season_game.game, number=seat.number)
    assert held.open_since == STARTS + DAY
    [late] = [register(season=season, person=p, now=STARTS + 2 * DAY) for p in crowd(1)]
    admit_reserve(season=season, entry=late, replacing=leaver, now=STARTS + 3 * DAY)
    held.refresh_from_db()
    assert held.person == late.person
    assert held.open_since is None


@pytest.mark.parametrize("other_waits", [True, False])
def test_somebody_on_the_reserve_list_who_plays_there_keeps_nobody_from_leaving(
    registered: Registered, crowd: Crowd, other_waits: bool
) -> None:
    """Mallory has taken a seat from the site's list, opposite the one that is given up next."""
    season = registered(4)
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.select_related("game").earliest("pk")
    first, second = (seat.entry for seat in drawn.seats.order_by("number"))
    withdraw_player(season=season, entry=first, now=STARTS + DAY)
    mallory, other = crowd(2)
    assert drawn.game
    take_seat(game=drawn.game, seat=0, person=mallory, now=STARTS + DAY)
    waiting = register(season=season, person=mallory, now=STARTS + DAY)
    if other_waits:
        register(season=season, person=other, now=STARTS + 2 * DAY)
    leave_everything(person=second.person, actor="person", now=STARTS + 3 * DAY)
    second.refresh_from_db()
    waiting.refresh_from_db()
    assert (second.status, waiting.status) == (EntryStatus.WITHDRAWN, EntryStatus.RESERVE)
    left = Seat.objects.get(game=drawn.game, number=1)
    assert (left.person == other) == other_waits
    assert (left.open_since is None) == other_waits


def test_an_outsider_who_takes_the_seat_scores_nothing_for_anybody(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    leaver = Entry.objects.filter(status=EntryStatus.PLAYING).earliest("pk")
    assert leaver.person
    withdraw(season=season, person=leaver.person, now=STARTS + DAY)
    seat = SeasonSeat.objects.select_related("season_game__game").get(entry=leaver)
    assert seat.season_game.game
    [outsider] = crowd(1)
    take_seat(game=seat.season_game.game, seat=seat.number, person=outsider, now=STARTS + 2 * DAY)
    scores = [10, 10]
    scores[seat.number] = 90
    finish(seat.season_game, scores, STARTS + 3 * DAY)
    run_season(season=season, now=STARTS + 3 * DAY)
    lines = {line.entry: line for line in division_standings(season)[leaver.division_id]}
    other = seat.season_game.seats.exclude(entry=leaver).get().entry
    assert lines[leaver.pk].points == 0
    assert lines[other.pk].points == 2


def test_after_the_draw_nobody_comes_in_for_nobody(registered: Registered, crowd: Crowd) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    [late] = [register(season=season, person=p, now=CLOSES + DAY) for p in crowd(1)]
    with pytest.raises(Refused, match="Choose a player who has withdrawn"):
        admit_reserve(season=season, entry=late, now=CLOSES + DAY)
    late.refresh_from_db()
    assert late.status == EntryStatus.RESERVE


def test_turns_that_run_out_after_a_withdrawal_speak_against_nobody(
    registered: Registered, director: Person
) -> None:
    """On the page of the season one leaves; nobody is on the reserve list."""
    season = registered(4)
    run_season(season=season, now=STARTS)
    seat = Seat.objects.filter(game__season_game__isnull=False, due_at__isnull=False).earliest("pk")
    leaver = seat.person
    assert leaver
    assert seat.due_at
    browser = Client()
    with time_machine.travel(STARTS + DAY, tick=False):
        browser.force_login(leaver)
        browser.post("/leagues/night-club/1/withdraw/")
    seat.refresh_from_db()
    assert seat.open_since
    due = seat.due_at
    for _miss in range(2):
        play_automatic(game=seat.game, seat=seat.number, decision=seat.decision or 0, now=due)
        seat.refresh_from_db()
        if seat.due_at is None:
            break
        due = seat.due_at
    update_reliability(now=due)
    assert reliability_of([leaver.pk])[leaver.pk].missed == 0
    with time_machine.travel(due + 8 * DAY, tick=False):
        browser.force_login(director)
        page = browser.get("/leagues/night-club/1/risk/").content.decode()
    silent = page.split('id="silent-title"')[1].split("</section>")[0]
    assert leaver.name not in silent
