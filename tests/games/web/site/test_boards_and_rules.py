"""The pages of boards and rules."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

import engine
from games.drawing import palette
from games.web.site.boards import boards_in_order, rules_row
from games.web.site.views import BOARD_ROWS, rules_text
from tests.paths import ROOT

STYLE = (Path(settings.BASE_DIR) / "static" / "game.css").read_text()


@pytest.mark.parametrize("key", engine.board_names())
def test_a_board_shows_all_its_routes_and_tickets(browse, db, key):
    board = engine.load_board(key)
    page = browse().get(f"/boards/{key}/").content.decode()
    assert page.count('<th scope="row">') == len(board.tracks)
    assert page.count('class="ticket"') == len(board.tickets)
    assert page.count('class="board" viewBox') == 1


@pytest.mark.parametrize("key", engine.board_names())
def test_the_key_explains_signs_that_the_board_shows(browse, db, key):
    page = browse().get(f"/boards/{key}/").content.decode()
    key_part = page[page.index("board-key") :]
    signs = set(re.findall(r'<use href="#([\w-]+)"', key_part))
    assert signs <= set(re.findall(r' id="([\w-]+)"', page))
    assert ("nm-express" in signs) == bool(engine.load_board(key).bullet_trains)
    assert ("nm-t-yellow" in signs) == any(
        track.turns_up for track in engine.load_board(key).tracks.values()
    )


@pytest.mark.parametrize("key", engine.board_names())
def test_a_board_has_a_small_picture_of_its_own(browse, db, key):
    response = browse().get(f"/boards/{key}/picture.png")
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert len(response.content) < 40_000
    assert "max-age=86400" in response["Cache-Control"]


def test_a_board_that_is_not_there_is_not_found(browse, db):
    assert browse().get("/boards/atlantis/").status_code == 404
    assert browse().get("/boards/atlantis/picture.png").status_code == 404


def test_the_rules_lead_to_the_boards(browse, db):
    page = browse().get("/rules/").content.decode()
    assert 'href="/boards/japan/"' in page


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_rules_have_a_row_for_each_board_and_the_files_name_them_alike(browse, db, language):
    text, _ = rules_text(language, tuple(boards_in_order()))
    file = (
        ROOT / "docs" / ("rules.md" if language == "en" else f"rules.{language}.md")
    ).read_text()
    written = BOARD_ROWS.search(file)
    assert written is not None
    with override(language):
        rows = {board.name: rules_row(board) for board in boards_in_order()}
    for name, row in rows.items():
        cells = "".join(f"<td>{cell}</td>\n" for cell in row.strip("|\n ").split(" | "))
        assert f"<tr>\n{cells}</tr>" in text
        assert row in written[0] or f"| {name} |" not in written[0]


def test_the_landing_page_names_the_boards(browse, db):
    page = browse().get("/").content.decode()
    assert "Nine boards" in page
    assert (
        "Europe, Legendary Asia, USA and Japan for two to five players, India for two to four "
        "players, Nordic Countries, Switzerland and Lantern Island for two and three players, and "
        "Team Asia for teams of two. You play"
    ) in page


@pytest.mark.parametrize("name", [field.name for field in fields(palette.MapColours)])
def test_the_stylesheet_has_the_colours_of_the_map(name):
    day, night = (getattr(palette.MAPS[theme], name) for theme in ("light", "dark"))
    assert f"--map-{name}: light-dark({day}, {night});" in STYLE


@pytest.mark.parametrize("tint", [*palette.SEATS, *palette.TEAM_SEATS], ids=lambda tint: tint.name)
def test_the_stylesheet_has_the_colours_of_the_seats(tint):
    name = tint.name.replace(" ", "-")
    assert f".sign-{name} {{ background: {tint.fill}; color: {tint.ink}; }}" in STYLE


@pytest.mark.parametrize("colour", list(palette.ROUTES))
def test_the_stylesheet_has_the_colours_of_the_routes(colour):
    tint = palette.ROUTES[colour]
    assert f".chip-{colour} {{ background: {tint.fill}; color: {tint.ink}; }}" in STYLE
