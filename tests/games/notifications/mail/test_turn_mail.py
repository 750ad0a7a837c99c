from __future__ import annotations

from engine.actions import Draw
from games.people.models import Person
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of


def test_one_mail_tells_that_the_game_began_and_that_tickets_wait(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    mails = inbox()
    assert sorted(str(mail["To"]) for mail in mails) == [
        "Alice <alice@example.org>",
        "Bob <bob@example.org>",
    ]
    for mail in mails:
        assert "The game has begun." in text_of(mail)
        assert "keep at least 2 of 3" in text_of(mail)


def test_the_first_mail_says_that_weekends_do_not_count(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    assert "Saturdays" not in text_of(inbox(alice)[0])
    begin(alice, bob, weekends_off=True)
    (mail,) = inbox(alice)
    for body in (prose_of(mail), html_of(mail)):
        assert "You have 3 days for each turn. Your Saturdays and Sundays do not count." in body
    assert "until Thursday 26 November 2026, 00:00" in text_of(mail)


def test_the_next_player_gets_a_mail_and_only_the_next_player(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    inbox()
    keep_all(game, 0, 1)
    (mail,) = inbox()
    assert mail["To"] == "Alice <alice@example.org>"
    assert "It is your turn on USA." in text_of(mail)


def test_a_second_card_is_no_reason_for_a_mail(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    inbox()
    act(game, 0, Draw("blind"))
    assert inbox() == []


def test_no_mail_is_sent_twice(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> None:
    begin(alice, bob)
    assert len(inbox()) == 2
    assert inbox() == []


def test_a_turn_that_was_played_before_the_mail_left_is_not_told(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    inbox()
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    (mail,) = inbox()
    assert mail["To"] == "Bob <bob@example.org>"


def test_the_line_that_mail_programs_show_says_what_is_asked_and_until_when(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    inbox()
    keep_all(game, 0, 1)
    (mail,) = inbox(alice)
    shown = html_of(mail).partition("<body")[2].partition("</div>")[0]
    asks = "Draw cards, claim a route or draw tickets. Until Tuesday 24 November 2026, 08:30"
    assert asks in " ".join(shown.split())
