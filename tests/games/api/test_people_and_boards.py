"""People, rankings, boards, and what the caller may know of oneself."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from io import BytesIO
from urllib.parse import quote

import pytest
from PIL import Image
from pytest_django import Settings

import engine
from games.drawing import game_png
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from games.players.models import Rating
from games.players.selectors import ranking
from games.tables.models import Game, GameStatus
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, keep_all
from tests.games.api.conftest import Api


@pytest.mark.parametrize("board", engine.board_names())
def test_all_facts_of_a_board_are_there(api: Api, board: str) -> None:
    facts = api().get(f"boards/{board}/").data
    real = engine.load_board(board)
    assert {track["id"]: track["length"] for track in facts["tracks"]} == {
        track.id: track.length for track in real.tracks.values()
    }
    assert [ticket["id"] for ticket in facts["tickets"]] == list(real.tickets)
    assert facts["digest"] == real.digest


def test_boards_are_drawn(api: Api) -> None:
    assert api().get("boards/usa/picture.png?width=300").content.startswith(b"\x89PNG")
    assert b"<svg" in api().get("boards/usa/picture.svg?theme=dark").content
    for path in ("boards/x/", "boards/x/picture.svg", "boards/x/picture.png"):
        assert api().get(path).status_code == 404
    assert api().get("boards/usa/picture.svg?theme=pink").status_code == 400


def test_rankings_go_by_cursors(api: Api, people: PeopleFactory) -> None:
    for number in range(5):
        Rating.objects.create(
            person=people(f"P{number}"), board="", mu=25 + number, sigma=2, games=9, at=NOW
        )
    seen, address = [], "ratings/?limit=2"
    while address:
        page = api().get(address.removeprefix("http://testserver")).data
        seen += [row["person"] for row in page["results"]]
        address = page["next"]
    assert seen == [row.person.name for row in ranking()]
    assert api().get("ratings/?board=atlantis").status_code == 404


def test_a_person_in_public(table: Game, api: Api, alice: Person) -> None:
    found = api().get("people/Alice/")
    assert found.data["name"] == "Alice"
    assert alice.email not in found.content.decode()
    games = api().get("people/Alice/games/").data["results"]
    assert [game["code"] for game in games] == [table.code]
    Game.objects.update(public=False)
    assert api().get("people/Alice/games/").data["results"] == []
    assert len(api(alice).get("people/Alice/games/").data["results"]) == 1
    assert api().get("people/Nobody/").status_code == 404


def test_turns_are_those_that_wait(begin, api: Api, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    (turn,) = api(alice).get("me/turns/").data["results"]
    assert (turn["code"], turn["kind"], turn["seat"]) == (game.code, "setup", 0)
    keep_all(game, 0)
    assert api(alice).get("me/turns/").data["results"] == []


def test_nothing_about_oneself_holds_an_address_or_a_secret(
    table: Game, api: Api, alice: Person
) -> None:
    save_webhook(person=alice, style="json", url="https://hooks.example.org/x", now=NOW)
    program = api(alice)
    token = program.headers["Authorization"].removeprefix("Bearer ")
    for path in ("me/", "me/settings/", "me/data/", "me/turns/", f"games/{table.code}/"):
        said = program.get(path).content.decode()
        for secret in (alice.email, "hooks.example.org", token, alice.password, table.invitation):
            assert secret not in said, path
    parts = program.get("me/data/").data["parts"]
    assert parts["seats"][0]["game__code"] == table.code
    assert json.dumps(parts)
    assert program.get("me/").data["token"]["name"] == "t"


def test_games_of_a_person_come_in_play_first_and_then_by_their_end(
    begin, api: Api, alice: Person, bob: Person
) -> None:
    games = [begin(alice, bob) for _ in range(5)]
    for game, day in ((games[0], 3), (games[2], 3), (games[4], 1)):
        over_at = datetime(2026, 11, day, tzinfo=UTC)
        Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=over_at)
        game.seats.update(over_at=over_at)
    for limit in (1, 2, 3, 5):
        seen, address = [], f"people/Alice/games/?limit={limit}"
        while address:
            page = api().get(address.removeprefix("http://testserver")).data
            assert 0 < len(page["results"]) <= limit
            seen += [game["code"] for game in page["results"]]
            address = page["next"]
        assert seen == [games[number].code for number in (3, 1, 2, 0, 4)]
    running = api().get("people/Alice/games/?status=running").data["results"]
    assert [game["code"] for game in running] == [games[3].code, games[1].code]


@pytest.mark.parametrize(
    "text",
    [
        "", "x", " ", " é", "2026-11-01 7", "2026-99-01T00:00:00+00:00 7",
        "0001-01-01T00:00:00+14:00 7", "2026-11-01T00:00:00 7",
    ],
)  # fmt: skip
def test_a_cursor_of_nowhere_is_refused(text: str, api: Api, alice: Person) -> None:
    cursor = urlsafe_b64encode(text.encode()).decode() if text else "é"
    answer = api().get(f"people/Alice/games/?cursor={quote(cursor)}")
    assert answer.status_code == 400
    assert "cursor" in answer.data["errors"][0]["pointer"]


def test_pictures_have_a_few_widths(api: Api) -> None:
    widths = {
        Image.open(BytesIO(api().get(f"boards/usa/picture.png?width={wanted}").content)).width
        for wanted in (200, 299, 300, 301, 555, 600)
    }
    assert widths == {300, 600}


def test_the_empty_board_is_drawn_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "boards/usa/picture.png?width="
    first = api().get(f"{path}590").content
    monkeypatch.setattr(game_png, "board_png", None)
    assert api().get(f"{path}600").content == first


def test_a_network_has_few_pictures_drawn_in_a_minute(api: Api, settings: Settings) -> None:
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "drawing": ((2, 60),)}
    pictures = [f"boards/usa/picture.png?width={width}" for width in (300, 600, 300, 900)]
    answers = [api().get(path) for path in pictures]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert answers[-1].data["type"].endswith("#problem-throttled")


def test_anonymous_users_of_many_networks_leave_the_processor_to_people(
    api: Api, alice: Person, settings: Settings
) -> None:
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "drawing": ((1, 60),)}

    def status(network: int, width: int) -> int:
        path = f"/api/v1/boards/usa/picture.png?width={width}"
        return int(api().client.get(path, REMOTE_ADDR=f"198.51.{network}.7").status_code)

    assert [status(*place) for place in ((1, 300), (2, 600), (3, 900), (4, 600))] == [
        200, 200, 429, 200,
    ]  # fmt: skip
    assert api(alice).get("boards/usa/picture.png?width=900").status_code == 200


def test_one_picture_is_drawn_for_anonymous_users_at_a_time(
    api: Api, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "boards/usa/picture.png?width="
    meanwhile = []

    def draw(svg: str, width: int) -> bytes:
        if width == 300:
            meanwhile.append(api().get(f"{path}600").status_code)
            meanwhile.append(api(alice).get(f"{path}900").status_code)
        return b"a picture"

    monkeypatch.setattr(game_png, "board_png", draw)
    assert api().get(f"{path}300").status_code == 200
    assert meanwhile == [429, 200]
    assert api().get(f"{path}600").status_code == 200
