"""What only a seat may see is a type that functions for others cannot receive."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

from tests.paths import ROOT

CALLS = """
from games.facts.views import PublicView, SeatView
from games.notifications.mail.content import teams
from games.sharing.score_cards import score_card
from games.tables.models import Game, Seat
from games.web.play.presenters.embed import embedded_sides
from games.web.parts.game_context import GameContext


def show(game: Game, seats: list[Seat], context: GameContext, view: {view}) -> None:
    score_card(game, seats, view)
    teams(view, [], 0)
    embedded_sides(context, view)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("view", "refused"), [("PublicView", 0), ("SeatView", 3)])
def test_mypy_refuses_a_view_of_a_seat_where_others_read(
    tmp_path: Path, view: str, refused: int
) -> None:
    script = tmp_path / "calls.py"
    script.write_text(CALLS.format(view=view))
    said, _errors, status = api.run(["--config-file", f"{ROOT}/pyproject.toml", str(script)])
    assert status == bool(refused), said
    assert said.count('expected "PublicView"') == refused, said
