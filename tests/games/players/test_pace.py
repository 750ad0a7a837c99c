"""How fast people usually move: measured from the log, shown in the lobby and at home."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.actions import Draw
from games.absence.substitution import open_seat
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.play import play_automatic
from games.players.models import Pace
from games.players.pace import FRESH, measure_paces, turn_times_of
from games.players.selectors import FEWEST_TURNS_FOR_PACE, paces_of
from games.tables.models import Game
from games.web.parts.durations import usual_pace
from tests.fixtures.games import NOW, Starter, act, keep_all

HOUR = timedelta(hours=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice takes one, two … hours for her turns, and Bob ten minutes."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    at = NOW
    for hours in range(1, FEWEST_TURNS_FOR_PACE + 1):
        at += hours * HOUR
        act(game, 0, Draw("blind"), now=at)
        act(game, 0, Draw("blind"), now=at + HOUR / 2)  # what follows is no turn of its own
        at += HOUR / 2 + HOUR / 6
        act(game, 1, Draw("blind"), Draw("blind"), now=at)
    return game


@pytest.mark.usefixtures("game")
def test_a_turn_takes_as_long_as_its_first_step(alice: Person, bob: Person) -> None:
    assert turn_times_of(alice.pk) == [
        hours * HOUR for hours in range(1, FEWEST_TURNS_FOR_PACE + 1)
    ]
    assert turn_times_of(bob.pk) == [HOUR / 6] * FEWEST_TURNS_FOR_PACE


@pytest.mark.usefixtures("game")
def test_the_median_counts_and_is_read_in_one_query(
    alice: Person, bob: Person, charlie: Person, django_assert_num_queries
) -> None:
    assert measure_paces(now=NOW) == 2
    with django_assert_num_queries(1):
        paces = paces_of([alice.pk, bob.pk, charlie.pk])
    assert paces == {alice.pk: 3 * HOUR, bob.pk: HOUR / 6}


@pytest.mark.usefixtures("game")
def test_nobody_is_measured_twice_within_hours() -> None:
    assert measure_paces(now=NOW) == 2
    assert measure_paces(now=NOW + FRESH / 2) == 0
    assert measure_paces(now=NOW + 2 * FRESH) == 2


def test_too_few_turns_say_nothing(game: Game, alice: Person) -> None:
    measure_paces(now=NOW)
    Pace.objects.update(turns=FEWEST_TURNS_FOR_PACE - 1)
    assert paces_of([alice.pk]) == {}


def test_what_somebody_else_did_in_the_seat_does_not_count(game: Game, alice: Person) -> None:
    game.seats.filter(number=0).update(joined_at=NOW + 1000 * HOUR)
    assert turn_times_of(alice.pk) == []


def test_the_lobby_tells_it_with_no_more_queries_for_more_tables(
    game: Game, client: Client, alice: Person, django_assert_num_queries
) -> None:
    measure_paces(now=NOW)
    create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    client.get("/lobby/")
    with CaptureQueriesContext(connection) as one:
        client.get("/lobby/")
    for _ in range(3):
        create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    with django_assert_num_queries(len(one)):
        text = client.get("/lobby/").content.decode()
    assert text.count("usually answers within 3 hours") == 4


def test_home_tells_it_of_who_is_waited_for(game: Game, client: Client, bob: Person) -> None:
    measure_paces(now=NOW)
    client.force_login(bob)
    assert "usually answers within 3 hours" in client.get("/").content.decode()


def test_the_page_of_a_player_tells_it_to_everybody(game: Game, client: Client) -> None:
    measure_paces(now=NOW)
    assert "usually answers within 3 hours" in client.get("/people/Alice/").content.decode()
    assert "usually answers within 1 hour" in client.get("/people/Bob/").content.decode()


def test_the_page_of_a_player_says_nothing_of_too_few_turns(
    game: Game, client: Client, charlie: Person
) -> None:
    measure_paces(now=NOW)
    Pace.objects.filter(person__name="Alice").update(turns=FEWEST_TURNS_FOR_PACE - 1)
    Pace.objects.create(person=charlie, median=timedelta(), turns=0, measured_at=NOW)
    for name in ("Alice", "Charlie"):
        assert "answers within" not in client.get(f"/people/{name}/").content.decode()


def test_private_games_tell_nobody_how_fast_one_is(game: Game, alice: Person) -> None:
    Game.objects.update(public=False)
    measure_paces(now=NOW)
    assert paces_of([alice.pk]) == {}


@pytest.mark.parametrize(
    ("median", "words"),
    [
        (None, ""),
        (timedelta(), "usually answers within 1 hour"),
        (HOUR, "usually answers within 1 hour"),
        (HOUR * 1.01, "usually answers within 2 hours"),
        (36 * HOUR, "usually answers within 36 hours"),
        (37 * HOUR, "usually answers within 2 days"),
        (49 * HOUR, "usually answers within 3 days"),
    ],
)
def test_a_pace_is_said_in_words(median: timedelta | None, words: str) -> None:
    assert usual_pace(median) == words


def test_home_leads_to_the_next_game_and_says_how_many_wait(
    begin: Starter, client: Client, alice: Person, bob: Person
) -> None:
    games = [begin(alice, bob), begin(alice, bob)]
    games[1].seats.filter(person=alice).update(due_at=NOW + HOUR)
    client.force_login(alice)
    text = client.get("/").content.decode()
    assert "<title>(2) Your turn" in text
    assert f'<a class="button" href="/games/{games[1].code}/">Next: USA {games[1].code}</a>' in text
    assert 'href="/icon/2.svg"' in text
    assert "<title>(2) Lobby" in client.get("/lobby/").content.decode()
    keep_all(games[0], 0)
    keep_all(games[1], 0)
    text = client.get("/").content.decode()
    assert "<title>Your turn" in text
    assert "favicon.svg" in text
    assert "Next:" not in text


@pytest.mark.parametrize(("count", "text"), [(1, ">1<"), (9, ">9<"), (10, ">9+<")])
def test_the_icon_bears_the_number(client: Client, count: int, text: str) -> None:
    answer = client.get(f"/icon/{count}.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert text in answer.content.decode()
    assert "max-age" in answer["Cache-Control"]


@pytest.mark.parametrize("count", [0, 11, 10**6])
def test_there_are_no_other_icons(client: Client, count: int) -> None:
    assert client.get(f"/icon/{count}.svg").status_code == 404


def test_a_turn_that_the_clock_ends_in_an_open_seat_is_no_turn_of_its_player(
    game: Game, alice: Person
) -> None:
    before = turn_times_of(alice.pk)
    open_seat(game=game, seat=0, actor="director", now=NOW + 40 * HOUR)
    seat = game.seats.get(number=0)
    assert seat.decision is not None
    assert seat.due_at is not None
    play_automatic(game=game, seat=0, decision=seat.decision, now=seat.due_at)
    assert turn_times_of(alice.pk) == before
