"""Taking along all that the site keeps of a person."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

from django.apps import apps
from django.test import Client

from engine import record
from games import log
from games.accounts.data_export import exported
from games.people.models import Person
from games.play.end_game import void_game
from games.tables.models import Game
from games.talk.messages import post_message, write_note
from tests.fixtures.games import NOW

TAKEN_WITH_ANOTHER = {
    "Game": "the records of all games are in the archive",
    "Notice": "what was told is in the mails",
    "Delivery": "what was told is in the mails; channels export what is theirs",
    "HeldMove": "it is made or withdrawn within ten minutes",
    "InboundMail": "the operator's account of what came in",
    "Report": "what others wrote, in confidence",
    "AuditEntry": "those whom it concerned were told, and the pages of games have it",
}
SECRETS = {
    "Feed",
    "ReplyAddress",
    "LoginLink",
}
FOR_OPERATORS = {"LogEntry"}


def taken(client: Client) -> zipfile.ZipFile:
    answer = client.post("/settings/belongings/")
    assert answer["Content-Type"] == "application/zip"
    return zipfile.ZipFile(BytesIO(b"".join(answer.streaming_content)))


def facts(archive: zipfile.ZipFile) -> dict[str, list[dict[str, object]]]:
    return json.loads(archive.read("account.json"))


def test_words_settings_and_seats_are_in_it(table: Game, browse, alice: Person) -> None:
    post_message(game=table, person=alice, text="I live in Alkmaar.", now=NOW)
    write_note(game=table, person=alice, text="Bob wants Zürich.", now=NOW)
    found = facts(taken(browse(alice)))
    assert found["account"][0]["email"] == "alice@example.org"
    assert found["messages"][0]["text"] == "I live in Alkmaar."
    assert found["notes"][0]["text"] == "Bob wants Zürich."
    assert [seat["game__code"] for seat in found["seats"]] == [table.code]


def test_nothing_of_others_and_no_secret_is_in_it(
    table: Game, browse, alice: Person, bob: Person
) -> None:
    post_message(game=table, person=bob, text="Bob's words.", now=NOW)
    write_note(game=table, person=bob, text="Bob's note.", now=NOW)
    archive = taken(browse(alice))
    text = "".join(archive.read(name).decode() for name in archive.namelist())
    alice.refresh_from_db()
    for secret in (
        "Bob's words", "Bob's note", bob.email, alice.password, table.invitation, table.head,
        bytes(Game.objects.get(pk=table.pk).secret).hex(),
    ):  # fmt: skip
        assert secret not in text


def test_a_running_game_is_written_as_its_player_sees_it(
    table: Game, browse, alice: Person, bob: Person
) -> None:
    name = f"games/{table.code}.jsonl"
    lines = [json.loads(line) for line in taken(browse(alice)).read(name).splitlines()]
    seen_by_bob = [json.loads(line) for line in taken(browse(bob)).read(name).splitlines()]
    assert lines[0]["record"] == "view"
    assert lines == [json.loads(line) for line in log.export_record(table, seat=0)]
    assert lines != seen_by_bob


def test_a_game_that_is_over_can_be_checked(table: Game, browse, alice: Person) -> None:
    void_game(game=table, actor="director", reason="0" * 64, now=NOW)
    told = taken(browse(alice)).read(f"games/{table.code}.jsonl").decode()
    assert record.check(record.load(told.splitlines())) == []


def test_only_the_signed_in_person_gets_it_and_no_link_is_enough(browse, alice: Person) -> None:
    assert Client().post("/settings/belongings/").status_code == 302
    assert browse(alice).get("/settings/belongings/").status_code == 405
    assert 'action="/settings/belongings/"' in browse(alice).get("/settings/").content.decode()


def test_no_table_about_people_was_forgotten() -> None:
    read = {find(Person(pk=1)).model.__name__ for find, _fields in exported().values()}
    about_people = {
        model.__name__
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is Person
    }
    assert about_people - read == {*TAKEN_WITH_ANOTHER, *SECRETS, *FOR_OPERATORS}
