from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage

from engine.actions import Draw
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.fixtures.replies import Reply

Turn = tuple[Game, EmailMessage]


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
        assert "The game has begun. Its clock: 3 days per turn, weekends do not count." in body
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


def test_two_cards_of_one_turn_are_one_line(
    stack: Callable[..., None], begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    stack([*["red"] * 8, "white", "white", "green", "black", "orange", "blue", "pink", "yellow"])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    for pair in (("white", "blind"), ("blind", "blind"), ("white", "green")):
        inbox()
        act(game, 1, *map(Draw, pair))
        (mail,) = inbox(alice)
        text = prose_of(mail)
        news = text[text.index("Since your last turn: - ") :]
        assert news.count(" - Bob ") == 1, news
        assert ("Bob drew two cards from the deck." in news) == (pair == ("blind", "blind"))
        taken = "Bob took two face-up cards: white and green."
        assert (taken in news) == (pair == ("white", "green"))
        act(game, 0, Draw("blind"), Draw("blind"))


def test_the_answer_tells_two_cards_in_one_line(turn: Turn, inbox: Inbox, send: Reply) -> None:
    game, mail = turn
    send(mail, "draw blind blind")
    (answer,) = inbox(game.seats.get(number=0).person)
    assert re.search(r"\n- You drew two cards from the deck: ", text_of(answer))
    assert "a card from the deck" not in text_of(answer)


def test_the_text_lists_the_players_one_below_the_other(turn: Turn) -> None:
    _game, mail = turn
    assert re.search(r"\nThe table:\n- Alice .*\n- Bob: .*\n", text_of(mail))
