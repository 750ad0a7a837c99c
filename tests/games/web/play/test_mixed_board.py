"""A whole game with teams, racks and tunnels: every decision can be shown and made."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from django.http import QueryDict

import engine
from engine.board.loading import BOARD_FOLDER, build_board
from games.web.parts.route_table import route_tables
from games.web.play.move_form import parse_form, parse_request
from games.web.play.presenters.decision import open_decision
from games.web.play.presenters.holdings import hand_panel, tickets_panel
from games.web.play.presenters.move_preview import move_preview
from games.web.play.presenters.payments import claims_by_track
from games.web.play.presenters.players import player_lines
from games.web.play.presenters.results import final_panel

NAMES = dict(enumerate(["Alice", "Bob", "Charlie", "Dana"]))


@pytest.fixture(scope="module")
def board() -> engine.Board:
    raw = json.loads((BOARD_FOLDER / "usa.json").read_text())
    raw["rules"] |= {
        "seats": [4],
        "teams": {"size": 2, "share_at_most": 2},
        "setup_deal": {"offer": 5, "keep": 3},
        "draw_deal": {"offer": 4, "keep": 1},
        "final_round": {"of": "team", "trains": 4},
    }
    for track in raw["tracks"][::3]:
        track |= {"kind": "tunnel", "turns_up": 3}
    return build_board("mixed", raw)


def test_every_decision_of_a_game_of_teams_can_be_shown_and_made(board):
    chance, dice = engine.Chance.from_seed(3), random.Random(3)
    game = engine.replay(board, engine.setup_events(board, seats=4, chance=chance))
    met: Counter[str] = Counter()
    while game.pending:
        seat = dice.choice(sorted(game.pending))
        view = engine.view(game, seat)
        payable = claims_by_track(view)
        chosen = open_decision(view, payable)
        met[chosen.kind] += 1
        hand = hand_panel(view)
        assert hand is not None
        assert hand.rack is not None
        assert len(player_lines(view, NAMES, {}, {})) == 4
        tickets_panel(view)
        legal = view.legal_actions()
        for _label, query in chosen.answers:
            assert parse_request(QueryDict(query), view)[0] in legal
        claims = [action for action in legal if isinstance(action, engine.actions.Claim)]
        action = dice.choice(claims if claims and dice.random() < 0.5 else legal.listed())
        move = move_preview(view, [action], chosen.number)
        form = QueryDict(mutable=True)
        form.setlist("action", move["actions"])
        assert parse_form(form, view) == (action,)
        for payment in [*move["payments"], *move["splits"]]:
            assert parse_request(QueryDict(payment.query), view)[0] in legal
        game.play(seat, action, chance)
    view = engine.view(game, None)
    assert route_tables(view, NAMES, claimable=(), move_url="")
    final = final_panel(view, NAMES)
    assert final is not None
    assert final["scores"][0][0].names.count(" and ") == 1
    assert met.keys() >= {"setup", "rack", "turn", "second", "place", "keep", "tunnel"}
