"""Names of games that a moderator removes, before the start and after it."""

from __future__ import annotations

import pytest

from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.moderation.models import AuditEntry
from games.notifications.models import Notice, NoticeKind
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.mail import text_of
from tests.games.moderation.conftest import WHY

NAME = "Unkind words"


@pytest.fixture
def table(alice) -> Game:
    options = GameOptions(board="usa", seats=2, name=NAME, order_fixed=True)
    return create_game(organiser=alice, options=options, now=NOW)


def test_a_moderator_removes_the_name_of_a_table_that_waits_for_players(
    table, alice, mona, browse, inbox
) -> None:
    moderating = browse(mona)
    assert f"/direct/{table.code}/" in moderating.get("/lobby/").content.decode()
    assert NAME in moderating.get(f"/direct/{table.code}/").content.decode()
    moderating.post(f"/direct/{table.code}/remove-name/", {"reason": WHY})
    table.refresh_from_db()
    entry = AuditEntry.objects.get()
    assert (table.name, entry.action, entry.subject_id) == ("", "remove_name", alice.pk)
    assert NAME not in str(entry.data)
    assert NAME not in moderating.get("/lobby/").content.decode()
    assert Notice.objects.filter(person=alice, kind=NoticeKind.DIRECTOR_DECISION).exists()
    mail = text_of(inbox()[-1])
    assert WHY in mail
    assert "/lobby/" in mail


def test_the_name_of_a_running_game_is_removed_and_its_log_says_that_a_decision_was_taken(
    table, bob, mona, browse
) -> None:
    join_game(game=table, person=bob, now=NOW)
    browse(mona).post(f"/direct/{table.code}/remove-name/", {"reason": WHY})
    table.refresh_from_db()
    assert table.name == ""
    assert Event.objects.filter(game=table, data__deed="remove_name").count() == 1
    page = browse(bob).get(f"/games/{table.code}/decisions/").content.decode()
    assert "The name of the game was removed." in page


def test_players_do_not_see_the_form_and_a_game_without_a_name_has_none(
    table, alice, bob, mona, browse
) -> None:
    assert "/direct/" not in browse(bob).get("/lobby/").content.decode()
    for person in (alice, bob):
        answer = browse(person).post(f"/direct/{table.code}/remove-name/", {"reason": WHY})
        assert answer.status_code in (403, 404)
    Game.objects.update(name="")
    page = browse(mona).get(f"/direct/{table.code}/").content.decode()
    assert "remove-name" not in page
    url = f"/direct/{table.code}/remove-name/"
    answer = browse(mona).post(url, {"reason": WHY}, follow=True)
    assert "You cannot decide this, or no longer can." in answer.content.decode()
    assert not AuditEntry.objects.exists()
