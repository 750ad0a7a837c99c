"""Open seats in games of a season: who may take one, and for whom it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from games.absence.substitution import open_seat, replace_player
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.season.open_seats import note_taker
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.standings import division_standings
from games.leagues.season.substitutes import admit_reserve
from games.leagues.season.withdrawal import withdraw
from games.lobby import take_open_seat
from games.people.models import Person
from games.tables.models import GameStatus, Seat
from games.web.moderation.forms import PERSON
from tests.games.leagues.conftest import DAY, ENDS, STARTS, Crowd, a_plan, beside, finish, playing

Registered = Callable[..., Season]
LATER = STARTS + DAY


def seat_of(entry: Entry) -> SeasonSeat:
    return SeasonSeat.objects.select_related("season_game__game").filter(entry=entry).earliest("pk")


def opened(entry: Entry) -> SeasonSeat:
    """A seat of an entry, which looks for a substitute; the player may still come back."""
    seat = seat_of(entry)
    assert seat.season_game.game
    open_seat(game=seat.season_game.game, seat=seat.number, actor="director", now=LATER)
    return seat


def take(person: Person, seat: SeasonSeat) -> tuple[str, str, int]:
    """What the page of a seat says before and after the button is pressed, and its status."""
    browser = Client()
    browser.force_login(person)
    assert seat.season_game.game
    url = f"/games/{seat.season_game.game.code}/seats/{seat.number}/take/"
    with time_machine.travel(LATER, tick=False):
        before = browser.get(url).content.decode()
        answer = browser.post(url)
    return before, answer.content.decode(), answer.status_code


def sits(seat: SeasonSeat) -> Person | None:
    assert seat.season_game.game
    return Seat.objects.get(game=seat.season_game.game, number=seat.number).person


def settle(seat: SeasonSeat) -> None:
    """Let the game of a seat be won by it, and the season take the result over."""
    scores = [10] * seat.season_game.seats.count()
    scores[seat.number] = 90
    finish(seat.season_game, scores, LATER)
    run_season(season=seat.season_game.division.season, now=LATER)


def played(season: Season) -> dict[int, int]:
    lines = [line for table in division_standings(season).values() for line in table]
    return {line.entry: line.played for line in lines}


def test_a_rival_of_the_division_does_not_get_an_open_seat_and_reads_why(running: Season) -> None:
    absent = playing(running)
    rival = beside(absent, table=False)
    assert rival.person
    seat = opened(absent)
    before, after, status = take(rival.person, seat)
    for page in (before, after):
        assert "Players of a season cannot take over seats in its other games" in page
        assert "Take this seat</button>" not in page
    assert status == 409
    assert sits(seat) == absent.person


def test_who_withdrew_or_plays_in_another_division_does_not_get_an_open_seat_either(
    registered: Registered,
) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    absent = season.divisions.get(tier=1).entries.earliest("pk")
    seat = opened(absent)
    other = season.divisions.get(tier=2).entries.earliest("pk")
    gone = beside(absent, table=False)
    assert other.person
    assert gone.person
    withdraw(season=season, person=gone.person, now=LATER)
    for person in (other.person, gone.person):
        assert take(person, seat)[2] == 409
    assert sits(seat) == absent.person


def test_a_director_cannot_ask_a_rival_into_a_seat(running: Season, director: Person) -> None:
    absent = playing(running)
    rival = beside(absent, table=False)
    assert rival.person
    seat = seat_of(absent)
    assert seat.season_game.game
    browser = Client()
    browser.force_login(director)
    url = f"/direct/{seat.season_game.game.code}/replace/"
    form = {"seat": seat.number, "by": PERSON, "name": rival.person.name, "reason": "Absent."}
    with time_machine.travel(LATER, tick=False):
        page = browser.post(url, form, follow=True).content.decode()
    assert "Players of a season cannot take over seats in its other games" in page
    assert sits(seat) == absent.person


def test_a_person_on_the_reserve_list_scores_in_the_seat_at_once_and_takes_no_second_one(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4, a_plan([game_kind("usa", [2], 2)]))
    run_season(season=season, now=STARTS)
    [person] = crowd(1)
    comes = register(season=season, person=person, now=STARTS)
    absent = playing(season)
    seat = opened(absent)
    before, _after, status = take(person, seat)
    assert "Its points will count for you" in before
    assert status == 302
    comes.refresh_from_db()
    seat.refresh_from_db()
    assert (comes.status, comes.division_id) == (EntryStatus.PLAYING, absent.division_id)
    assert (seat.entry, seat.drawn_for) == (comes, absent)
    second = opened(beside(absent, table=False))
    if second.season_game_id != seat.season_game_id:
        assert take(person, second)[2] == 409
    settle(seat)
    assert played(season)[comes.pk] == 1
    assert absent.pk not in {key for key, count in played(season).items() if count}


def test_who_joins_the_reserve_list_after_taking_a_seat_scores_for_nobody_there(
    running: Season, crowd: Crowd
) -> None:
    absent = playing(running)
    seat = opened(absent)
    [outsider] = crowd(1)
    assert take(outsider, seat)[2] == 302
    late = register(season=running, person=outsider, now=LATER)
    settle(seat)
    seat.refresh_from_db()
    late.refresh_from_db()
    assert (seat.entry, seat.left, late.status) == (absent, True, EntryStatus.RESERVE)


def test_a_player_who_was_replaced_gets_seat_and_points_back_from_a_director_alone(
    registered: Registered, crowd: Crowd, director: Person
) -> None:
    season = registered(4, a_plan([game_kind("usa", [2], 1)]))
    run_season(season=season, now=STARTS)
    [person] = crowd(1)
    register(season=season, person=person, now=STARTS)
    absent = playing(season)
    seat = seat_of(absent)
    game = seat.season_game.game
    assert game
    assert absent.person
    take(person, opened(absent))
    open_seat(game=game, seat=seat.number, actor="director", now=LATER)
    assert take(absent.person, seat)[2] == 409
    note_taker(game, seat.number, absent.person)
    replace_player(game=game, seat=seat.number, by=absent.person, actor="director", now=LATER)
    settle(seat)
    assert played(season)[absent.pk] == 1


def test_a_newcomer_who_substituted_once_begins_the_next_season_as_a_newcomer(
    registered: Registered, announced: Callable[..., Season], crowd: Crowd
) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    [person] = crowd(1)
    register(season=season, person=person, now=STARTS)
    leaver = season.divisions.get(tier=1).entries.earliest("pk")
    assert leaver.person
    withdraw(season=season, person=leaver.person, now=STARTS)
    comes = Entry.objects.get(season=season, person=person)
    settle(seat_of(comes))
    run_season(season=season, now=ENDS)
    comes.refresh_from_db()
    assert comes.division
    assert (comes.division.tier, comes.rank, comes.outcome, comes.tier) == (1, 1, "", None)
    assert not season.entries.filter(substitute_for=None, division__isnull=False, tier=None)
    later = 100 * DAY
    plan = a_plan()
    names = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
    dates = {name: getattr(plan, name) + later for name in names}
    following = announced(a_plan(**dates), now=ENDS)
    stayed = season.entries.filter(substitute_for=None, status=EntryStatus.PLAYING)
    for old in [comes, *stayed]:
        assert old.person
        register(season=following, person=old.person, now=dates["registration_opens_at"])
    run_season(season=following, now=dates["registration_closes_at"])
    again = Entry.objects.get(season=following, person=person)
    assert again.strength == following.entries.count()


@pytest.mark.parametrize("seed", range(4))
def test_nobody_ever_counts_more_games_than_the_plan_has(
    registered: Registered, crowd: Crowd, seed: int
) -> None:
    """People leave, seats open, and everybody who can take one takes it."""
    dice = Random(seed)
    season = registered(8, a_plan([game_kind("usa", [2], 2)]))
    Season.objects.update(seed=str(seed))
    run_season(season=season, now=STARTS)
    outside = crowd(4)
    for step in range(40):
        now = STARTS + timedelta(hours=step)
        _happens(season, outside, dice, now)
    for drawn in SeasonGame.objects.filter(settled_at=None, game__status=GameStatus.RUNNING):
        finish(drawn, [90, 40], LATER)
    run_season(season=season, now=ENDS)
    counted = Counter(
        SeasonSeat.objects.filter(left=False, season_game__settled_at__isnull=False)
        .exclude(season_game__verdict=Verdict.VOID)
        .values_list("entry", flat=True)
    )
    assert max(counted.values()) <= 2
    assert max(played(season).values()) <= 2
    assert SeasonSeat.objects.exclude(drawn_for=None).exists()


def _happens(season: Season, outside: list[Person], dice: Random, now: object) -> None:
    """One act of chance; what is refused does not happen."""
    person = dice.choice([*outside, *Person.objects.filter(entries__season=season).order_by("pk")])
    with suppress(Refused), transaction.atomic():
        match dice.choice(["open", "take", "take", "take", "leave", "register", "admit", "finish"]):
            case "open":
                drawn = dice.choice(list(SeasonGame.objects.filter(settled_at=None)) or [None])
                if drawn and drawn.game:
                    open_seat(game=drawn.game, seat=dice.randrange(2), actor="vote", now=now)
            case "take":
                waiting = list(Seat.objects.filter(open_since__isnull=False).order_by("pk"))
                if waiting:
                    seat = dice.choice(waiting)
                    take_open_seat(game=seat.game, seat=seat.number, person=person, now=now)
            case "leave":
                withdraw(season=season, person=person, now=now)
            case "register":
                register(season=season, person=dice.choice(outside), now=now)
            case "admit":
                gone = season.entries.filter(status=EntryStatus.WITHDRAWN).first()
                comes = season.entries.filter(status=EntryStatus.RESERVE).first()
                if comes:
                    admit_reserve(season=season, entry=comes, replacing=gone, now=now)
            case "finish":
                running = SeasonGame.objects.filter(game__status=GameStatus.RUNNING)
                if dice.random() < 0.5 and (drawn := running.first()):
                    finish(drawn, [90, 40], now)
                    run_season(season=season, now=now)
