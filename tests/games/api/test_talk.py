"""Talk and notes: for whom they are, and within what bounds."""

from __future__ import annotations

import pytest

from games.people.blocks import block
from games.people.models import Person
from games.people.sanctions import Sanction
from games.tables.models import Game
from games.talk.messages import post_message
from games.talk.models import LONGEST, Message, PrivateNote
from tests.fixtures.games import NOW
from tests.games.api.conftest import Api


def test_one_says_something_and_takes_it_back(
    table: Game, api: Api, alice: Person, bob: Person
) -> None:
    path = f"games/{table.code}/talk/"
    said = api(alice).post(path, {"text": "Good luck, alice@example.org"})
    assert said.status_code == 201
    assert said.data["text"] == "Good luck, …"
    (read,) = api(bob).get(path).data["results"]
    assert (read["author"], read["text"]) == ("Alice", "Good luck, …")
    assert api(bob).delete(f"{path}{read['id']}/").status_code == 422
    assert api(alice).delete(f"{path}{read['id']}/").status_code == 204
    (gone,) = api().get(path).data["results"]
    assert (gone["text"], gone["removed"]) == ("", True)
    assert api(alice).delete(f"{path}999999/").status_code == 404


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1)])
def test_a_message_that_is_none_is_refused(table: Game, api: Api, alice: Person, text: str) -> None:
    assert api(alice).post(f"games/{table.code}/talk/", {"text": text}).status_code == 422
    assert not Message.objects.exists()


def test_only_players_talk_and_none_who_is_muted(
    table: Game, api: Api, alice: Person, dana: Person
) -> None:
    path = f"games/{table.code}/talk/"
    assert api(dana).post(path, {"text": "Hello"}).status_code == 422
    Sanction.objects.create(person=alice, kind="mute", at=NOW)
    assert api(alice).post(path, {"text": "Hello"}).status_code == 422
    assert not Message.objects.exists()


def test_one_does_not_hear_whom_one_has_blocked(
    table: Game, api: Api, alice: Person, bob: Person
) -> None:
    post_message(game=table, person=alice, text="Hello", now=NOW)
    block(person=bob, other=alice, now=NOW)
    assert api(bob).get(f"games/{table.code}/talk/").data["results"] == []


def test_a_note_is_for_its_writer_alone(table: Game, api: Api, alice: Person, bob, dana) -> None:
    path = f"games/{table.code}/note/"
    assert api(alice).put(path, {"text": "They want Seattle."}).data["text"] == "They want Seattle."
    assert api(alice).get(path).data == {"text": "They want Seattle."}
    assert api(bob).get(path).data == {"text": ""}
    assert api(dana).get(path).status_code == 403
    assert api(alice).put(path, {"text": "x" * 5001}).status_code == 422
    assert api(alice).put(path, {"text": ""}).data == {"text": ""}
    assert not PrivateNote.objects.exists()
