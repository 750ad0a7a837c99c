"""Nobody takes every seat of the lobby: how many one person may hold, and what does not count."""

from __future__ import annotations

import re
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from games.absence.substitution import replace_player
from games.lobby import GameOptions, arrange_game, create_game, join_game, leave_game
from games.lobby.admission import FOR_NEWCOMERS
from games.people.models import Person
from games.players.models import ReliabilityRecord
from games.players.sums import recount_sums
from games.tables.models import Game, GameStatus, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter

ARRANGED = GameOptions(board="usa", seats=2, order_fixed=True)


def tables(people: PeopleFactory, count: int, **options: object) -> list[Game]:
    """Open public tables, each of somebody else."""
    first = Game.objects.count()
    letters = "abcdefghjk"
    return [
        create_game(
            organiser=people(f"Host-{letters[number // 10]}{letters[number % 10]}"),
            options=GameOptions(board="usa", seats=3, **options),
            now=NOW,
        )
        for number in range(first, first + count)
    ]


def join(client: Client, game: Game) -> tuple[int, str]:
    answer = client.post(f"/games/{game.code}/join/", {"contribution": ""})
    return answer.status_code, answer.content.decode()


def kept(person: Person, game: Game, *, answered: int, missed: int = 0) -> None:
    ReliabilityRecord.objects.update_or_create(
        game=game,
        person=person,
        defaults={"seq": 1, "answered": answered, "missed": missed},
    )
    recount_sums()


@pytest.fixture
def full(people: PeopleFactory, bob: Person) -> list[Game]:
    """Bob, who is new here, holds as many seats as he may."""
    found = tables(people, FOR_NEWCOMERS)
    for game in found:
        join_game(game=game, person=bob, now=NOW)
    return found


def test_a_new_account_cannot_take_every_seat_of_the_lobby(people, browse, bob):
    client = browse(bob)
    answers = [join(client, game) for game in tables(people, FOR_NEWCOMERS + 3)]
    assert [status for status, _page in answers] == [302] * FOR_NEWCOMERS + [409] * 3
    refusal = answers[-1][1]
    assert "You hold 4 seats from the lobby, the most for newcomers." in refusal
    assert "Finish a game, or leave a table that has not begun" in refusal
    assert Seat.objects.filter(person=bob).count() == FOR_NEWCOMERS


def test_a_table_that_is_left_makes_room_for_another(people, browse, bob, full):
    client = browse(bob)
    more = tables(people, 1)[0]
    assert join(client, more)[0] == 409
    client.post(f"/games/{full[0].code}/leave/")
    assert join(client, more)[0] == 302


def test_running_games_count_and_finished_ones_do_not(people, browse, bob, full):
    client = browse(bob)
    more = tables(people, 2)
    Game.objects.filter(pk=full[0].pk).update(status=GameStatus.RUNNING)
    assert join(client, more[0])[0] == 409
    for over in (GameStatus.FINISHED, GameStatus.VOID):
        Game.objects.filter(pk=full[0].pk).update(status=over)
        assert join(client, more.pop())[0] == 302
        Seat.objects.filter(person=bob).order_by("pk").last().delete()


def test_an_invitation_is_followed_by_whoever_holds_enough_from_the_lobby(
    people, browse, bob, full
):
    """Also one to a table that everybody may join: somebody wants this very person there."""
    private, public = tables(people, 1, public=False)[0], tables(people, 1)[0]
    client = browse(bob)
    for game in (private, public):
        assert client.post(f"/join/{game.invitation}/", {"contribution": ""}).status_code == 302
    assert Seat.objects.filter(person=bob).count() == FOR_NEWCOMERS + 2
    Seat.objects.filter(person=bob, game=full[0]).delete()
    assert join(client, tables(people, 1)[0])[0] == 302


def test_a_seat_of_the_lobby_tells_no_way_around_the_cap(people, browse, bob):
    """Else a newcomer would sit down, read the invitation, leave, and come back by it."""
    client = browse(bob)
    for game in tables(people, FOR_NEWCOMERS):
        join(client, game)
        for url in ("/lobby/", "/", f"/games/{game.code}/join/", f"/games/{game.code}/"):
            assert game.invitation not in client.get(url, follow=True).content.decode()
    assert f"/games/{game.code}/join/" in client.get("/lobby/").content.decode()


def test_who_was_invited_may_invite_others(people, browse, bob):
    game = tables(people, 1)[0]
    client = browse(bob)
    client.post(f"/join/{game.invitation}/", {"contribution": ""})
    assert game.invitation in client.get("/lobby/").content.decode()


def test_the_link_of_a_team_of_a_public_table_leads_into_that_team(people, browse, bob, charlie):
    game = create_game(
        organiser=people("Host"),
        options=GameOptions(board="team-asia", seats=6, teams_chosen=True),
        now=NOW,
    )
    browse(bob).post(f"/games/{game.code}/join/", {"team": "2"})
    link = f"/games/{game.code}/join/?team=2"
    assert link in browse(bob).get("/lobby/").content.decode()
    client = browse(charlie)
    assert re.search('value="2"[^>]* checked', client.get(link).content.decode())
    client.post(link, {"contribution": ""})
    assert game.seats.get(person=charlie).team == 1
    for odd in ("99", "x", "-1", "２"):
        assert client.get(f"/games/{game.code}/join/?team={odd}").status_code == 302


