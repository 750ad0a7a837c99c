"""The file of a month: what is in it, what is not, and that it is made once."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from engine import record
from games.common.work import COLLECTIONS
from games.common.work_rows import WorkStatus
from games.notifications.leases import make_due, make_row
from games.people.models import Person
from games.play.end_game import adjudicate_game
from games.scheduler.retention import delete_old_rows
from games.sharing.records.collections import (
    data_of,
    order_month,
)
from games.sharing.records.models import Collection, CollectionPart
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.fixtures.records import Ended

OCTOBER = datetime(2026, 10, 9, 10, 30, tzinfo=UTC)
LATER = datetime(2026, 11, 4, 1, 0, tzinfo=UTC)


@pytest.fixture
def rated(ended: Ended, alice: Person, bob: Person) -> Game:
    """A rated public game that ended in October."""
    game = ended("japan-2-final-round", alice, bob)
    Game.objects.filter(pk=game.pk).update(rated=True, ended_at=OCTOBER)
    game.refresh_from_db()
    return game


def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(data_of(Collection.objects.get()))))


def published() -> tuple[dict, list[str]]:
    """The manifest, and the text of each record."""
    assert make_due(COLLECTIONS, now=LATER) == 1
    found = archive()
    manifest = json.loads(found.read("manifest.json"))
    return manifest, [found.read(line["file"]).decode() for line in manifest["records"]]


def test_an_anonymous_user_downloads_a_month_and_every_record_in_it_adds_up(
    rated: Game, client: Client
) -> None:
    manifest, texts = published()
    assert manifest["format"] == "night-mail-records/1"
    assert (manifest["month"], manifest["games"], manifest["left_out"]) == ("2026-10", 1, 0)
    assert manifest["boards"] == {"japan": 1}
    (line,) = manifest["records"]
    assert hashlib.sha256(texts[0].encode()).hexdigest() == line["sha256"]
    assert (line["board"], line["seats"], line["ended"]) == ("japan", 2, "final round")
    loaded = record.load(texts[0].splitlines())
    assert len(loaded.entries) == line["events"]
    assert record.check(loaded) == []
    page = client.get("/records/").content.decode()
    row = Collection.objects.get()
    assert row.digest in page
    answer = client.get("/records/2026-10.zip")
    data = b"".join(answer.streaming_content)
    assert hashlib.sha256(data).hexdigest() == row.digest
    assert int(answer["Content-Length"]) == len(data)
    assert (
        client.get("/records/2026-10.zip", headers={"If-None-Match": answer["ETag"]}).status_code
        == 304
    )


def test_nothing_in_the_file_leads_to_a_person(rated: Game, alice: Person, bob: Person) -> None:
    _manifest, texts = published()
    found = archive()
    everything = "".join([*found.namelist(), found.read("manifest.json").decode(), *texts])
    for word in (alice.name, bob.name, rated.code, rated.head):
        assert word not in everything
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[^\"]*", everything)) == {"2026-10-09T00:00:00Z"}
    assert {info.date_time[0] for info in found.infolist()} == {1980}


@pytest.mark.parametrize(
    "changes",
    [
        {"rated": False},
        {"public": False},
        {"practice": True},
        {"status": GameStatus.VOID},
        {"ended_at": datetime(2026, 11, 1, tzinfo=UTC)},
        {"ended_at": datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC)},
    ],
    ids=["unrated", "private", "practice", "void", "too late", "too early"],
)
def test_other_games_are_not_in_it(rated: Game, changes: dict) -> None:
    Game.objects.filter(pk=rated.pk).update(**changes)
    call_command("publish_records", "2026-10")
    assert Collection.objects.get().games == 0


@pytest.mark.parametrize("told", ["ALICE rolled 5 dice", "me@example.org"])
def test_a_game_whose_contribution_tells_a_name_is_left_out_and_counted(
    rated: Game, told: str
) -> None:
    rated.seats.filter(number=1).update(contribution=told)
    manifest, texts = published()
    assert (manifest["games"], manifest["left_out"], texts) == (0, 1, [])


def test_a_month_is_published_three_days_after_its_end_and_once(rated: Game) -> None:
    assert make_due(COLLECTIONS, now=LATER - timedelta(days=1)) == 0
    assert make_due(COLLECTIONS, now=LATER) == 1
    assert make_due(COLLECTIONS, now=LATER + timedelta(minutes=1)) == 0
    delete_old_rows(now=LATER + timedelta(days=3650))
    assert Collection.objects.get().status == WorkStatus.READY


def test_equal_games_give_equal_bytes_and_an_operator_can_make_it_again(
    rated: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    published()
    before = Collection.objects.get().digest
    call_command("publish_records", "2026-10", "--again")
    assert Collection.objects.get().digest == before
    Game.objects.update(status=GameStatus.VOID)
    call_command("publish_records", "2026-10")
    assert Collection.objects.get().games == 1
    call_command("publish_records", "2026-10", "--again")
    assert Collection.objects.get().games == 0
    assert "2026-10: 0 games" in capsys.readouterr().out


@pytest.mark.parametrize("month", ["2026-13", "november", "2999-01", "2026-10\n"])
def test_the_command_refuses_what_is_no_past_month(month: str, db: None) -> None:
    with pytest.raises(CommandError):
        call_command("publish_records", month)
    assert not Collection.objects.exists()


def test_one_worker_has_it_at_a_time_and_three_deaths_end_it(rated: Game) -> None:
    row = order_month("2026-10", now=LATER)
    for attempt in range(COLLECTIONS.attempts):
        Collection.objects.update(attempts=attempt + 1, next_attempt_at=LATER + COLLECTIONS.lease)
        assert not make_row(COLLECTIONS, pk=row.pk, now=LATER)
    assert not make_row(COLLECTIONS, pk=row.pk, now=LATER + COLLECTIONS.lease)
    row.refresh_from_db()
    assert row.status == WorkStatus.FAILED
    call_command("publish_records", "2026-10")
    row.refresh_from_db()
    assert row.status == WorkStatus.READY


def test_a_file_of_several_parts_is_whole(rated: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.sharing.records.collections.PART_SIZE", 1000)
    _manifest, texts = published()
    assert CollectionPart.objects.count() > 10
    assert record.check(record.load(texts[0].splitlines())) == []


def test_an_adjudicated_game_keeps_its_result_and_tells_no_reason(
    begin, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    adjudicate_game(game=game, places=[1, 2], actor="director", reason="f00", by="x", now=NOW)
    Game.objects.filter(pk=game.pk).update(rated=True, public=True, ended_at=OCTOBER)
    manifest, (text,) = published()
    assert manifest["records"][0]["ended"] is None
    loaded = record.load(text.splitlines())
    assert record.check(loaded) == []
    assert loaded.entries[-1].type == "table.adjudicated"
    assert loaded.entries[-1].data.keys() == {"scores"}
