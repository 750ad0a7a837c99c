"""The lobby: opening, joining, leaving and cancelling tables."""

from __future__ import annotations

import re
from datetime import time

import pytest

from games.lobby import GameOptions, create_game
from games.notifications.models import NotificationPreferences
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.games import NOW

TABLE = {
    "board": "japan",
    "seats": "3",
    "bots": "0",
    "bot": "planner",
    "days_per_turn": "2",
    "public": "yes",
    "contribution": "a lamp at night",
}


@pytest.fixture
def table(alice) -> Game:
    return create_game(
        organiser=alice, options=GameOptions(board="japan", seats=3, days_per_turn=2), now=NOW
    )


@pytest.fixture
def private(alice) -> Game:
    return create_game(
        organiser=alice, options=GameOptions(board="usa", seats=3, public=False), now=NOW
    )


def test_open_tables_show_board_pace_and_seats(table, browse, bob):
    page = browse(bob).get("/lobby/").content.decode()
    assert "2 days per turn" in page
    assert page.count("seat-free") == 2
    assert f"/games/{table.code}/join/" in page
    assert "open until 21 December 2026, 08:30 CET" in page


def test_the_lobby_needs_no_account(table, browse):
    assert table.code in browse().get("/lobby/").content.decode()


def test_a_private_table_is_in_nobody_elses_lobby(private, browse, alice, bob):
    assert private.code not in browse(bob).get("/lobby/").content.decode()
    mine = browse(alice).get("/lobby/").content.decode()
    assert f"/join/{private.invitation}/" in mine


def test_the_invitation_is_told_only_to_who_sits_there(table, browse, alice, bob):
    assert table.invitation not in browse(bob).get("/lobby/").content.decode()
    assert table.invitation in browse(alice).get("/lobby/").content.decode()


def test_who_was_removed_does_not_come_back_by_the_old_invitation(private, browse, alice, bob):
    old = f"/join/{private.invitation}/"
    browse(bob).post(old, {"contribution": ""})
    assert private.seats.count() == 2
    page = browse(alice).post(f"/games/{private.code}/remove/", {"seat": "1"}, follow=True)
    assert "The old invitation link no longer works" in page.content.decode()
    assert browse(bob).get(old).status_code == 404
    assert browse(bob).post(old, {"contribution": ""}).status_code == 404
    assert private.seats.count() == 1
    new = Game.objects.get(pk=private.pk).invitation
    assert f"/join/{new}/" in page.content.decode()
    answer = browse(bob).post(f"/join/{new}/", {"contribution": ""})
    assert answer.status_code == 409
    assert private.seats.count() == 1


def test_the_team_links_end_with_it(alice, bob, browse):
    game = create_game(
        organiser=alice,
        options=GameOptions(board="team-asia", seats=4, public=False, teams_chosen=True),
        now=NOW,
    )
    old = f"/join/{game.invitation}/team/2/"
    browse(bob).post(old, {"contribution": "", "team": "2"})
    assert game.seats.count() == 2
    browse(alice).post(f"/games/{game.code}/remove/", {"seat": "1"})
    assert browse(bob).post(old, {"contribution": "", "team": "2"}).status_code == 404
    assert game.seats.count() == 1


def test_a_table_is_opened(browse, alice):
    response = browse(alice).post("/lobby/new/", TABLE)
    assert response.url == "/lobby/"
    game = Game.objects.get()
    assert (game.board, game.seat_count, game.days_per_turn, game.public) == ("japan", 3, 2, True)
    assert game.seats.get().contribution == "a lamp at night"


def test_a_table_may_leave_weekends_out_and_says_so_to_who_joins(browse, alice, bob):
    browse(alice).post("/lobby/new/", {**TABLE, "weekends_off": "on"})
    game = Game.objects.get()
    assert game.weekends_off
    for address in ("/lobby/", f"/games/{game.code}/join/"):
        page = browse(bob).get(address).content.decode()
        assert "2 days per turn, weekends do not count" in page


