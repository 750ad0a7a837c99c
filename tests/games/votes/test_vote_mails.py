"""What people at a table read of a vote in their mails."""

from __future__ import annotations

import re

import pytest

from engine.actions import Draw
from games.absence.substitution import open_seat, return_to_seat
from games.people.models import Person
from games.tables.models import Game, Seat
from games.votes.models import Vote, VoteKind
from games.votes.voting import cast_ballot, propose_vote
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.recalled import recall_mails


@pytest.fixture
def vote(begin: Starter, alice: Person, bob: Person, charlie: Person, inbox: Inbox) -> Vote:
    """Alice proposes a pause; everybody has read their other mails."""

    def play() -> int:
        game = begin(alice, bob, charlie)
        keep_all(game, 0, 1, 2)
        inbox()
        return game.pk

    game = Game.objects.get(pk=recall_mails(inbox, "three told of a turn", play))
    return propose_vote(game=game, person=alice, kind=VoteKind.PAUSE, data={"days": 7}, now=NOW)


def test_those_who_are_asked_hear_what_is_proposed_and_where_to_vote(
    vote: Vote, alice: Person, bob: Person, inbox: Inbox
) -> None:
    mails = inbox()
    assert {str(mail["To"]) for mail in mails} == {
        "Bob <bob@example.org>",
        "Charlie <charlie@example.org>",
    }
    for text in (text_of(mails[0]), html_of(mails[0])):
        assert "Alice proposes: pause the game for 7 days." in text
        assert f"/games/{vote.game.code}/clock/" in text
    assert not inbox(alice)


def test_the_button_of_the_mail_leads_to_the_vote(vote: Vote, bob: Person, inbox: Inbox) -> None:
    page = html_of(inbox(bob)[-1])
    (label,) = re.findall(
        rf'<a href="[^"]*/games/{vote.game.code}/clock/[^"]*"[^>]*>([^<]+)</a>', page
    )
    assert label == "Vote"
    assert "To the game" not in page


def test_in_the_language_of_the_reader(vote: Vote, bob: Person, inbox: Inbox) -> None:
    bob.language = "nl"
    bob.save()
    assert "Alice stelt voor: het spel 7 dagen pauzeren." in text_of(inbox(bob)[-1])


def test_who_has_voted_meanwhile_is_not_asked_any_more(
    vote: Vote, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    cast_ballot(game=vote.game, vote=vote.pk, person=bob, yes=True, now=NOW)
    assert not inbox(bob)


def test_all_hear_what_came_of_it_and_nobody_of_a_vote_that_is_over(
    vote: Vote, alice: Person, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    for person in (bob, charlie):
        cast_ballot(game=vote.game, vote=vote.pk, person=person, yes=True, now=NOW)
    mails = inbox()
    assert len(mails) == 3
    for mail in mails:
        assert "Accepted: pause the game for 7 days." in text_of(mail)
        assert "proposes" not in text_of(mail)


def test_a_turn_mail_in_a_pause_has_no_deadline_and_says_why(
    vote: Vote, alice: Person, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    for person in (bob, charlie):
        cast_ballot(game=vote.game, vote=vote.pk, person=person, yes=True, now=NOW)
    inbox()
    act(vote.game, 0, Draw("blind"), Draw("blind"))
    text = text_of(inbox(bob)[-1])
    assert "The game is paused and resumes on Saturday 28 November 08:30 CET." in text
    assert "left:" not in text.lower()


def test_a_vote_in_a_game_that_is_over_asks_nobody(vote: Vote, bob: Person, inbox: Inbox) -> None:
    Game.objects.update(status="void")
    assert not inbox(bob)


def test_who_is_to_be_replaced_hears_of_it_while_a_move_still_helps(
    begin: Starter, alice: Person, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob, charlie)
    keep_all(game, 0, 1, 2)
    Seat.objects.filter(game=game, number=0).update(missed=3)
    inbox()
    data = {"seat": 0, "by": "open"}
    vote = propose_vote(game=game, person=bob, kind=VoteKind.REPLACE, data=data, now=NOW)
    assert "Make a move, and you will not be replaced." in text_of(inbox(alice)[-1])
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert "is looking for somebody to play on for you" in text_of(inbox(alice)[-1])


def test_who_has_come_back_meanwhile_is_not_notified_of_an_open_seat(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    inbox()
    open_seat(game=game, seat=0, actor="director", now=NOW)
    return_to_seat(game=game, person=alice, now=NOW)
    assert not [mail for mail in inbox(alice) if "play on for you" in html_of(mail)]
