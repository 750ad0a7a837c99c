"""The engine's public names are a promise: the list here, the code and docs/engine.md agree.

Take no name off this list without an alias for one release (docs/engine.md).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine
import engine.bots.review

DOCS = Path(__file__).parents[2] / "docs"
PUBLIC = {
    "engine": """
        Action Board BoardError Chance ENGINE Event Game IllegalAction InvalidAction LegalActions
        Lexicon RULES RULES_VERSION RecordError VERSION View automatic_action board_names describe
        describe_event effective_seqs explain load_board new_game parse parse_command public_data
        redact replay replay_steps reshuffle return_points setup_events take_back view
        waiting_points write_action
    """,
    "Game": """
        apply board claims copy deck deck_size decide decision_seqs discards hands last_seat
        legal_actions offered order outcome owner pending play points row rules seats seq setup_done
        team_of teams ticket_deck ticket_deck_size tickets trains tunnel turn turn_seat
    """,
    "View": """
        board bullet_routes bullets card_to_place claims completed deck_size decision_seqs discards
        hand_sizes hands last_seat legal_actions mountain_trains network offered offered_counts
        order outcome owner parts pending points progress rack_sizes racks row rules seat seats seq
        setup_done side sides stations team_of teams ticket_counts ticket_deck_size
        ticket_rack_sizes ticket_racks tickets trains tunnel turn turn_seat
    """,
    "Board": """
        bonuses bullet_trains capacity cities countries digest draw_deal final_round groups
        has_ferries has_sets has_tunnels key name notes parallels place_name route_points
        seat_counts setup_deal station_cities stations teams ticket_decks tickets tie_breaks tracks
        trains
    """,
    "LegalActions": "count",
    "Chance": "commitment from_seed shuffle",
    "engine.bots.review": "hint review",
}


def listed(of: str) -> list[str]:
    return sorted(PUBLIC[of].split())


@pytest.fixture(scope="module")
def objects() -> dict[str, object]:
    chance = engine.Chance.from_seed(7)
    game, _events = engine.new_game(engine.load_board("usa"), seats=2, chance=chance)
    return {
        "engine": engine,
        "Game": game,
        "View": engine.view(game, 0),
        "Board": game.board,
        "LegalActions": game.legal_actions(0),
        "Chance": chance,
        "engine.bots.review": engine.bots.review,
    }


@pytest.mark.parametrize("of", PUBLIC)
def test_each_public_name_is_there(of: str, objects: dict[str, object]) -> None:
    missing = [name for name in listed(of) if not hasattr(objects[of], name)]
    assert missing == [], f"Keep an alias of {missing} for one release: see docs/engine.md."


def test_the_package_exports_its_public_names_and_no_other() -> None:
    assert sorted(engine.__all__) == listed("engine")


def test_the_documentation_lists_the_same_names() -> None:
    text = (DOCS / "engine.md").read_text()
    sections = re.findall(r"^## `([\w.]+)`$(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert [name for name, _section in sections] == list(PUBLIC)
    for name, section in sections:
        cells = re.findall(r"^\| (`.*?) \|", section, re.M)
        assert sorted(re.findall(r"`(\w+)`", " ".join(cells))) == listed(name)


def test_examples_in_the_documentation_use_public_names_alone() -> None:
    text = (DOCS / "architecture.md").read_text()
    [section] = re.findall(r"^## The engine from outside$(.*?)(?=^## )", text, re.M | re.S)
    code = "\n".join(re.findall(r"^    (.*?)(?:#.*)?$", section, re.M))
    used = re.findall(r"\b(engine|game)\.(\w+)", code)
    assert used
    for of, name in used:
        assert name in PUBLIC[of.replace("game", "Game")].split(), f"{of}.{name}"
