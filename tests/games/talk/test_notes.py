"""Notes to oneself."""

from __future__ import annotations

from games.people.models import Person
from games.tables.models import Game
from games.talk.models import LONGEST_NOTE, PrivateNote
from tests.fixtures.pages import Browse


def keep(browse: Browse, person: Person, game: Game, text: str) -> None:
    browse(person).post(f"/games/{game.code}/note/", {"text": text})


def page(browse: Browse, person: Person | None, game: Game) -> str:
    return browse(person).get(f"/games/{game.code}/").content.decode()


def test_a_note_is_shown_to_who_wrote_it_and_to_nobody_else(
    table: Game, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    keep(browse, alice, table, "bob collects red & blue")
    assert "bob collects red &amp; blue" in page(browse, alice, table)
    for reader in (bob, charlie, None):
        assert "collects" not in page(browse, reader, table)


def test_a_note_replaces_the_earlier_one_and_an_empty_one_is_none(
    table: Game, browse: Browse, alice: Person
) -> None:
    keep(browse, alice, table, "one")
    keep(browse, alice, table, "two")
    assert PrivateNote.objects.get().text == "two"
    keep(browse, alice, table, " ")
    assert not PrivateNote.objects.exists()


def test_a_note_that_is_too_long_changes_nothing(
    table: Game, browse: Browse, alice: Person
) -> None:
    keep(browse, alice, table, "one")
    keep(browse, alice, table, "x" * (LONGEST_NOTE + 1))
    assert PrivateNote.objects.get().text == "one"


def test_who_does_not_sit_at_the_table_keeps_no_note(
    table: Game, browse: Browse, charlie: Person
) -> None:
    keep(browse, charlie, table, "watching")
    assert not PrivateNote.objects.exists()


def test_a_note_makes_no_difference_to_the_pages_of_others(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    reader = browse(bob)
    reader.get(f"/games/{table.code}/")
    tag = reader.get(f"/games/{table.code}/").headers["ETag"]
    keep(browse, alice, table, "bob collects red")
    kept = reader.get(f"/games/{table.code}/", headers={"if-none-match": tag})
    assert kept.status_code == 304
