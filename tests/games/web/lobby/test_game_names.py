"""Names of games: chosen for a new table, changed until it begins, shown on pages and in mails."""

from __future__ import annotations

import pytest

from games.lobby import GameOptions, create_game, join_game
from games.tables.models import Game
from tests.fixtures.games import NOW, keep_all

TABLE = {
    "board": "usa", "seats": "2", "bots": "0", "bot": "planner", "days_per_turn": "2",
    "public": "yes", "name": "  Friday\u00a0night  ",
}  # fmt: skip


@pytest.fixture
def table(alice) -> Game:
    options = GameOptions(board="usa", seats=2, name="Friday night", order_fixed=True)
    return create_game(organiser=alice, options=options, now=NOW)


def test_a_table_opens_with_a_tidy_name(browse, alice):
    browse(alice).post("/lobby/new/", TABLE)
    assert Game.objects.get().name == "Friday night"


def test_the_lobby_and_the_page_of_the_game_show_it(table, browse, alice, bob):
    assert "Friday night" in browse(bob).get("/lobby/").content.decode()
    join_game(game=table, person=bob, now=NOW)
    page = browse(bob).get(f"/games/{table.code}/").content.decode()
    assert "USA Friday night</title>" in page.replace(" &#183; Night Mail", "")
    assert "Friday night" in browse(alice).get("/").content.decode()


@pytest.mark.parametrize(
    "name",
    [
        "x" * 41, "see www.trains.example", "https://trains.example", "mail me@example.org",
        "night\u200bmail", "\u202etrain", "bell \u0007", "\ue000",
    ],
)  # fmt: skip
def test_a_name_that_is_too_long_leads_elsewhere_or_cannot_be_seen_is_refused(
    browse, alice, table, name
):
    opened = browse(alice).post("/lobby/new/", {**TABLE, "name": name})
    assert opened.status_code == 422
    browse(alice).post(f"/games/{table.code}/name/", {"name": name})
    table.refresh_from_db()
    assert (table.name, Game.objects.count()) == ("Friday night", 1)


def test_a_line_break_in_a_name_adds_no_header(table, browse, alice, bob, inbox):
    browse(alice).post(f"/games/{table.code}/name/", {"name": "night\r\nBcc: eve"})
    join_game(game=table, person=bob, now=NOW)
    (mail,) = inbox(bob)
    assert mail["Subject"] == "[Night Mail] USA · night Bcc: eve"
    assert mail["Bcc"] is None


def test_markup_in_a_name_is_text(table, browse, alice):
    browse(alice).post(f"/games/{table.code}/name/", {"name": "<b>bold</b>"})
    page = browse(alice).get("/").content.decode()
    assert "&lt;b&gt;bold" in page
    assert "<b>bold" not in page


def test_the_organiser_renames_it_until_it_begins(table, browse, alice, bob):
    address = f"/games/{table.code}/name/"
    browse(alice).post(address, {"name": "Saturday"})
    join_game(game=table, person=bob, now=NOW)
    page = browse(alice).post(address, {"name": "Sunday"}, follow=True)
    table.refresh_from_db()
    assert table.name == "Saturday"
    assert "The name is saved." not in page.content.decode()


def test_nobody_else_renames_it(table, browse, bob):
    browse(bob).post(f"/games/{table.code}/name/", {"name": "Mine"})
    table.refresh_from_db()
    assert table.name == "Friday night"
    assert browse(bob).get(f"/games/{table.code}/name/").status_code == 405


def test_all_mails_of_a_game_have_its_name_as_their_subject(table, bob, inbox):
    join_game(game=table, person=bob, now=NOW)
    (begun,) = [mail for mail in inbox() if "alice" in mail["To"]]
    table.refresh_from_db()
    keep_all(table, 0, 1)
    (turn,) = inbox()
    assert begun["Subject"] == turn["Subject"] == "[Night Mail] USA · Friday night"
