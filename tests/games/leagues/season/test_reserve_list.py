"""The reserve list: its order, who comes in before the draw, and nobody without consent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import time_machine
from django.test import Client

from games.leagues.models import Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.leagues.season.substitutes import admit_reserve
from games.notifications import registry
from games.notifications.models import Notice
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game, Seat
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    playing,
)

Announced = Callable[..., Season]
Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"
MINUTE = timedelta(minutes=1)


def post(person: Person | None, path: str, data: object = None, *, at: object) -> str:
    """Post to a page of the season as a person; return the page that follows."""
    assert person is not None
    browser = Client()
    browser.force_login(person)
    with time_machine.travel(at, tick=False):
        answer = browser.post(f"{URL}{path}/", data or {}, follow=True)
    return answer.content.decode()


def signed_up(people: list[Person], *, at: object = OPENS, **data: str) -> None:
    for minute, person in enumerate(people):
        post(person, "register", data, at=at + minute * MINUTE)  # type: ignore[operator]


def status(*people: Person) -> list[str]:
    return [Entry.objects.get(person=person).status for person in people]


def listed(season: Season) -> list[str]:
    """The reserve list as its page shows it."""
    with time_machine.travel(OPENS + DAY):
        return [name for name, _club in Client().get(URL).context["reserves"]]


def suspend(person: Person, at: object = OPENS) -> None:
    Sanction.objects.create(person=person, kind=SanctionKind.SUSPENSION, at=at)


def told(person: Person) -> set[str]:
    return set(Notice.objects.filter(person=person).values_list("data__what", flat=True))


def test_a_place_that_becomes_free_before_the_draw_goes_to_who_has_waited_longest(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan(most_players=4))
    people = crowd(7)
    signed_up(people)
    assert listed(season) == [person.name for person in people[4:]]
    post(people[1], "withdraw", at=OPENS + DAY)
    assert status(*people[4:]) == ["registered", "reserve", "reserve"]
    assert "place" in told(people[4])
    post(people[1], "register", at=OPENS + 2 * DAY)
    assert listed(season) == [people[5].name, people[6].name, people[1].name]


def test_the_reserve_list_takes_the_place_of_who_is_suspended_before_the_draw(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan(most_players=4))
    people = crowd(7)
    signed_up(people)
    for person in (people[0], people[4]):
        suspend(person)
    run_season(season=season, now=CLOSES)
    assert status(*people) == [
        "withdrawn", "playing", "playing", "playing", "reserve", "playing", "reserve",
    ]  # fmt: skip
    assert "left_out" in told(people[0])


def test_those_who_came_too_late_fill_a_season_that_could_not_be_drawn(
    announced: Announced, crowd: Crowd, director: Person
) -> None:
    season = announced(a_plan([game_kind("usa", [4], 1)]))
    people = crowd(6)
    signed_up(people[:3])
    assert run_season(season=season, now=CLOSES) == []
    signed_up(people[3:5], at=CLOSES + MINUTE)
    assert status(*people[3:5]) == ["reserve", "reserve"]
    again = {
        "registration_closes_at": f"{CLOSES + DAY:%Y-%m-%dT%H:%M}",
        "starts_at": f"{STARTS:%Y-%m-%dT%H:%M}",
        "ends_at": f"{season.ends_at:%Y-%m-%dT%H:%M}",
        "reason": "We were three.",
    }
    post(director, "direct/dates", again, at=CLOSES + 5 * MINUTE)
    signed_up(people[5:], at=CLOSES + 6 * MINUTE)
    assert status(*people[3:]) == ["registered"] * 3
    run_season(season=season, now=CLOSES + DAY)
    assert status(*people) == ["playing"] * 4 + ["reserve"] * 2


def test_of_an_odd_number_the_last_who_registered_waits_before_all_others_on_the_list(
    announced: Announced, crowd: Crowd
) -> None:
    season = announced(a_plan(most_players=5))
    people = crowd(7)
    signed_up(people)
    # The second comes back as the last, whatever the number of the row.
    post(people[1], "withdraw", at=OPENS + DAY)
    post(people[1], "register", at=OPENS + 2 * DAY)
    run_season(season=season, now=CLOSES)
    assert status(*people) == [
        "playing", "reserve", "playing", "playing", "playing", "reserve", "reserve",
    ]  # fmt: skip
    waiting = Entry.objects.filter(status=EntryStatus.RESERVE).order_by("registered_at")
    assert [entry.person for entry in waiting] == [people[5], people[6], people[1]]


def test_nobody_gets_games_of_a_leaver_who_has_not_said_so(
    announced: Announced, crowd: Crowd, director: Person
) -> None:
    season = announced(a_plan(most_players=4))
    people = crowd(6)
    signed_up(people[:5])
    signed_up(people[5:], at=OPENS + DAY, stands_by="on")
    run_season(season=season, now=STARTS)
    asked, willing = (text_of_list(person) for person in people[4:])
    assert "Would you take over the games" in asked
    assert "the player who has waited longest takes over" not in asked
    assert "Would you take over the games" not in willing
    leaver = playing(season)
    post(leaver.person, "withdraw", at=STARTS + DAY)
    assert status(people[4]) == ["reserve"]
    assert Entry.objects.get(person=people[5]).substitute_for == leaver
    second = playing(season)
    post(second.person, "withdraw", at=STARTS + DAY)
    unwilling = Entry.objects.get(person=people[4])
    form = {"entry": unwilling.pk, "replacing": second.pk, "reason": "We need you."}
    page = post(director, "direct/admit", form, at=STARTS + DAY)
    assert "You cannot decide this" in page
    assert not SeasonSeat.objects.filter(entry=unwilling).exists()
    assert "Take over games" in page_of(people[4])
    post(people[4], "stand-by", {"willing": "yes"}, at=STARTS + DAY)
    post(director, "direct/admit", form, at=STARTS + DAY)
    assert SeasonSeat.objects.filter(entry=unwilling).exists()


def text_of_list(person: Person) -> str:
    """What the mail says that puts somebody on the reserve list."""
    said = registry.render(Notice.objects.get(person=person, data__what="reserve"))
    return " ".join(said.lines)


def page_of(person: Person) -> str:
    browser = Client()
    browser.force_login(person)
    with time_machine.travel(STARTS + DAY):
        return browser.get(URL).content.decode()


def test_who_has_changed_their_mind_gets_no_games_of_others(
    running: Season,
) -> None:
    first, second = Entry.objects.filter(status=EntryStatus.RESERVE).order_by("registered_at")
    post(first.person, "stand-by", {"willing": "no"}, at=STARTS + DAY)
    post(playing(running).person, "withdraw", at=STARTS + DAY)
    assert status(first.person, second.person) == ["reserve", "playing"]


def test_who_is_suspended_gets_no_games_of_a_leaver(running: Season, director: Person) -> None:
    first, second = Entry.objects.filter(status=EntryStatus.RESERVE).order_by("registered_at")
    assert first.person
    suspend(first.person)
    one, other = Entry.objects.filter(status=EntryStatus.PLAYING).order_by("pk")[:2]
    post(one.person, "withdraw", at=STARTS + DAY)
    assert status(first.person, second.person) == ["reserve", "playing"]
    post(other.person, "withdraw", at=STARTS + DAY)
    form = {"entry": first.pk, "replacing": other.pk, "reason": "We need you."}
    assert "You cannot decide this" in post(director, "direct/admit", form, at=STARTS + DAY)
    assert not SeasonSeat.objects.filter(entry=first).exists()


def test_who_is_suspended_after_the_draw_gets_no_seat_and_the_reserve_list_takes_over(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    [reserve] = crowd(1)
    signed_up([reserve], at=CLOSES + MINUTE)
    out = playing(season).person
    assert out
    suspend(out)
    run_season(season=season, now=STARTS)
    assert status(out, reserve) == ["withdrawn", "playing"]
    assert not Seat.objects.filter(person=out).exists()
    assert Seat.objects.filter(person=reserve).count() == 1
    assert Game.objects.count() == 2
    assert "left_out" in told(out)


def test_who_withdraws_between_draw_and_start_gets_no_seat(
    registered: Registered, crowd: Crowd, director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    gone = playing(season)
    post(gone.person, "withdraw", at=CLOSES + DAY)
    run_season(season=season, now=STARTS)
    assert not Seat.objects.filter(person=gone.person).exists()
    assert Game.objects.count() == 1
    [late] = crowd(1)
    signed_up([late], at=STARTS + DAY)
    comes = Entry.objects.get(person=late)
    form = {"entry": comes.pk, "replacing": gone.pk, "reason": "A table waits."}
    post(director, "direct/admit", form, at=STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    assert Seat.objects.filter(person=late).count() == 1
    assert Game.objects.count() == 2


def test_who_is_suspended_plays_on_and_begins_no_game_that_had_to_wait(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(4, a_plan([game_kind("usa", [2], 2)]))
    run_season(season=season, now=CLOSES)
    gone = playing(season)
    waiting = SeasonGame.objects.filter(seats__entry=gone)
    rival = SeasonSeat.objects.filter(season_game__in=waiting).exclude(entry=gone).earliest("pk")
    post(gone.person, "withdraw", at=CLOSES + DAY)
    run_season(season=season, now=STARTS)
    person = rival.entry.person
    assert person
    assert Seat.objects.filter(person=person).count() == 1
    suspend(person)
    [late] = crowd(1)
    signed_up([late], at=STARTS + DAY)
    admit_reserve(
        season=season,
        entry=Entry.objects.get(person=late),
        replacing=gone,
        now=STARTS + DAY,
    )
    run_season(season=season, now=STARTS + DAY)
    assert status(person) == ["playing"]
    assert Seat.objects.filter(person=person).count() == 1
    Sanction.objects.filter(person=person).update(lifted_at=STARTS + 2 * DAY)
    run_season(season=season, now=STARTS + 2 * DAY)
    assert Seat.objects.filter(person=person).count() == 2


def test_a_suspended_player_who_was_taken_out_is_not_let_back(
    registered: Registered, director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    out = playing(season)
    form = {"entry": out.pk, "reason": "Silent."}
    page = post(director, "direct/remove", form, at=STARTS + DAY)
    assert out.person
    suspend(out.person)
    undo = page.split(f"{URL}direct/undo/")[1].split("/")[0]
    page = post(director, f"direct/undo/{undo}", {"reason": "Oh."}, at=STARTS + DAY)
    assert "may not start games" in page
    out.refresh_from_db()
    assert out.status == EntryStatus.WITHDRAWN
