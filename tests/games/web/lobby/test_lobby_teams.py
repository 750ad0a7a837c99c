"""The lobby of a board with teams: choosing beside whom to sit, or leaving it to chance."""

from __future__ import annotations

import re

import pytest

from games.lobby import GameOptions, create_game
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.web.lobby.test_lobby import TABLE

TEAMS = {**TABLE, "board": "team-asia", "seats": "4", "teams": "chosen"}


@pytest.fixture
def table(alice) -> Game:
    return create_game(
        organiser=alice, options=GameOptions(board="team-asia", seats=4, teams_chosen=True), now=NOW
    )


def team_of(game: Game, person) -> int | None:
    return game.seats.get(person=person).team


def test_the_organiser_says_who_makes_the_teams(browse, alice):
    client = browse(alice)
    form = client.get("/lobby/new/").content.decode()
    assert "Teams (Team Asia)" in form
    assert "Team Asia (4, 6)" in form
    client.post("/lobby/new/", TEAMS)
    client.post("/lobby/new/", {**TEAMS, "teams": "chance"})
    assert list(Game.objects.order_by("pk").values_list("teams_chosen", flat=True)) == [True, False]


def test_on_a_board_without_teams_nobody_asks_for_them(browse, alice):
    assert browse(alice).post("/lobby/new/", {**TEAMS, "board": "usa"}).status_code == 302
    assert not Game.objects.get().teams_chosen


def test_a_bot_may_be_the_organisers_partner(browse, alice):
    browse(alice).post("/lobby/new/", {**TEAMS, "bots": "1", "bot_partner": "on"})
    assert set(Game.objects.get().seats.values_list("team", flat=True)) == {0}


def test_three_bots_and_the_game_begins(browse, alice):
    response = browse(alice).post("/lobby/new/", {**TEAMS, "bots": "3"})
    assert response.url == f"/games/{Game.objects.get().code}/"


def test_the_lobby_shows_who_sits_beside_whom(table, browse, alice, bob):
    page = browse(bob).get("/lobby/").content.decode()
    assert 'aria-label="Team 1, with Alice"' in page
    assert 'aria-label="Team 2, still empty"' in page
    assert page.count("seat-free") == 3


def test_a_table_that_chance_pairs_says_so(browse, alice, bob):
    create_game(organiser=alice, options=GameOptions(board="team-asia", seats=4), now=NOW)
    page = browse(bob).get("/lobby/").content.decode()
    assert "players are paired into teams at random" in page
    assert "Team 1" not in page


def test_a_player_chooses_beside_whom_to_sit(table, browse, bob, charlie):
    client = browse(bob)
    page = client.get(f"/games/{table.code}/join/").content.decode()
    assert page.count('type="radio" name="team"') == 2
    client.post(f"/games/{table.code}/join/", {"team": "2"})
    assert team_of(table, bob) == 1
    browse(charlie).post(f"/games/{table.code}/join/", {"team": "1"})
    assert team_of(table, charlie) == 0


def test_a_team_that_was_completed_meanwhile_is_refused_with_a_sentence(
    table, browse, bob, charlie
):
    browse(bob).post(f"/games/{table.code}/join/", {"team": "1"})
    client = browse(charlie)
    assert 'name="team" value="1"' not in client.get(f"/games/{table.code}/join/").content.decode()
    response = client.post(f"/games/{table.code}/join/", {"team": "1"})
    assert response.status_code == 422
    assert not table.seats.filter(person=charlie).exists()


def test_a_player_moves_while_the_table_is_open(table, browse, alice, bob):
    client = browse(bob)
    client.post(f"/games/{table.code}/join/", {"team": "2"})
    assert "Sit here" in client.get("/lobby/").content.decode()
    page = client.post(f"/games/{table.code}/team/", {"team": "1"}, follow=True).content.decode()
    assert "You have a place in team 1." in page
    assert team_of(table, bob) == 0


@pytest.mark.parametrize("team", ["", "x", "0", "3", "99", "-1"])
def test_nobody_moves_to_a_team_that_is_not_there(table, browse, alice, team):
    page = browse(alice).post(f"/games/{table.code}/team/", {"team": team}, follow=True)
    assert "This table has no such team." in page.content.decode()
    assert team_of(table, alice) == 0


def test_a_move_is_no_get(table, browse, alice):
    assert browse(alice).get(f"/games/{table.code}/team/?team=2").status_code == 405


def test_the_link_of_a_team_seats_who_opens_it_in_that_team(table, browse, alice, bob, charlie):
    mine = browse(alice).get("/lobby/").content.decode()
    links = [f"/join/{table.invitation}/team/{number}/" for number in (1, 2)]
    assert all(link in mine for link in links)
    assert "Link for your teammate:" in mine
    client = browse(bob)
    assert re.search('value="1"[^>]* checked', client.get(links[0]).content.decode())
    client.post(links[0], {})
    assert team_of(table, bob) == 0
    browse(charlie).post(links[1], {})
    assert team_of(table, charlie) == 1


def test_a_team_is_invited_as_a_team(alice, browse, charlie, dana):
    """Both open the link of the second team of a private table, and play together."""
    game = create_game(
        organiser=alice,
        options=GameOptions(board="team-asia", seats=6, teams_chosen=True, public=False),
        now=NOW,
    )
    link = f"/join/{game.invitation}/team/2/"
    for person in (charlie, dana):
        assert browse(person).post(link, {}).url == "/lobby/"
        assert team_of(game, person) == 1


def test_the_links_are_told_only_to_who_sits_there(table, browse, bob):
    assert table.invitation not in browse(bob).get("/lobby/").content.decode()


def test_the_link_of_a_complete_team_says_so(table, browse, bob, charlie):
    link = f"/join/{table.invitation}/team/1/"
    browse(bob).post(link, {})
    client = browse(charlie)
    response = client.post(link, {})
    assert response.status_code == 409
    assert "This team is full. Choose another." in response.content.decode()
    client.post(link, {"team": "2"})
    assert team_of(table, charlie) == 1


def test_home_says_who_plays_with_whom(table, browse, alice, bob, charlie, dana):
    for person, team in ((bob, 2), (charlie, 1), (dana, 2)):
        browse(person).post(f"/games/{table.code}/join/", {"team": str(team)})
    assert "with Charlie, against Bob and Dana" in browse(alice).get("/").content.decode()
    assert "with Dana, against Alice and Charlie" in browse(bob).get("/").content.decode()
