"""The mails of an evening: of a game that is played from start to end, and of one that somebody
leaves."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from games import log
from games.people.models import Person
from games.play.presence import mark_present_at
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act
from tests.fixtures.mail import Inbox

MINUTE = timedelta(minutes=1)
MOST_MAILS = 2


def play_one(game: Game, minute: int) -> None:
    """Let the first seat that has to decide do so; claims come before draws."""
    state = log.load(game)
    seat = min(state.pending)
    legal = state.legal_actions(seat).listed()
    claims = [action for action in legal if type(action).__name__ == "Claim"]
    act(game, seat, claims[-1] if claims else legal[0], now=NOW + minute * MINUTE)


def test_an_evening_of_four_is_two_mails_a_person(
    begin: Starter, tick: Tick, inbox: Inbox,
    alice: Person, bob: Person, charlie: Person, dana: Person,
) -> None:  # fmt: skip
    people = (alice, bob, charlie, dana)
    game = begin(*people, board="japan", evening_minutes=5)
    mails: Counter[str] = Counter()
    evenings = minute = 0
    while log.load(game).outcome is None:
        mails.update(str(mail["To"]) for mail in inbox(at=NOW + minute * MINUTE))
        for person in people:
            mark_present_at(game=game.pk, person=person, now=NOW + minute * MINUTE)
        evenings += tick(minutes=minute).evenings
        # All choose tickets in the first minute, and then three decide in each. Bob talks.
        for _decision in range(4 if minute == 1 else 3):
            if log.load(game).outcome is not None:
                break
            play_one(game, minute)
        if minute % 9 == 0:
            at = NOW + minute * MINUTE
            post_message(game=game, person=bob, text=f"It is {at:%H:%M}.", now=at)
        minute += 1
    mails.update(str(mail["To"]) for mail in inbox(at=NOW + minute * MINUTE))
    assert evenings == 1
    assert len(mails) == len(people)
    assert set(mails.values()) == {MOST_MAILS}


def test_whoever_leaves_on_their_turn_gets_the_mail_about_it(
    begin: Starter, tick: Tick, inbox: Inbox, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, evening_minutes=5)
    for person in (alice, bob):
        mark_present_at(game=game.pk, person=person, now=NOW)
    assert tick().evenings == 1
    while log.load(game).turn_seat != 1:
        play_one(game, 0)
    # Bob has closed the page, and Alice waits there for his answer.
    mails = []
    for minute in range(1, 9):
        mark_present_at(game=game.pk, person=alice, now=NOW + minute * MINUTE)
        tick(minutes=minute)
        mails += [(minute, mail["To"]) for mail in inbox(at=NOW + minute * MINUTE)]
    assert mails == [(3, "Bob <bob@example.org>")]
