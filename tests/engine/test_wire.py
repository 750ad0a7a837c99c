"""Stored forms: stable names, versions, and what cannot be read."""

from __future__ import annotations

import contextlib
import json
import pickle
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import actions, wire
from engine.errors import InvalidAction, RecordError
from engine.events import Score, StationResult, TableEvent, TicketResult

ACTIONS = [
    actions.Draw("blind"),
    actions.Claim("a-b-red", "red", 2, 1, 1),
    actions.BuildStation("elm", "red", 1),
    actions.DrawTickets(),
    actions.Keep(("a-b", "c-d")),
    actions.Keep(("a-b",), rack="a-b"),
    actions.Pass(),
    actions.Skip(),
    actions.Place("rack"),
    actions.Share(("a-b",)),
    actions.Pay(1, 0, 1),
    actions.Withdraw(),
    actions.RackTicket("a-b"),
]


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_survives_its_json(action: actions.Action) -> None:
    data = json.loads(json.dumps(wire.encode_action(action)))
    assert wire.decode_action(data) == action


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_survives_the_way_to_another_process(action: actions.Action) -> None:
    assert pickle.loads(pickle.dumps(action)) == action  # noqa: S301


def test_every_action_has_a_name() -> None:
    assert {type(action) for action in ACTIONS} == set(wire.ACTION_TYPES.values())


def test_the_names_of_events_are_for_ever() -> None:
    """A stored game outlives the program: a name may be added here, never changed or taken away."""
    assert [name.removeprefix("game.") for name in wire.EVENT_TYPES] == [
        "started", "deck_shuffled", "tickets_shuffled", "long_tickets_shuffled", "cards_dealt",
        "row_filled", "row_flushed",
        "tickets_dealt", "tickets_chosen", "choices_revealed", "tickets_returned", "turn_started",
        "decision_opened", "card_drawn", "card_taken", "tickets_drawn", "tickets_kept",
        "route_claimed", "bullet_train_placed", "station_built", "card_placed", "ticket_racked",
        "team_tickets_placed", "tickets_shared", "tunnel_opened", "tunnel_turned_up",
        "tunnel_built", "tunnel_withdrawn", "turn_passed", "turn_skipped",
        "final_round_started", "ended", "taken_back", "piles_reshuffled",
    ]  # fmt: skip


def test_scores_survive_their_json() -> None:
    from engine.events import GameEnded

    score = Score((1,), 1, 9, 5, (TicketResult("a-b", True, 4),), 1)
    event = GameEnded("passes", (score,))
    type_, version, data = wire.encode(event)
    assert wire.decode(type_, version, json.loads(json.dumps(data))) == event
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301
    of_mechanics = {"grand_tours", "mountains", "connected"}
    of_mechanics |= {"grand_tour_bonus", "mountain_bonus", "connected_bonus"}
    of_mechanics |= {"stations", "station_bonus"}
    assert set(data["scores"][0]) == {field.name for field in fields(Score)} - of_mechanics
    assert set(data["scores"][0]["tickets"][0]) == {"ticket", "completed", "points"}


def test_what_a_mechanic_scores_stands_where_a_board_has_it_and_survives() -> None:
    """M-4, M-5, M-8 to M-10"""
    from engine.events import GameEnded

    result = TicketResult("bern", True, 8, end="italia")
    score = Score((1,), 1, 9, 5, (result,), 1, grand_tours=0, grand_tour_bonus=0)
    score = replace(score, mountains=0, mountain_bonus=0, connected=3, connected_bonus=10)
    stations = (StationResult("elm", "elm-fir"), StationResult("oak", None))
    score = replace(score, stations=stations, station_bonus=4)
    event = GameEnded("passes", (score,))
    type_, version, data = wire.encode(event)
    assert wire.decode(type_, version, json.loads(json.dumps(data))) == event
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301
    assert data["scores"][0]["grand_tours"] == 0
    assert data["scores"][0]["stations"][1] == {"city": "oak", "track": None}
    assert data["scores"][0]["tickets"][0]["end"] == "italia"
    assert (data["scores"][0]["mountains"], data["scores"][0]["connected"]) == (0, 3)


def test_an_event_of_the_table_is_kept_as_it_is() -> None:
    event = wire.decode("table.paused", 1, {"reason": 3})
    assert event == TableEvent("table.paused", {"reason": 3})
    assert wire.encode(event) == ("table.paused", 1, {"reason": 3})


@pytest.mark.parametrize(
    ("type_", "version", "data", "says"),
    [
        ("game.teleported", 1, {}, "unknown"),
        ("game.card_drawn", 2, {"seat": 0, "card": "red"}, "newer than this program"),
        ("game.card_drawn", 0, {"seat": 0, "card": "red"}, "never written"),
        ("game.card_drawn", 1, {"seat": 0}, "do not fit"),
        ("game.card_drawn", 1, {"seat": 0, "card": "red", "spare": 1}, "do not fit"),
    ],
)
def test_an_event_that_cannot_be_read_says_why(
    type_: str, version: int, data: dict[str, object], says: str
) -> None:
    with pytest.raises(RecordError, match=says):
        wire.decode(type_, version, data)


def test_old_versions_are_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(wire.VERSIONS, "game.card_drawn", 3)  # type: ignore[call-overload]
    lift = {
        ("game.card_drawn", 1): lambda data: {"seat": data["who"], "card": data["card"]},
        ("game.card_drawn", 2): lambda data: {**data, "card": data["card"].lower()},
    }
    monkeypatch.setattr(wire, "UPCASTERS", lift)
    event = wire.decode("game.card_drawn", 1, {"who": 1, "card": "RED"})
    assert wire.encode(event) == ("game.card_drawn", 3, {"seat": 1, "card": "red"})


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "draw blind",
        {},
        {"type": "fly"},
        {"type": "draw"},
        {"type": "draw", "source": 3},
        {"type": "draw", "source": "red", "slot": 1},
        {"type": "claim", "track": "a", "colour": "red", "locomotives": -1},
        {"type": "claim", "track": "a", "colour": "red", "locomotives": True},
        {"type": "keep", "tickets": "a-b"},
        {"type": "keep", "tickets": [1]},
        {"type": "keep", "tickets": ["a"] * 10},
        {"type": ["draw"]},
        {"type": "draw", "source": "\ud83d"},
        {"type": "keep", "tickets": ["a\0b"]},
        {"type": "\ud83d"},
        {"type": "draw", "\0\ud83d": "red"},
    ],
    ids=ascii,
)
def test_an_action_that_cannot_be_read_is_refused_in_words_that_can(data: object) -> None:
    with pytest.raises(InvalidAction) as refused:
        wire.decode_action(data)
    assert all(str(gap).isprintable() for gap in refused.value.params.values())


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["type", "source", "track", "tickets", "colour"]) | st.text(), inner
            )
        ),
    )
)
def test_nothing_but_an_action_or_a_refusal_comes_of_any_json(data: object) -> None:
    with contextlib.suppress(InvalidAction):
        wire.decode_action(data)