def test_seats_of_leagues_and_of_own_tables_are_not_counted(people, browse, alice, bob):
    """A league gives Bob six games, and he opens five tables himself."""
    for _number in range(6):
        arrange_game(people=[alice, bob], options=ARRANGED, now=NOW)
    for _number in range(5):
        create_game(organiser=bob, options=GameOptions(board="usa", seats=3), now=NOW)
    client = browse(bob)
    answers = [join(client, game)[0] for game in tables(people, FOR_NEWCOMERS + 1)]
    assert answers == [302] * FOR_NEWCOMERS + [409]
    arrange_game(people=[alice, bob], options=ARRANGED, now=NOW)


def test_who_moves_in_time_may_hold_more_and_who_does_not_may_not(people, browse, bob, full):
    client = browse(bob)
    past = full[0]
    kept(bob, past, answered=19)
    assert join(client, tables(people, 1)[0])[0] == 409
    kept(bob, past, answered=20)
    assert join(client, tables(people, 1)[0])[0] == 302
    kept(bob, past, answered=78, missed=22)
    status, page = join(client, tables(people, 1)[0])
    assert status == 409
    assert "who take 78% of their turns on time" in page
    kept(bob, past, answered=85, missed=15)
    more = tables(people, 8)
    assert [join(client, game)[0] for game in more] == [302] * 7 + [409]
    kept(bob, past, answered=99, missed=1)
    assert join(client, more[-1])[0] == 302


def test_nobody_loses_a_seat_when_fewer_are_allowed(people, browse, bob, full):
    kept(bob, full[0], answered=99)
    for game in tables(people, 3):
        assert join(browse(bob), game)[0] == 302
    kept(bob, full[0], answered=1, missed=99)
    assert Seat.objects.filter(person=bob).count() == FOR_NEWCOMERS + 3
    page = browse(bob).get("/lobby/")
    assert page.content.decode().count("/leave/") == FOR_NEWCOMERS + 3


@pytest.fixture
def left(begin: Starter, people: PeopleFactory) -> list[Game]:
    """Running games with a seat that looks for a substitute."""
    found = []
    for number in range(FOR_NEWCOMERS + 1):
        pair = [people(f"{word}-{chr(65 + number)}") for word in ("North", "South")]
        found.append(begin(*pair))
        found[-1].seats.filter(number=1).update(open_since=NOW - timedelta(days=1))
    return found


def test_a_new_account_cannot_take_every_seat_that_looks_for_a_substitute(left, browse, bob):
    client = browse(bob)
    answers = [client.post(f"/games/{game.code}/seats/1/take/") for game in left]
    assert [answer.status_code for answer in answers] == [302] * FOR_NEWCOMERS + [409]
    assert "the most for newcomers" in answers[-1].content.decode()
    invited = client.post(
        f"/games/{left[-1].code}/seats/1/take/", {"invitation": left[-1].invitation}
    )
    assert invited.status_code == 302


def test_a_seat_counts_for_who_took_it_and_not_for_who_is_put_there(left, browse, bob, charlie):
    client = browse(bob)
    for game in left:
        client.post(f"/games/{game.code}/seats/1/take/")
    replace_player(game=left[0], seat=1, by=charlie, actor="director", now=NOW)
    assert not Seat.objects.filter(person=charlie, from_lobby=True).exists()
    assert client.post(f"/games/{left[-1].code}/seats/1/take/").status_code == 302


def test_the_lobby_lists_twenty_tables_on_a_page_and_asks_the_database_no_more_for_it(
    people, browse, bob, django_assert_max_num_queries
):
    games = tables(people, 23)
    own = games[0]
    join_game(game=own, person=bob, now=NOW)
    client = browse(bob)
    client.get("/lobby/")
    with django_assert_max_num_queries(22):
        first = client.get("/lobby/").content.decode()
    second = client.get("/lobby/?page=2").content.decode()
    shown = [game.code for game in games[1:] if f"/games/{game.code}/join/" in first]
    assert shown == [game.code for game in games[1:21]]
    assert [game.code for game in games[1:] if f"/games/{game.code}/join/" in second] == [
        game.code for game in games[21:]
    ]
    assert ">Page 1<" in first
    assert "?page=2" in first
    leave_game(game=own, person=bob, now=NOW)


def test_the_list_of_seats_to_take_has_pages(begin, people, browse, bob):
    for board in "ABCDE":
        game = begin(*(people(f"{place}-{board}") for place in ("N", "E", "S", "W", "Middle")))
        game.seats.update(open_since=NOW)
    pages = [browse(bob).get(f"/seats/?page={page}").content.decode() for page in (1, 2)]
    assert [page.count('class="card-panel game-line"') for page in pages] == [20, 5]


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_do_not_pass_the_cap_together(people, browse, bob):
    for game in tables(people, FOR_NEWCOMERS - 1):
        join_game(game=game, person=bob, now=NOW)
    for _time in range(4):
        answers: list[int] = []
        gate = threading.Barrier(3)

        def press(
            client: Client, game: Game, gate: threading.Barrier = gate, answers: list[int] = answers
        ) -> None:
            gate.wait()
            try:
                answers.append(join(client, game)[0])
            finally:
                connection.close()

        threads = [
            threading.Thread(target=press, args=(browse(bob), game)) for game in tables(people, 3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [302, 409, 409]
        Seat.objects.filter(person=bob).order_by("pk").last().delete()
