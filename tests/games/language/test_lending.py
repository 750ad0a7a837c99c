"""What stations lend, in words (M-4)."""

from __future__ import annotations

import engine
from engine.events import Score, StationResult
from games.language.mechanics import lending_sentences
from tests.engine.mechanics import first_turn_on, own

TRACK = "budapest-wien-red"


def test_a_station_lends_a_route_of_the_player_who_laid_it() -> None:
    """M-4, B-15: or nothing, which is told as well."""
    game = first_turn_on(engine.load_board("europe"))
    own(game, 1, TRACK)
    view = engine.view(game, 0)
    stations = (StationResult("wien", TRACK), StationResult("roma", None))
    score = Score((0,), 1, 0, 0, (), 0, stations=stations)
    assert lending_sentences(view, score, ["Ann", "Ben"]) == (
        "Wien lends Budapest – Wien, a route of Ben.",
        "Roma lends nothing.",
    )
