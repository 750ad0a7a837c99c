"""A record that somebody uploads: checked, shown to them alone as a replay, gone after a day."""

from __future__ import annotations

import gzip
import io
import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from engine import record
from engine.board import load_board
from engine.events import TableEvent
from games.accounts.closing import close_account
from games.accounts.data_export import collect_personal_data
from games.log.models import Event
from games.people.models import Person
from games.scheduler.retention import delete_old_rows
from games.sharing.records import checked, checking
from games.sharing.records.models import CheckedRecord
from games.tables.models import Game
from games.web.play.presenters.replay_steps import Replay, replay_of
from games.web.records import views_check
from games.web.records.context import RecordContext
from tests.fixtures.pages import Browse
from tests.paths import GOLDEN

URL = "/records/check/"
GOOD = (GOLDEN / "japan-2-final-round.jsonl").read_bytes()


def upload(client: Client, data: bytes, name: str = "game.jsonl"):
    return client.post(URL, {"record": SimpleUploadedFile(name, data)})


def accepted(client: Client, data: bytes = GOOD) -> str:
    """Upload a record that adds up; return the address of its replay."""
    answer = upload(client, data)
    assert answer.status_code == 302, re.sub(r"<[^>]+>", "", answer.content.decode())
    return answer["Location"]


def refused(client: Client, data: bytes) -> str:
    """Upload a file that is refused; return the page."""
    answer = upload(client, data)
    assert answer.status_code == 422
    assert not CheckedRecord.objects.exists()
    return answer.content.decode()


@pytest.fixture
def anyone(db: None, browse: Browse) -> Client:
    return browse()


def test_a_stranger_sees_the_record_of_a_stranger_as_a_replay(anyone: Client) -> None:
    url = accepted(anyone)
    page = anyone.get(url).content.decode()
    assert "This is a file that you uploaded" in page
    assert "Before the first turn" in page
    assert 'id="replay-data"' in page
    last = anyone.get(url, {"at": "233"}).content.decode()
    assert "Final scores" in last
    # Nothing leads to pages of a game that is not there, or asks for one.
    assert 'href=""' not in last
    assert "/games/" not in last.partition("<main")[2]
    assert 'event <span data-fact="seq">233</span> of 233' in last
    for other in ("234", "-1", "x", "9" * 20):
        assert anyone.get(url, {"at": other}).status_code == 404
    assert anyone.get(url)["Cache-Control"] == "private, no-store"


def test_a_position_is_played_through_once_and_then_kept(
    anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = accepted(anyone)
    first = anyone.get(url, {"at": "20"}).content.decode()
    monkeypatch.setattr("games.web.records.views_check.replay_of", None)
    kept = anyone.get(url, {"at": "20"})
    main = re.compile('<div id="replay".*</main>', re.DOTALL)
    assert main.findall(kept.content.decode()) == main.findall(first) != []
    assert kept["Cache-Control"] == "private, no-store"


def test_few_positions_of_a_record_are_kept(anyone: Client) -> None:
    url = accepted(anyone)
    for seq in range(3 * views_check.PLACES):
        assert anyone.get(url, {"at": seq}).status_code == 200
    assert sum("checked-record" in key for key in cache._cache) == views_check.PLACES


def test_a_network_plays_so_many_positions_through_in_a_minute(
    anyone: Client, browse: Browse, settings: Settings
) -> None:
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "replay": ((2, 60),)}
    url = accepted(anyone)
    statuses = [anyone.get(url, {"at": seq}).status_code for seq in (1, 2, 1, 3)]
    assert statuses == [200, 200, 200, 429]
    refused = anyone.get(url, {"at": "3"})
    assert 0 < int(refused["Retry-After"]) <= 60
    # The same record from elsewhere, and another one there.
    assert anyone.get(url, {"at": "3"}, REMOTE_ADDR="198.51.100.9").status_code == 429
    elsewhere = browse(REMOTE_ADDR="198.51.100.10")
    assert elsewhere.get(accepted(elsewhere), {"at": "3"}).status_code == 200


