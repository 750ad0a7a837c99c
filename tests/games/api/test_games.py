"""Games: lists, the view of one's seat, events, legal actions, pictures, records."""

from __future__ import annotations

import json
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from engine import record, wire
from engine.actions import Draw
from engine.bots import choose_action
from games import log
from games.log import cache
from games.moderation.games.result import void_game
from games.people.models import Person
from games.play import play_bots
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act
from tests.fixtures.readers import events_for
from tests.games.api.conftest import Api


def test_a_player_sees_the_own_hand_and_of_others_how_much(
    red_hand: Game, api: Api, alice: Person
) -> None:
    game = api(alice).get(f"games/{red_hand.code}/").data
    assert game["you"]["seat"] == 0
    assert game["you"]["decision"] == red_hand.seats.get(number=0).decision
    assert game["you"]["kind"] == "turn"
    (mine,) = game["hands"]
    assert mine["cards"] == {"red": 2, "blue": 1, "locomotive": 1}
    assert len(mine["tickets"]) == 3
    assert [seat["cards"] for seat in game["seats"]] == [4, 4]
    assert game["row"] == ["white", "white", "green", "black", "locomotive"]


def test_a_stranger_sees_no_hand(red_hand: Game, api: Api) -> None:
    game = api().get(f"games/{red_hand.code}/").data
    assert game["you"] is None
    assert game["hands"] == []


def test_when_the_game_is_over_all_is_seen(begin: Starter, api: Api, alice: Person) -> None:
    game = begin(alice, bots=["random"], board="japan")
    client, dice = api(alice), random.Random(7)
    for _turn in range(400):
        state = log.load(game)
        if state.outcome is not None:
            break
        act(game, 0, choose_action("random", engine.view(state, 0), dice))
        play_bots(game=game, now=NOW)
    seen = client.get(f"games/{game.code}/").data
    assert seen["status"] == "finished"
    assert len(seen["hands"]) == 2
    places = sorted(score["place"] for score in seen["result"]["scores"])
    # The bot's dice are others each time: once in a while both have the same score.
    assert places in ([1, 2], [1, 1])
    events = client.get(f"games/{game.code}/events/?limit=500").data["results"]
    assert not any(event["data"].get("redacted") for event in events)
    lines = client.get(f"games/{game.code}/record/").content.decode().splitlines()
    assert record.check(record.load(lines)) == []
    assert len(api().get("games/?status=finished").data["results"]) == 1


def test_a_private_game_is_not_there_for_others(
    begin: Starter, api: Api, alice: Person, bob: Person, dana: Person
) -> None:
    game = begin(alice, bob)
    Game.objects.update(public=False)
    for path in ("", "events/", "actions/", "talk/", "record/", "picture.png", "order/", "note/"):
        for reader in (api(dana), api()):
            assert reader.get(f"games/{game.code}/{path}").status_code in (401, 404)
    assert api(dana).get(f"games/{game.code}/").content == api(dana).get("games/none/").content


def test_own_games_and_all_games(table: Game, api: Api, alice: Person, dana: Person) -> None:
    assert [game["code"] for game in api(alice).get("games/").data["results"]] == [table.code]
    assert api(dana).get("games/").data["results"] == []
    assert [one["code"] for one in api(dana).get("games/?of=all").data["results"]] == [table.code]
    assert [one["code"] for one in api().get("games/").data["results"]] == [table.code]
    assert api().get("games/?of=me").status_code == 401


def test_lists_go_by_cursors(begin: Starter, api: Api, alice: Person, bob: Person) -> None:
    codes = [begin(alice, bob).code for _game in range(5)][::-1]
    client, seen = api(alice), []
    address = "games/?limit=2"
    while address:
        page = client.get(address).data
        seen += [game["code"] for game in page["results"]]
        address = page["next"] and page["next"].removeprefix("http://testserver")
    assert seen == codes


@pytest.mark.parametrize("cursor", ["x", "cD14", "bz05OTk5OTk5OTk5OTk5", "cD0AMQ==", "%00"])
def test_a_cursor_that_is_none_is_refused(api: Api, alice: Person, cursor: str) -> None:
    answer = api(alice).client.get(f"/api/v1/games/?cursor={cursor}", headers=api(alice).headers)
    assert answer.status_code in (200, 400)


