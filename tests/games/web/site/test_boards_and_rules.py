"""The pages of boards and rules."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.conf import settings

import engine
from games.drawing import palette

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
    assert ("nm-express" in signs) == (key == "japan")
    assert ("nm-t-yellow" in signs) == (key == "team-asia")


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