def test_an_evening_table_says_so_to_who_joins(browse, alice, bob):
    browse(alice).post("/lobby/new/", {**TABLE, "evening_minutes": "5"})
    game = Game.objects.get()
    assert (game.days_per_turn, game.evening_minutes) == (2, 5)
    for address in ("/lobby/", f"/games/{game.code}/join/"):
        page = browse(bob).get(address).content.decode()
        assert "2 days per turn, 5 minutes while everybody is at the page" in page
        assert "When somebody leaves or needs longer, everybody sees it" in page
    answer = browse(alice).post("/lobby/new/", {**TABLE, "evening_minutes": "4"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("quiet", "warned"),
    [
        ((), False),
        ((22, 8), False),
        ((23, 6), False),
        ((2, 2), False),
        ((9, 17), True),
        ((21, 7), True),
        ((23, 9), True),
    ],
)
def test_a_table_of_hours_says_so_to_who_joins_and_what_their_quiet_hours_mean(
    browse, alice, bob, quiet, warned
):
    browse(alice).post("/lobby/new/", {**TABLE, "days_per_turn": "4h"})
    game = Game.objects.get()
    assert (game.days_per_turn, game.hours_per_turn) == (0, 4)
    if quiet:
        begin, end = map(time, quiet)
        NotificationPreferences.objects.create(person=bob, quiet_from=begin, quiet_until=end)
    page = browse(bob).get(f"/games/{game.code}/join/").content.decode()
    assert "4 hours per turn, nights (22:00 to 8:00) do not count" in page
    assert "Your clock stands still at night, from 22:00 to 8:00 in your time zone." in page
    assert (
        "Your quiet hours reach into the day. Mails wait then, but your clock runs." in page
    ) is warned


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"rated": "on"}, "plans that only draw, which move after 2 to 20 minutes"),
        ({}, "all plans, which move after 2 to 20 minutes"),
        ({"rated": "on", "bots": "1"}, "all plans, which move after 2 to 20 minutes"),
        ({"plans": "off"}, "no plans"),
        ({"rated": "on", "plans": "all", "plan_pace": "hour"}, "move after 20 minutes to 2 hours"),
    ],
)
def test_a_table_says_to_who_joins_which_plans_players_may_give(browse, alice, bob, chosen, said):
    browse(alice).post("/lobby/new/", {**TABLE, **chosen})
    for address in ("/lobby/", f"/games/{Game.objects.get().code}/join/"):
        assert said in browse(bob).get(address).content.decode().lower()


def test_a_table_with_plans_of_no_list_is_refused(browse, alice):
    for wrong in ({"plans": "some"}, {"plan_pace": "year"}):
        assert browse(alice).post("/lobby/new/", {**TABLE, **wrong}).status_code == 422
    assert not Game.objects.exists()


def test_tables_are_found_by_their_plans(browse, alice, bob):
    for plans in ("off", "all"):
        options = GameOptions(board="usa", seats=2, plans=plans, name=f"With {plans}")
        create_game(organiser=alice, options=options, now=NOW)
    found = browse(bob).get("/lobby/?plans=off").content.decode()
    assert "With off" in found
    assert "With all" not in found


def test_a_table_says_to_who_joins_which_bot_may_be_voted_in(browse, alice, bob):
    browse(alice).post("/lobby/new/", {**TABLE, "replacement_bot": "level-4"})
    game = Game.objects.get()
    assert game.replacement_bot == "level-4"
    for address in ("/lobby/", f"/games/{game.code}/join/"):
        assert "a substitute or this bot: Dispatcher (" in browse(bob).get(address).content.decode()


def test_a_table_by_invitation_is_not_public(browse, alice):
    browse(alice).post("/lobby/new/", {**TABLE, "public": ""})
    assert not Game.objects.get().public


def test_with_bots_in_all_other_seats_the_game_begins(browse, alice):
    response = browse(alice).post("/lobby/new/", {**TABLE, "bots": "2"})
    assert response.url == f"/games/{Game.objects.get().code}/"


def test_more_bots_than_seats_are_refused_with_a_sentence(browse, alice):
    response = browse(alice).post("/lobby/new/", {**TABLE, "bots": "3"})
    assert response.status_code == 422
    assert "There is no seat left for you" in response.content.decode()
    assert not Game.objects.exists()


def test_a_board_that_is_not_there_is_refused(browse, alice):
    assert browse(alice).post("/lobby/new/", {**TABLE, "board": "../usa"}).status_code == 422


def test_the_contribution_is_explained_and_may_stay_empty(table, browse, bob):
    client = browse(bob)
    page = client.get(f"/games/{table.code}/join/").content.decode()
    assert "Your contribution to the shuffles" in page
    assert "You may leave it empty." in page
    assert client.post(f"/games/{table.code}/join/", {}).url == "/lobby/"
    assert Seat.objects.get(person=bob).contribution == ""


def test_the_last_seat_starts_the_game(table, browse, bob, charlie):
    browse(bob).post(f"/games/{table.code}/join/", {"contribution": "x"})
    response = browse(charlie).post(f"/games/{table.code}/join/", {})
    assert response.url == f"/games/{table.code}/"