def test_one_position_is_played_through_for_anonymous_users_at_a_time(
    anyone: Client, browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, signed_in = accepted(anyone), browse(alice)
    own = accepted(signed_in)
    meanwhile = []

    def play_through(context: RecordContext, seq: int) -> Replay:
        if seq == 1:
            meanwhile.append(anyone.get(url, {"at": "2"}).status_code)
            meanwhile.append(signed_in.get(own, {"at": "2"}).status_code)
        return replay_of(context, seq)

    monkeypatch.setattr("games.web.records.views_check.replay_of", play_through)
    assert anyone.get(url, {"at": "1"}).status_code == 200
    assert meanwhile == [429, 200]
    assert anyone.get(url, {"at": "2"}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("name", ["usa-3-passes", "team-asia-4-passes"])
def test_other_boards_and_files_packed_with_gzip_are_shown_too(anyone: Client, name: str) -> None:
    data = (GOLDEN / f"{name}.jsonl").read_bytes()
    page = anyone.get(accepted(anyone, gzip.compress(data))).content.decode()
    assert load_board(name.rsplit("-", 2)[0]).name in page


def test_it_is_no_game_of_the_site(browse: Browse, alice: Person) -> None:
    browser = browse(alice)
    before = Game.objects.count(), Event.objects.count()
    url = accepted(browser)
    browser.get(url)
    assert (Game.objects.count(), Event.objects.count()) == before
    (row,) = collect_personal_data(alice)["records checked today"]
    assert row["board"] == "japan"


@pytest.mark.slow
def test_nobody_else_finds_it_and_two_with_equal_files_have_one_each(
    browse: Browse, alice: Person, bob: Person
) -> None:
    hers, his, visitors = browse(alice), browse(bob), browse()
    urls = {accepted(browser) for browser in (hers, his, visitors)}
    assert len(urls) == 3
    for browser in (hers, his, visitors):
        assert sorted(browser.get(url).status_code for url in urls) == [200, 404, 404]
        assert browser.get(URL).content.decode().count("234 events") == 1
        found = [browser.post(f"{url}delete/").status_code for url in urls]
        assert sorted(found) in ([302, 404, 404],)
    assert browse().get(URL).content.decode().count("234 events") == 0
    assert not CheckedRecord.objects.exists()


@pytest.mark.slow
def test_it_is_gone_after_a_day_and_with_the_account(browse: Browse, alice: Person) -> None:
    browser = browse(alice)
    url = accepted(browser)
    with time_machine.travel(now() + timedelta(hours=24, minutes=1)):
        browser.force_login(alice)
        assert browser.get(url).status_code == 404
        assert CheckedRecord.objects.exists()
        delete_old_rows(now=now())
    assert not CheckedRecord.objects.exists()
    accepted(browser)
    close_account(person=alice, now=now())
    assert not CheckedRecord.objects.exists()


def changed(change) -> bytes:
    lines = GOOD.decode().splitlines()
    rows = [json.loads(line) for line in lines]
    change(rows)
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def wrong_actor(rows: list[dict]) -> None:
    rows[20]["actor"] = "7"


def wrong_secret(rows: list[dict]) -> None:
    rows[-1]["secret"] = "00" * 32


def unknown_board(rows: list[dict]) -> None:
    rows[0]["board"] = "../../etc/passwd"


def many_seats(rows: list[dict]) -> None:
    rows[0]["seats"] = 2**53 - 1


def wrong_contributions(rows: list[dict]) -> None:
    rows[0]["contributions"] = ["x"] * 5000


def far_take_back(rows: list[dict]) -> None:
    data = {"to": 2**53 - 1, "learnt": [], "shuffles": 0}
    rows[30] = {**rows[30], "type": "game.taken_back", "data": data}


def seat_that_is_not(rows: list[dict]) -> None:
    next(row for row in rows if row.get("action"))["action"]["seat"] = 10**9


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [wrong_actor, wrong_secret, unknown_board, many_seats, wrong_contributions, far_take_back,
     seat_that_is_not],
)  # fmt: skip
def test_a_changed_record_is_refused_with_what_is_wrong(anyone: Client, change) -> None:
    page = refused(anyone, changed(change))
    assert "This record does not add up." in page
    assert re.search(r"<li>[A-Z].+\.</li>", page)


def test_a_fault_is_told_with_its_line_where_lines_are_empty_too(anyone: Client) -> None:
    data = changed(wrong_actor).replace(b"\n", b"\n\n", 3)
    assert "Line 25: Event 20 does not follow the event before it" in refused(anyone, data)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "must not be empty"),
        (b"hello\n", "Line 1 is not JSON"),
        (b"\x00" * 1000, "Line 1 is not JSON"),
        (GOOD[:-200] + b"\x00\n", "is not JSON"),
        (b"\xff\xfe" + GOOD, "not UTF-8"),
        (b"[" * 900_000 + b"\n", "Line 1 is not JSON"),
        (b'{"record":' * 50_000 + b"\n", "Line 1 is not JSON"),
        (b'{"record":"header","n":' + b"9" * 900_000 + b"}\n", "a number is too large"),
        (b'{"record":"header","n":1e999}\n', "is not an integer"),
        (b"x" * 999_999, "Line 1 is not JSON"),
        (b"\n" * 900_000, "no game has so many events"),
        (b"{}\n" * 300_000, "is not a line of a record"),
        (GOOD + b" " * 1_000_000, "too large"),
        (gzip.compress(b" " * 900_000_00), "too large"),
        (gzip.compress(GOOD)[:-9], "cannot be unpacked"),
        (gzip.compress(GOOD) + b"more", "cannot be unpacked"),
        (b"\x1f\x8b" + b"\x00" * 100, "cannot be unpacked"),
        (GOOD.replace(b"japan", b"jap\xe2\x80\xaean"), "board"),
        (GOOD.replace(b'"options":{}', b'"options":{"a":"\\ud800"}'), "half of a character"),
    ],
    ids=[
        "empty", "no json", "nul", "nul at the end", "no utf-8", "deep lists", "deep objects",
        "long number", "infinite", "long line", "many empty lines", "many lines", "too large",
        "bomb", "cut off", "appended", "bad header", "turned round", "half a character",
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_with_a_sentence(anyone: Client, data: bytes, told: str) -> None:
    assert told in refused(anyone, data)


def test_a_record_with_markup_in_it_shows_none_of_it(anyone: Client) -> None:
    page = refused(anyone, GOOD.replace(b'"order_fixed"', b'"<script>alert(1)</script>"', 1))
    assert "<script>alert" not in page


def test_a_check_that_takes_too_long_or_too_much_is_ended(
    anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MEGABYTES", 20)
    assert "takes too long to check" in refused(anyone, b"[" + b'"x",' * 240_000)
    monkeypatch.setattr(checking, "MEGABYTES", 300)
    monkeypatch.setattr(checking, "PATIENCE", 0.01)
    assert "takes too long to check" in refused(anyone, GOOD)


def test_a_record_that_adds_up_and_is_too_long_is_not_shown(
    anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MOST_EVENTS", 100)
    assert "too long to be shown here" in refused(anyone, GOOD)


def recorded(more: list, at: str = "2026-01-01T00:00:00Z") -> bytes:
    """The record of a game by bots, with more events at its end."""
    found = record.load_stream(io.BytesIO(GOOD))
    moves = zip(found.events(), found.entries, strict=True)
    rows = [(event, entry.actor, entry.action) for event, entry in moves]
    made = record.record_game([*rows, *more], found.header, bytes.fromhex(found.secret), at)
    return "".join(f"{line}\n" for line in record.dump(made)).encode()


@pytest.mark.slow
@pytest.mark.parametrize("year", ["0001", "9999"])
def test_times_that_no_calendar_shows_are_refused(anyone: Client, year: str) -> None:
    data = recorded([], at=f"{year}-01-01T00:00:00Z")
    assert "times are not of this century" in refused(anyone, data)


def test_events_of_the_table_with_odd_data_do_no_harm(anyone: Client) -> None:
    types = ("table.deadline_missed", "table.paused", "table.seat_replaced")
    odd = {"seat": 99, "until": "<b>", "by": [[]]}
    data = recorded([(TableEvent(type_, odd), "clock", None) for type_ in types])
    page = anyone.get(accepted(anyone, data)).content.decode()
    assert "&lt;b&gt;" not in page


@pytest.mark.slow
def test_one_person_keeps_three_and_the_site_only_so_many(
    anyone: Client, browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = accepted(anyone)
    for _again in range(3):
        accepted(anyone)
    assert CheckedRecord.objects.count() == 3
    assert anyone.get(first).status_code == 404
    monkeypatch.setattr(checked, "MOST_OF_A_NETWORK", 3)
    assert "Many people look at records" in upload(browse(alice), GOOD).content.decode()
    monkeypatch.setattr(checked, "MOST_OF_A_NETWORK", 30)
    monkeypatch.setattr(checked, "MOST_IN_ALL", 3)
    assert "Many people look at records" in upload(browse(alice), GOOD).content.decode()


def test_a_network_that_uploads_all_the_time_is_told_to_wait(anyone: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "check_record": "1/h/ip"}
    upload(anyone, b"x")
    assert "Try again later" in refused(anyone, b"x")


def test_a_form_without_the_secret_of_its_page_is_refused(db: None) -> None:
    assert upload(Client(enforce_csrf_checks=True), GOOD).status_code == 403
