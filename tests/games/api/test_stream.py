"""Streams: what polling shows, as it happens, and only while its reader may see it."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
import time_machine
from pytest_django import Settings

from engine.actions import Draw
from games import log
from games.accounts.models import ApiToken
from games.accounts.tokens import delete_token
from games.api.stream import app, hub
from games.api.stream.poll import Poll
from games.moderation.games.result import void_game
from games.people.models import Person
from games.play.hold import hold_move
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.api.conftest import Api, description
from tests.games.api.streaming import Station, scope_of


def polled(program, game: Game, after: int) -> list[dict]:
    return program.get(f"games/{game.code}/events/?after={after}&limit=500").data["results"]


def test_a_stream_tells_the_events_that_polling_shows(
    table: Game, api: Api, station: Station, alice: Person, bob: Person
) -> None:
    programs = [api(alice), api(bob), api(bob, **{"Accept-Language": "nl"}), api()]
    before = log.load(table).seq

    readers = [station.open(f"games/{table.code}/stream/", one) for one in programs]
    for reader in readers:
        assert (reader.status, reader.messages) == (200, []), reader.body
        assert reader.headers["content-type"].startswith("text/event-stream")
        assert reader.headers["cache-control"] == "no-store"
        assert reader.body == f"retry: {app.RETRY}\nid: {before}\n\n".encode()
    act(table, 0, Draw("blind"))
    act(table, 0, Draw("blind"))
    station.beat(*readers)
    for program, reader in zip(programs, readers, strict=True):
        expected = polled(program, table, before)
        assert [one["data"] for one in reader.messages] == expected
        assert [int(one["id"]) for one in reader.messages] == [e["seq"] for e in expected]
    mine, theirs, dutch, strangers = (reader.body for reader in readers)
    assert mine != theirs == strangers != dutch


def test_a_stream_goes_on_after_the_last_event_id(
    table: Game, api: Api, station: Station, alice: Person
) -> None:
    program = api(alice)
    path = f"games/{table.code}/stream/"

    begin = station.open(f"{path}?after=-1", program)
    assert [one["data"] for one in begin.messages] == polled(program, table, -1)
    for header in ("3", str(log.load(table).seq)):
        again = station.open(path, program, **{"Last-Event-ID": header})
        assert [one["data"] for one in again.messages] == polled(program, table, int(header))
    later = station.open(f"{path}?after=1", program, **{"Last-Event-ID": "4"})
    assert later.messages[0]["id"] == "5"


def test_what_cannot_be_opened_is_refused_as_at_every_address(
    table: Game, api: Api, station: Station, alice: Person, dana: Person
) -> None:
    path = f"games/{table.code}/stream/"
    program, blind = api(alice), api(alice, ["notes"])

    for wanted, kind, reader in (
        (400, "invalid-request", station.open(f"{path}?surprise=1", program)),
        (400, "invalid-request", station.open(path, program, **{"Last-Event-ID": "x"})),
        (400, "invalid-request", station.open("me/stream/", program,
                                                    **{"Last-Event-ID": "x"})),
        (400, "invalid-request", station.open("games/a\0b/stream/", program)),
        (401, "invalid-token", station.open(path, Authorization="Bearer nm_x")),
        (401, "not-authenticated", station.open("me/stream/")),
        (403, "missing-scope", station.open(path, blind)),
        (403, "missing-scope", station.open("me/stream/", blind)),
        (404, "not-found", station.open("games/nosuchga/stream/", program)),
        (404, "not-found", station.open("boards/", program)),
    ):  # fmt: skip
        assert (reader.status, reader.ended) == (wanted, True)
        assert reader.headers["content-type"] == "application/problem+json"
        assert json.loads(reader.body)["type"].endswith(f"#problem-{kind}")
    token = program.headers["Authorization"].removeprefix("Bearer ")
    assert station.open(f"me/stream/?token={token}").status == 401


def test_other_processes_say_that_they_have_no_streams(
    table: Game, api: Api, alice: Person, settings
) -> None:
    answer = api(alice).get(f"games/{table.code}/stream/")
    assert (answer.status_code, "stream" in answer.data) == (404, False)
    assert answer.data["type"].endswith("#problem-no-stream")
    settings.STREAM_URL = "http://127.0.0.1:8001"
    answer = api(alice).get("me/stream/")
    assert answer.data["stream"] == "http://127.0.0.1:8001/api/v1/me/stream/"


def end_token(program, person: Person, table: Game) -> None:
    delete_token(person=person, token=ApiToken.objects.latest("pk").pk)


def change_password(program, person: Person, table: Game) -> None:
    person.set_password("another lamp in the night")
    person.save()


def close_account(program, person: Person, table: Game) -> None:
    Person.objects.filter(pk=person.pk).update(is_active=False)


def make_private(program, person: Person, table: Game) -> None:
    Game.objects.filter(pk=table.pk).update(public=False)


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (end_token, "token"),
        (change_password, "token"),
        (close_account, "token"),
        (make_private, "access"),
    ],
)
def test_rights_that_end_end_the_stream_before_the_next_event(
    table: Game, api: Api, station: Station, dana: Person, ending, reason: str
) -> None:
    program = api(dana)

    reader = station.open(f"games/{table.code}/stream/", program)
    act(table, 0, Draw("blind"))
    station.beat(reader)
    heard = len(reader.messages)
    assert heard > 0
    ending(program, dana, table)
    act(table, 0, Draw("blind"))
    station.beat(reader)
    assert (reader.end, reader.ended, len(reader.messages)) == (reason, True, heard + 1)
    assert not station.streams.hub.streams


def test_a_token_that_expires_ends_its_streams(
    table: Game, api: Api, station: Station, alice: Person
) -> None:
    program = api(alice)

    game = station.open(f"games/{table.code}/stream/", program)
    turns = station.open("me/stream/", program)
    with time_machine.travel(NOW + timedelta(days=8), tick=False):
        station.beat(game, turns)
    assert (game.end, turns.end) == ("token", "token")


def test_who_loses_the_seat_loses_the_stream(
    table: Game, api: Api, station: Station, alice: Person, bob: Person, dana: Person
) -> None:
    program, other = api(bob), api(dana)

    old = station.open(f"games/{table.code}/stream/", program)
    new = station.open(f"games/{table.code}/stream/", other)
    Seat.objects.filter(game=table, number=1).update(person=dana)
    act(table, 0, Draw("blind"))
    station.beat(old, new)
    assert (old.end, new.end) == ("seat", "seat")
    assert not any("type" in one["data"] for one in old.messages)


def test_a_stream_of_a_delayed_game_is_as_late_as_its_pages(
    begin: Starter, api: Api, station: Station, alice: Person, bob: Person, dana: Person
) -> None:
    game = begin(alice, bob, spectator_turns=2)
    keep_all(game, 0, 1)
    programs = [api(), api(dana)]

    path = f"games/{game.code}/stream/?after=-1"
    readers = [station.open(path, one) for one in programs]
    player = station.open(path, api(alice))
    for _turn in range(4):
        (seat,) = log.load(game).pending
        act(game, seat, Draw("blind"))
        act(game, seat, Draw("blind"))
        station.beat(player, *readers)
        for program, reader in zip(programs, readers, strict=True):
            assert [one["data"] for one in reader.messages] == polled(program, game, -1)
    assert len(readers[0].messages) < len(player.messages)
    assert int(player.messages[-1]["id"]) == log.load(game).seq


def test_a_stream_of_a_game_that_ends_tells_all_and_ends(
    table: Game, api: Api, station: Station, alice: Person
) -> None:
    program = api(alice)

    game = station.open(f"games/{table.code}/stream/", program)
    turns = station.open("me/stream/", program)
    void_game(game=table, actor="director", reason="0" * 64, now=NOW)
    station.beat(game, turns)
    assert (game.end, game.messages[-2]["data"]["type"]) == ("over", "table.voided")
    last = turns.messages[-1]["data"]
    assert (last["type"], last["code"], last["status"]) == ("over", table.code, "void")
    assert not turns.ended


def test_turns_are_told_when_they_come_and_go(
    begin: Starter, api: Api, station: Station, alice: Person, bob: Person
) -> None:
    first = begin(alice, bob)
    program = api(alice)

    def told(reader) -> list[tuple[str, str, int | None]]:
        data = [one["data"] for one in reader.messages]
        return [(one["type"], one["code"], one.get("decision")) for one in data]

    reader = station.open("me/stream/", program)
    (turn,) = program.get("me/turns/").data["results"]
    assert reader.messages[0]["data"] == {"type": "turn", **turn}
    keep_all(first, 0)
    station.beat(reader)
    assert told(reader)[1:] == [("waiting", first.code, None)]
    second = begin(alice, bob)
    keep_all(first, 1)
    station.beat(reader)
    numbers = {seat.game.code: seat.decision for seat in Seat.objects.filter(person=alice)}
    assert told(reader)[2:] == [
        ("turn", first.code, numbers[first.code]), ("turn", second.code, numbers[second.code]),
    ]  # fmt: skip
    for number, one in enumerate(reader.messages):
        again = station.open("me/stream/", program, **{"Last-Event-ID": one["id"]})
        missed = {code: (type_, decision) for type_, code, decision in told(reader)[number + 1 :]}
        assert {code: (type_, decision) for type_, code, decision in told(again)} == missed
        again.leave()
    act(first, 0, Draw("blind"))
    station.beat(reader)
    hold_move(
        game=second, seat=0, person=alice, decision=numbers[second.code], key="k", now=NOW,
        actions=[next(iter(log.load(second).legal_actions(0)))],
    )  # fmt: skip
    station.beat(reader)
    assert told(reader)[-1] == ("waiting", second.code, None)
    Seat.objects.filter(game=first, person=alice).update(person=None)
    station.beat(reader)
    assert told(reader)[-1] == ("left", first.code, None)


def test_a_turn_is_over_once_a_move_is_held(
    begin: Starter, api: Api, station: Station, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    reader = station.open("me/stream/", api(alice))
    game.seats.filter(person=alice).update(held_until=NOW)
    station.beat(reader)
    told = [(one["data"]["type"], one["data"]["decision"]) for one in reader.messages]
    assert told[1:] == [("waiting", None)]


def test_turns_tell_nothing_of_games_of_others(
    table: Game, api: Api, station: Station, dana: Person
) -> None:
    program = api(dana)

    real = station.open("me/stream/", program, **{"Last-Event-ID": f"{table.code}4"})
    none = station.open("me/stream/", program, **{"Last-Event-ID": "nosuchga4"})
    assert [one["data"] for one in real.messages] == [{"type": "left", "code": table.code}]
    assert [one["data"] for one in none.messages] == [{"type": "left", "code": "nosuchga"}]


def test_there_are_so_many_streams_and_no_more(
    table: Game, api: Api, station: Station, alice: Person, bob: Person, settings
) -> None:
    path = f"games/{table.code}/stream/"
    program, other = api(alice), api(bob)

    readers = [station.open(path, program) for _one in range(hub.MOST_EACH)]
    more = station.open(path, program)
    assert (more.status, more.headers["retry-after"]) == (429, "60")
    assert json.loads(more.body)["type"].endswith("#problem-throttled")
    assert station.open(path, other).status == 200
    readers[0].leave()
    assert station.open(path, program).status == 200
    settings.MAX_STREAMS = len(station.streams.hub.streams)
    full = station.open(path, **{"Accept-Language": "nl"})
    assert (full.status, full.headers["retry-after"]) == (503, "60")
    assert "streams" in json.loads(full.body)["detail"]


def test_streams_are_counted_by_person_whatever_the_token(
    table: Game, api: Api, station: Station, alice: Person
) -> None:
    path = f"games/{table.code}/stream/"
    first, second = api(alice), api(alice)
    for number in range(hub.MOST_EACH):
        assert station.open(path, (first, second)[number % 2]).status == 200
    assert station.open(path, second).status == 429


def test_networks_of_ipv6_are_counted_and_not_addresses(
    table: Game, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = ""
    monkeypatch.setattr("games.api.views_stream.client_address", lambda _request: address)
    path = f"games/{table.code}/stream/"
    for number in range(hub.MOST_EACH):
        address = f"2001:db8:0:7::{number + 1:x}"
        assert station.open(path).status == 200
    address = "2001:db8:0:7:1:2:3:4"
    assert station.open(path).status == 429
    address = "2001:db8:0:8::1"
    assert station.open(path).status == 200


def test_spectators_leave_streams_to_those_who_play(
    table: Game, api: Api, station: Station, alice: Person, dana: Person, settings: Settings
) -> None:
    settings.MAX_STREAMS = 8
    path = f"games/{table.code}/stream/"
    spectators = [station.open(path).status for _one in range(8)]
    assert spectators == [200] * 6 + [503] * 2
    assert station.open(path, api(dana)).status == 503
    player = api(alice)
    assert [station.open(path, player).status for _one in range(3)] == [200, 200, 503]


def test_who_leaves_leaves_nothing_behind(
    table: Game, api: Api, station: Station, alice: Person
) -> None:
    program = api(alice)

    inside = station.streams.hub
    for path in (f"games/{table.code}/stream/", "me/stream/"):
        reader = station.open(path, program)
        assert len(inside.streams) == 1
        reader.leave()
        assert reader.ended
    assert not inside.streams
    assert inside._polling is None


def test_a_reader_who_takes_nothing_is_let_go(
    table: Game, api: Api, station: Station, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.01)
    program = api(alice)
    stuck = asyncio.Event()
    sent: list[object] = []

    async def send(message: object) -> None:
        sent.append(message)
        if len(sent) > 1:
            await stuck.wait()

    scope = scope_of(f"games/{table.code}/stream/", program.headers)
    station.loop.run_until_complete(station.streams(scope, stuck.wait, send))
    assert len(sent) == 2
    assert not station.streams.hub.streams


def test_news_wake_those_whom_they_concern(
    table: Game, begin: Starter, alice: Person, bob: Person, dana: Person
) -> None:
    other = begin(alice, dana)
    poll = Poll()
    assert poll.look().games == {table.code, other.code}
    assert poll.look() == (set(), set())
    act(table, 0, Draw("blind"))
    assert poll.look() == ({table.code}, {alice.pk, bob.pk})
    assert poll.look() == (set(), set())


def test_a_look_misses_nothing_that_is_committed_out_of_order(
    table: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll = Poll()
    poll.look()
    missing = max(poll._seen)
    # Another transaction had the lower number and is committed after the look.
    del poll._seen[missing]
    assert poll.look().games == {table.code}
    monkeypatch.setattr("games.api.stream.poll.LONGEST", -1.0)
    act(table, 0, Draw("blind"))
    assert poll.look().games == {table.code}
    assert poll._seen == {}
    assert poll.look().games == set()


def test_the_description_names_the_streams() -> None:
    for path in ("/api/v1/games/{code}/stream/", "/api/v1/me/stream/"):
        operation = description()["paths"][path]["get"]
        assert "text/event-stream" in operation["responses"]["200"]["content"]
        assert {"400", "404", "429", "503"} <= operation["responses"].keys()
        assert "Last-Event-ID" in {one["name"] for one in operation["parameters"]}