def test_who_comes_too_late_is_told_so(begin, browse, alice, bob, dana):
    game = begin(alice, bob)
    client = browse(dana)
    for response in (
        client.get(f"/games/{game.code}/join/"),
        client.post(f"/games/{game.code}/join/", {}),
    ):
        assert response.status_code == 409
        assert "no longer waiting for players" in response.content.decode()


def test_a_private_table_is_joined_by_its_link_only(private, browse, bob):
    client = browse(bob)
    assert client.get(f"/games/{private.code}/join/").status_code == 404
    assert client.post(f"/games/{private.code}/join/", {}).status_code == 404
    assert client.get("/join/guessed/").status_code == 404
    assert client.get(f"/join/{private.invitation}/").status_code == 200
    assert client.post(f"/join/{private.invitation}/", {}).status_code == 302
    assert private.seats.filter(person=bob).exists()


def test_who_opens_an_invitation_without_an_account_comes_back_to_it(private, browse):
    response = browse().get(f"/join/{private.invitation}/")
    assert response.url == f"/accounts/login/?next=/join/{private.invitation}/"


def test_a_player_leaves(table, browse, bob):
    client = browse(bob)
    client.post(f"/games/{table.code}/join/", {})
    client.post(f"/games/{table.code}/leave/")
    assert not table.seats.filter(person=bob).exists()


def test_only_the_organiser_cancels(table, browse, alice, bob):
    page = browse(bob).post(f"/games/{table.code}/cancel/", follow=True).content.decode()
    assert "Only the organiser can cancel this game." in page
    browse(alice).post(f"/games/{table.code}/cancel/")
    table.refresh_from_db()
    assert table.status == GameStatus.CANCELLED


def test_the_page_of_a_cancelled_game_leads_back_to_the_lobby(table, browse, alice):
    client = browse(alice)
    client.post(f"/games/{table.code}/cancel/")
    page = client.get(f"/games/{table.code}/").content.decode()
    assert "This game was cancelled before it began." in page


def test_an_open_game_leads_to_its_table(table, browse, alice, bob):
    assert browse(alice).get(f"/games/{table.code}/").url == "/lobby/"
    assert browse(bob).get(f"/games/{table.code}/").url == f"/games/{table.code}/join/"


def test_the_organiser_frees_the_seat_of_another(table, browse, alice, bob):
    browse(bob).post(f"/games/{table.code}/join/", {})
    client = browse(alice)
    assert 'name="seat" value="1"' in client.get("/lobby/").content.decode()
    client.post(f"/games/{table.code}/remove/", {"seat": "1"})
    assert not table.seats.filter(person=bob).exists()


def test_nobody_else_frees_a_seat(table, browse, alice, bob):
    client = browse(bob)
    client.post(f"/games/{table.code}/join/", {})
    assert 'name="seat"' not in client.get("/lobby/").content.decode()
    for seat in ("0", "1", "x", "999"):
        client.post(f"/games/{table.code}/remove/", {"seat": seat})
    assert set(table.seats.values_list("person", flat=True)) == {alice.pk, bob.pk}


def test_the_organiser_is_not_offered_to_leave(table, browse, alice, bob):
    assert "/leave/" not in browse(alice).get("/lobby/").content.decode()
    client = browse(bob)
    client.post(f"/games/{table.code}/join/", {})
    assert "/leave/" in client.get("/lobby/").content.decode()


def test_public_games_that_are_played_can_be_watched(begin, browse, alice, bob):
    game = begin(alice, bob, board="usa")
    page = browse().get("/lobby/").content.decode()
    assert f'href="/games/{game.code}/"' in page
    assert "Alice and Bob" in page


def test_private_games_are_not_shown_to_those_who_look_around(begin, browse, alice, bob):
    game = begin(alice, bob, board="usa")
    Game.objects.filter(pk=game.pk).update(public=False)
    assert game.code not in browse().get("/lobby/").content.decode()


def test_what_is_rarely_wanted_is_folded_away_until_it_is_to_be_mended(browse, alice):
    assert '<details class="more-fields">' in browse(alice).get("/lobby/new/").content.decode()
    wrong = browse(alice).post("/lobby/new/", {**TABLE, "least_reliability": "3"})
    assert '<details class="more-fields" open>' in wrong.content.decode()


def test_until_when_a_table_waits_is_said_with_its_zone(browse, alice, bob):
    create_game(organiser=bob, options=GameOptions(board="usa", seats=3), now=NOW)
    page = browse(alice).get("/lobby/").content.decode()
    assert re.search("open until \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d CET", page)
