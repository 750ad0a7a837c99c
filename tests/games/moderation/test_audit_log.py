from __future__ import annotations

import hashlib
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.common.errors import Refused
from games.leagues.models import Division
from games.moderation import audit_triggers
from games.moderation.games.clock import pause
from games.moderation.models import AuditEntry, Reason
from games.moderation.reports import remove_message, report_message
from games.moderation.sanctions import mute, warn
from games.moderation.seasons.dates import move_season_dates
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from games.web.moderation import views
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY

STATEMENTS = [
    "UPDATE games_auditentry SET action = 'warn'",
    "DELETE FROM games_auditentry",
]
if connection.vendor == "postgresql":
    STATEMENTS.append("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE games_auditentry CASCADE")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_refuses_to_change_what_was_done(
    mona: Person, bob: Person, statement: str
) -> None:
    mute(actor=mona, person=bob, reason=WHY, now=NOW)
    before = list(AuditEntry.objects.values())
    with (
        pytest.raises(DatabaseError, match=audit_triggers.REASON),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert list(AuditEntry.objects.values()) == before


def test_the_triggers_are_there_after_all_migrations(db: None) -> None:
    assert audit_triggers.is_installed(connection)


def test_people_can_be_erased_and_the_log_stays(
    mona: Person, nora: Person, bob: Person, browse
) -> None:
    mute(actor=mona, person=bob, reason=WHY, now=NOW)
    before = list(AuditEntry.objects.values())
    bob.delete()
    mona.delete()
    assert list(AuditEntry.objects.values()) == before
    page = browse(nora).get("/moderation/audit/").content.decode()
    assert "somebody who has left" in page


def test_a_reason_can_be_erased_and_checked_while_it_is_there(
    league_game: Game, erin: Person, browse
) -> None:
    entry = pause(actor=erin, game=league_game, reason=WHY, now=NOW)
    kept = Reason.objects.get(digest=entry.reason)
    assert hashlib.sha256((kept.salt + kept.text).encode()).hexdigest() == entry.reason
    kept.delete()
    page = browse().get(f"/games/{league_game.code}/decisions/").content.decode()
    assert WHY not in page
    assert "This text has been erased." in page


def test_a_message_is_removed_and_its_words_stay_in_the_report_alone(
    league_game: Game, erin: Person, alice: Person, bob: Person
) -> None:
    message = post_message(game=league_game, person=bob, text="You are a cheat", now=NOW)
    told = report_message(message=message, reporter=alice, text="Rude.", now=NOW)
    remove_message(actor=erin, message=message, report=told, reason=WHY, now=NOW)
    message.refresh_from_db()
    assert message.text == ""
    assert told.quote == "You are a cheat"
    assert AuditEntry.objects.get().data == {"message": message.pk}
    with pytest.raises(Refused, match="already"):
        remove_message(actor=erin, message=message, reason=WHY, now=NOW)


def test_an_audit_log_without_its_triggers_is_an_alarm(db: None) -> None:
    audit_triggers.uninstall(connection)
    with pytest.raises(CommandError, match="audit log append-only are missing"):
        call_command("verify_log", stdout=StringIO())


def test_the_log_is_narrowed_by_decision_person_and_season(
    mona: Person, nora: Person, bob: Person, alice: Person, division: Division, browse: Browse
) -> None:
    mute(actor=mona, person=bob, reason="About Bob.", now=NOW)
    warn(actor=nora, person=alice, reason="About Alice.", now=NOW)
    season = division.season
    dates = {"ends_at": season.ends_at + timedelta(days=1)}
    move_season_dates(actor=mona, season=season, dates=dates, reason="About dates.", now=NOW)
    reasons = {"About Bob.", "About Alice.", "About dates."}

    def found(**query: object) -> set[str]:
        page = browse(nora).get("/moderation/audit/", query).content.decode()
        return {reason for reason in reasons if reason in page}

    assert found() == reasons
    assert found(action="mute") == {"About Bob."}
    assert found(name="ALI") == {"About Alice."}
    assert found(name="mon") == {"About Bob.", "About dates."}
    assert found(season=season.pk) == {"About dates."}
    assert found(season=season.pk, action="mute") == set()
    assert found(season="x", action="nothing") == reasons


def test_the_pages_of_the_log_keep_its_filter(
    mona: Person, bob: Person, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "ENTRIES_PER_PAGE", 1)
    for _time in range(2):
        warn(actor=mona, person=bob, reason=WHY, now=NOW)
    page = browse(mona).get("/moderation/audit/", {"action": "warn", "name": "bob"})
    assert 'href="?action=warn&amp;name=bob&amp;page=2"' in page.content.decode()
