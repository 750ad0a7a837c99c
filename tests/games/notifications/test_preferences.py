"""Who wants which mail, and in which language and zone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from engine.actions import Draw
from games.notifications.models import DeliveryStatus, Notice
from games.notifications.preferences import TURN_KINDS, set_wanted
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.games.play.test_whole_game import play_to_the_end


@pytest.fixture
def running(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Game:
    """A game that Alice and Bob heard of, in which both are to choose tickets."""
    game = begin(alice, bob, board="japan")
    assert len(inbox()) == 2
    return game


def test_who_wants_no_turn_mail_gets_none_but_hears_the_result(
    running: Game, alice: Person, inbox: Inbox
) -> None:
    set_wanted(person=alice, kinds=TURN_KINDS, wanted=False)
    keep_all(running, 0, 1)
    assert inbox(alice) == []
    play_to_the_end(running)
    (mail,) = inbox(alice)
    assert "The game on Japan is over." in text_of(mail)


def test_who_wants_no_turn_mail_still_hears_that_the_game_began(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    set_wanted(person=alice, kinds=TURN_KINDS, wanted=False)
    begin(alice, bob)
    (mail,) = inbox(alice)
    assert "All seats in the game on USA are taken." in text_of(mail)
    assert "keep at least 2 of 3" in text_of(mail)


def test_a_muted_game_sends_nothing(running: Game, alice: Person, inbox: Inbox) -> None:
    running.seats.filter(person=alice).update(muted=True)
    keep_all(running, 0, 1)
    assert inbox(alice) == []
    play_to_the_end(running)
    assert inbox(alice) == []


def test_muting_one_game_leaves_the_others(
    running: Game, begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    running.seats.filter(person=alice).update(muted=True)
    other = begin(alice, bob)
    (mail,) = inbox(alice)
    assert other.code in mail["Subject"]


def test_an_address_that_was_never_verified_gets_no_game_mail(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=False)
    begin(alice, bob)
    assert [str(mail["To"]) for mail in inbox()] == ["Bob <bob@example.org>"]
    assert set(Notice.objects.filter(person=alice).values_list("status", flat=True)) == {
        DeliveryStatus.DROPPED
    }


@pytest.mark.parametrize("field", [{"mail_bounced": True}, {"is_active": False}])
def test_who_cannot_be_reached_is_left_alone(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, field: dict[str, bool]
) -> None:
    begin(alice, bob)
    Person.objects.filter(pk=alice.pk).update(**field)
    assert [str(mail["To"]) for mail in inbox()] == ["Bob <bob@example.org>"]


def test_the_reader_chooses_language_and_zone(
    begin: Starter, people, bob: Person, inbox: Inbox
) -> None:
    dana = people("Dana", language="nl", timezone="America/New_York")
    game = begin(dana, bob)
    inbox()
    keep_all(game, 0, 1)
    (mail,) = inbox(dana)
    assert mail["Content-Language"] == "nl"
    for text in (text_of(mail), html_of(mail)):
        assert "Je bent aan de beurt op USA." in text
        assert "dinsdag 24 november 2026, 02:30 (EST, America/New_York)" in text
        assert "Nog 3 dagen" in text


def test_what_happened_since_the_last_turn_is_told(
    running: Game, alice: Person, bob: Person, inbox: Inbox
) -> None:
    keep_all(running, 0, 1)
    act(running, 0, Draw("blind"), Draw("blind"))
    act(running, 1, Draw("blind"), Draw("blind"))
    (mail,) = inbox(alice)
    text = text_of(mail)
    assert "Since your last turn:\n- Bob drew two cards from the deck.\n" in text
    assert "You drew" not in text


def test_a_late_mail_tells_the_time_that_is_left(
    running: Game, alice: Person, inbox: Inbox
) -> None:
    keep_all(running, 0, 1)
    (mail,) = inbox(alice, at=NOW + timedelta(days=1, hours=4))
    assert "1 day 20 hours left: until Tuesday 24 November 2026, 08:30" in text_of(mail)


def test_the_result_is_told_with_all_its_parts(
    running: Game, alice: Person, bob: Person, inbox: Inbox
) -> None:
    play_to_the_end(running)
    running.refresh_from_db()
    mails = inbox()
    assert len(mails) == 2
    for mail in mails:
        assert "your turn" not in text_of(mail)
        for score in running.result["scores"]:
            assert re.search(rf"\b{abs(score['total'])} points?\b", text_of(mail))
            assert f"routes {score['routes']}; tickets " in text_of(mail)
            assert f">{str(score['total']).replace('-', '−')}<" in html_of(mail)
        assert f"/games/{running.code}/#proof-title" in text_of(mail)
        assert "secret of the shuffles" in html_of(mail)
        assert running.secret.hex() not in text_of(mail)
