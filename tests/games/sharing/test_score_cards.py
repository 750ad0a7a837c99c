"""The text beside the board of a shared picture, and that markup in it is text."""

from __future__ import annotations

import pytest

import engine
from games import log
from games.drawing.game_scene import moment_of, still_png
from games.drawing.palette import SEATS
from games.drawing.score_card import ScoreCard, ScoreLine, score_card_svg
from games.people.models import Person
from games.sharing.score_cards import preview, score_card
from games.tables.models import Game, Seat


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("person").order_by("number"))


def test_names_with_markup_stand_there_as_text() -> None:
    line = ScoreLine((SEATS[0],), "<script>&", 7, ("3 trains left",))
    svg = score_card_svg(ScoreCard("A&B", "<x>", "Turn 1", (line,)), 320, 630)
    assert "<script" not in svg
    assert "&lt;script&gt;&amp;" in svg
    assert "A&amp;B" in svg
    assert "<x>" not in svg


def test_a_name_that_the_typeface_cannot_write_is_replaced_by_its_seat(
    table: Game, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(name="Анна")
    card = score_card(table, seats_of(table), engine.view(log.load(table), None))
    assert {line.name for line in card.lines} == {"Seat 1", "Bob"}


def test_a_running_game_shows_points_on_the_board_and_who_is_to_move(table: Game) -> None:
    card = score_card(table, seats_of(table), engine.view(log.load(table), None))
    assert card.status == "Turn 1"
    assert [(line.name, line.points, line.first) for line in card.lines] == [
        ("Alice", 0, True),
        ("Bob", 0, False),
    ]
    assert card.lines[0].details == ("45 trains left",)


def test_the_picture_refuses_the_view_of_a_seat(table: Game) -> None:
    card = score_card(table, seats_of(table), engine.view(log.load(table), None))
    with pytest.raises(ValueError, match="spectator"):
        moment_of(engine.view(log.load(table), 0), card)


def test_a_team_is_one_line(team_table: Game) -> None:
    view = engine.view(log.load(team_table), None)
    card = score_card(team_table, seats_of(team_table), view)
    assert len(card.lines) == 2
    assert {len(line.tints) for line in card.lines} == {2}
    assert still_png(view, card)


def test_the_preview_says_how_it_ended(played: Game) -> None:
    told = preview(played, seats_of(played))
    assert told.title == f"Japan · {played.code}"
    first, last = sorted(seats_of(played), key=lambda seat: seat.place or 0)
    assert told.description == (
        f"Final scores: {first.person} {first.points}, {last.person} {last.points}"
    )


def test_the_preview_of_a_running_game_names_its_players(table: Game) -> None:
    assert preview(table, seats_of(table)).description == "Players: Alice, Bob"
