"""Commands and log lines of teams and tunnels, on a board that mixes everything."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from functools import cache

import engine
from engine.board.loading import BOARD_FOLDER, build_board
from engine.text.log_lines import describe_event
from engine.text.parse import parse
from engine.text.steps import write_action

NAMES = ["alice", "bob", "charlie", "dana"]


@cache
def board() -> engine.Board:
    """The USA with teams of two, and every third track a tunnel, even one of two twins."""
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


def play(seed: int) -> dict[str, dict[str, set[str]]]:
    """Play a game, read every command back, and return the lines told: event, reader, lines."""
    chance, dice = engine.Chance.from_seed(seed), random.Random(seed)
    events = engine.setup_events(board(), seats=4, chance=chance)
    game = engine.replay(board(), events)
    told: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    while game.pending:
        for event in events:
            seat = getattr(event, "seat", None)
            for reader in (0, 1, 2, 3, None):
                if seat is not None and reader is not None:
                    mates = game.team_of[reader] == game.team_of[seat]
                    who = "you" if reader == seat else "mate" if mates else "other"
                else:
                    who = "spectator"
                line = describe_event(event, game, names=NAMES, seat=reader)
                told[type(event).__name__][who].add(line or "")
        seat = dice.choice(sorted(game.pending))
        view = engine.view(game, seat)
        legal = list(view.legal_actions())
        for action in dice.sample(legal, min(4, len(legal))):
            assert parse(write_action(action, view), view) == (action,)
        claims = [action for action in legal if isinstance(action, engine.actions.Claim)]
        chosen = dice.choice(claims if claims and dice.random() < 0.5 else legal)
        events = game.play(seat, chosen, chance)
    return told


@cache
def lines() -> dict[str, dict[str, set[str]]]:
    return play(seed=2)


def test_every_command_of_teams_and_tunnels_reads_back() -> None:
    assert lines().keys() >= {"TunnelBuilt", "TunnelWithdrawn", "TicketsShared", "TicketRacked"}


def test_a_card_put_in_the_rack_is_named_to_the_teammate_and_to_nobody_else() -> None:
    placed = lines()["CardPlaced"]
    assert "alice put the card in the rack: red." in placed["mate"]
    assert {line for line in placed["other"] if "rack" in line} == {
        f"{name} put the card in the rack." for name in NAMES
    }
    assert not any("hand:" in line for who in ("mate", "other") for line in placed[who])


def test_which_ticket_went_to_the_rack_is_told_to_the_teammate_alone() -> None:
    kept = lines()["TicketsKept"]
    assert all("went into the ticket rack" in line for line in kept["you"] | kept["mate"])
    assert not any("–" in line for line in kept["other"])


def test_how_many_cards_came_from_the_rack_is_told_to_all() -> None:
    claimed = lines()["RouteClaimed"]
    assert any("of the cards came from the rack" in line for line in claimed["other"])


def test_a_tunnel_tells_what_it_asks() -> None:
    turned_up = lines()["TunnelTurnedUp"]["other"]
    assert any(line.endswith("None of them costs you another card.") for line in turned_up)
    assert any(line.endswith("1 of them costs another card.") for line in turned_up)
