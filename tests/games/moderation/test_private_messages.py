"""Public reasons and private messages: who reads which, on pages and in mails."""

from __future__ import annotations

import html
from datetime import timedelta

import pytest
from django.test import Client

from games.leagues.models import Division, Entry, EntryStatus
from games.moderation.models import AuditEntry
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY, enter

SECRET = "We know about your illness."


def text(browser: Client, url: str) -> str:
    return html.unescape(" ".join(browser.get(url).content.decode().split()))


def mails_of(inbox: Inbox, person: Person) -> str:
    return " ".join(" ".join(text_of(mail).split()) for mail in inbox(person))


@pytest.fixture
def asking(division: Division, alice: Person, charlie: Person) -> Entry:
    """Charlie asks to play, and Alice plays."""
    enter(division, alice)
    return Entry.objects.create(
        season=division.season,
        person=charlie,
        status=EntryStatus.ASKED,
        registered_at=NOW - timedelta(days=6),
    )


@pytest.mark.parametrize("key", ["approve", "decline"])
def test_a_message_about_a_registration_is_for_that_player_alone(
    key: str,
    asking: Entry,
    erin: Person,
    alice: Person,
    charlie: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    inbox()
    sent = {"entry": asking.pk, "reason": WHY, "message": SECRET}
    browse(erin).post(f"/leagues/club/1/direct/{key}/", sent)
    words = mails_of(inbox, charlie)
    assert WHY in words
    assert f"Not published: {SECRET}" in words
    page = text(browse(alice), "/leagues/club/1/decisions/")
    assert WHY in page
    assert SECRET not in page
    assert SECRET in text(browse(erin), "/leagues/club/1/direct/")


def test_the_form_says_which_text_is_published(
    league_game: Game, erin: Person, mona: Person, browse: Browse
) -> None:
    for url in ("/leagues/club/1/direct/", f"/direct/{league_game.code}/"):
        page = text(browse(erin), url)
        assert "Public reason" in page
        assert "Write nothing here that is meant for one player only." in page
        assert "Private message" in page
        assert "A message to the player" not in page
    page = text(browse(mona), "/moderation/people/Bob/")
    assert "Not published: only the person concerned and moderators can read it." in page
    assert "Public reason" not in page


def test_a_message_about_one_player_of_a_game_is_for_that_player_alone(
    league_game: Game, erin: Person, alice: Person, bob: Person, browse: Browse, inbox: Inbox
) -> None:
    inbox()
    sent = {"seat": "1", "by": "substitute", "reason": WHY, "message": SECRET}
    browse(erin).post(f"/direct/{league_game.code}/replace/", sent)
    mails = inbox()
    for person, reads in ((bob, True), (alice, False)):
        mine = " ".join(text_of(mail) for mail in mails if person.email in str(mail["To"]))
        assert WHY in mine
        assert (SECRET in mine) == reads
    for reader in (alice, None):
        assert SECRET not in text(browse(reader), f"/games/{league_game.code}/decisions/")
    assert SECRET in text(browse(erin), f"/direct/{league_game.code}/")


def test_a_message_about_nobody_is_for_the_table(
    league_game: Game, erin: Person, alice: Person, browse: Browse, inbox: Inbox
) -> None:
    inbox()
    browse(erin).post(f"/direct/{league_game.code}/pause/", {"reason": WHY, "message": SECRET})
    assert SECRET in mails_of(inbox, alice)
    assert SECRET not in text(browse(None), f"/games/{league_game.code}/decisions/")


def test_the_message_of_a_proposal_waits_until_it_is_carried_out(
    league_game: Game,
    division: Division,
    erin: Person,
    mona: Person,
    bob: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    enter(division, erin)
    inbox()
    sent = {"seat": "1", "by": "substitute", "reason": WHY, "message": SECRET}
    browse(erin).post(f"/direct/{league_game.code}/replace/", sent)
    assert SECRET not in mails_of(inbox, bob)
    proposal = AuditEntry.objects.get()
    browse(mona).post(f"/direct/{league_game.code}/confirm/{proposal.pk}/", {"reason": WHY})
    assert SECRET in mails_of(inbox, bob)


def test_words_to_the_author_of_a_removed_message_are_not_on_the_page_of_decisions(
    league_game: Game, erin: Person, alice: Person, bob: Person, browse: Browse, inbox: Inbox
) -> None:
    message = post_message(game=league_game, person=bob, text="You cheat!", now=NOW)
    browse(alice).post(f"/games/{league_game.code}/talk/{message.pk}/report/", {"text": "Rude."})
    inbox()
    sent = {"reason": WHY, "message": SECRET}
    [report] = league_game.reports.all()
    browse(erin).post(f"/moderation/reports/{report.pk}/remove/", sent)
    assert SECRET in mails_of(inbox, bob)
    page = text(browse(alice), f"/games/{league_game.code}/decisions/")
    assert WHY in page
    assert SECRET not in page