def test_events_are_those_of_the_page(table: Game, api: Api, alice: Person) -> None:
    found = api(alice).get(f"games/{table.code}/events/").data
    expected = events_for(table, alice)
    assert [(one["seq"], one["type"], one["data"]) for one in found["results"]] == [
        (event.seq, event.type, json.loads(json.dumps(event.data))) for event in expected
    ]
    assert found["last"] == table.version + 0 or found["last"] == expected[-1].seq
    assert not found["more"]
    nothing = api(alice).get(f"games/{table.code}/events/?after={found['last']}").data
    assert nothing == {"results": [], "last": found["last"], "more": False}


@pytest.mark.parametrize("board", ["usa", "team-asia"])
def test_events_by_seq_are_redacted_as_those_of_a_whole_game(
    request: pytest.FixtureRequest, board: str
) -> None:
    game = request.getfixturevalue("red_hand" if board == "usa" else "team_table")
    last = Game.objects.get(pk=game.pk).version
    for seat in [None, *range(game.seat_count)]:
        whole = log.redacted_events(game, log.load(game), seat)
        assert log.redacted_page(game, seat, after=-1, until=last) == whole


def test_events_cost_the_new_ones_and_not_the_game(
    table: Game, api: Api, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_replay(*args: object, **more: object) -> None:
        raise AssertionError("The game was replayed.")

    cache.clear()
    client = api(alice)
    last = client.get(f"games/{table.code}/events/").data["last"]
    act(table, 0, Draw("blind"))
    cache.clear()
    monkeypatch.setattr(engine, "replay", no_replay)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        new = client.get(f"games/{table.code}/events/?after={last}").data["results"]
    assert [event["seq"] for event in new] == list(range(last + 1, last + 1 + len(new)))
    assert len(queries) <= 6


def test_legal_actions_are_counted_and_come_in_pages(
    red_hand: Game, api: Api, alice: Person
) -> None:
    client = api(alice)
    expected = [
        wire.encode_action(action) for action in engine.view(log.load(red_hand), 0).legal_actions()
    ]
    first = client.get(f"games/{red_hand.code}/actions/?limit=7").data
    assert first["count"] == len(expected)
    seen = first["results"]
    while first["next"]:
        first = client.get(
            f"games/{red_hand.code}/actions/?limit=7&offset={first['next']}"
            f"&decision={first['decision']}"
        ).data
        seen += first["results"]
    assert seen == json.loads(json.dumps(expected))
    claims = client.get(f"games/{red_hand.code}/actions/?type=claim").data
    assert {action["type"] for action in claims["results"]} == {"claim"}
    stale = client.get(f"games/{red_hand.code}/actions/?decision=1&offset=7")
    assert stale.status_code == 409


def test_while_one_waits_there_are_no_actions(red_hand: Game, api: Api, bob: Person) -> None:
    found = api(bob).get(f"games/{red_hand.code}/actions/").data
    assert (found["decision"], found["count"], found["results"]) == (None, 0, [])


def test_a_game_that_has_not_changed_is_not_sent_again(
    red_hand: Game, api: Api, alice: Person
) -> None:
    client = api(alice)
    for path in ("", "events/?after=3"):
        tag = client.get(f"games/{red_hand.code}/{path}")["ETag"]
        again = client.get(f"games/{red_hand.code}/{path}", **{"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
    tag = client.get(f"games/{red_hand.code}/")["ETag"]
    act(red_hand, 0, Draw("blind"))
    assert client.get(f"games/{red_hand.code}/", **{"If-None-Match": tag}).status_code == 200


def test_there_is_no_record_while_a_game_goes_on(table: Game, api: Api, alice: Person) -> None:
    answer = api(alice).get(f"games/{table.code}/record/")
    assert answer.status_code == 422
    void_game(game=table, actor="director", reason="0" * 64, now=NOW)
    assert api().get(f"games/{table.code}/record/").status_code == 200


def test_the_picture_is_a_png(table: Game, api: Api) -> None:
    answer = api().get(f"games/{table.code}/picture.png?width=300")
    assert answer.content.startswith(b"\x89PNG")
