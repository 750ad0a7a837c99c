"""Processes that vote, go on vacation and talk at the same moment: each counts once, none hangs.

Every test has them wait for one locked row and then lets them go, in an order that it chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils.timezone import localdate, now

import engine
from games import log
from games.absence.vacations import days_left, plan_vacation
from games.clock.models import Vacation
from games.log.models import Event
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.play import submit_action
from games.tables.models import Game
from games.talk.messages import RATE_LIMIT
from games.talk.models import Message
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.voting import cast_ballot, propose_vote
from tests.conftest import PeopleFactory
from tests.faults.test_race import at_once
from tests.faults.test_workers import choose, start

pytestmark = pytest.mark.services

DAY = timedelta(days=1)
HEAD = """
from datetime import date
from django.utils.timezone import now
from games.common.errors import Refused
from games.people.models import Person
from games.tables.models import Game
game = Game.objects.get()
person = Person.objects.get(name="{name}")
try:
    {does}
    print("done")
except Refused as refusal:
    print(type(refusal).__name__)
"""


def does(name: str, what: str) -> str:
    """A program in which a person does something, and say whether it was done."""
    return HEAD.format(name=name, does=what)


def votes(name: str, vote: Vote, answer: str) -> str:
    yes = answer == "yes"
    said = f"cast_ballot(game=game, vote={vote.pk}, person=person, yes={yes}, now=now())"
    return does(name, f"from games.votes.voting import cast_ballot; {said}")


def withdraws(name: str, vote: Vote) -> str:
    said = f"withdraw_vote(game=game, vote={vote.pk}, person=person, now=now())"
    return does(name, f"from games.votes.voting import withdraw_vote; {said}")


def goes_away(name: str, start: int, days: int) -> str:
    first = localdate() + start * DAY
    last = first + (days - 1) * DAY
    said = f"plan_vacation(person=person, first={first!r}, last={last!r}, now=now())"
    said = said.replace("datetime.date", "date")
    return does(name, f"from games.absence.vacations import plan_vacation; {said}")


def says(name: str, text: str) -> str:
    said = f"post_message(game=game, person=person, text={text!r}, now=now())"
    return does(name, f"from games.talk.messages import post_message; {said}")


def draws(name: str, game: Game, seat: int) -> str:
    decision = log.load(game).decision_seqs[seat]
    draw = "engine.actions.Draw('blind')"
    said = f"submit_action(game=game, seat={seat}, decision={decision}, actor='{seat}', "
    said += f"actions=[{draw}, {draw}], now=now())"
    return does(name, f"import engine; from games.play import submit_action; {said}")


@pytest.fixture
def game(transactional_db: None, people: PeopleFactory) -> Game:
    """Alice, Bob and Charlie, at Alice's turn."""
    if connection.vendor != "postgresql":
        pytest.fail("needs PostgreSQL: make test-services")
    game = start([people("Alice"), people("Bob"), people("Charlie")], bots=0)
    choose(game, 0, 1, 2)
    return game


@pytest.fixture
def named(game: Game) -> Callable[[str], Person]:
    return lambda name: Person.objects.get(name=name)


@pytest.fixture
def vote(game: Game, named: Callable[[str], Person]) -> Vote:
    """Alice proposes a pause; Bob and Charlie have yet to vote."""
    return propose_vote(
        game=game, person=named("Alice"), kind=VoteKind.PAUSE, data={"days": 7}, now=now()
    )


def outcome(vote: Vote) -> str:
    vote.refresh_from_db()
    return str(vote.outcome)


def pauses() -> int:
    return Event.objects.filter(type="table.paused").count()


def told(vote: Vote, person: Person) -> list[str]:
    rows = Notice.objects.filter(person=person, kind=NoticeKind.VOTE).order_by("pk")
    return [row.data["outcome"] for row in rows if row.data["vote"] == vote.pk]


def test_two_last_votes_carry_a_proposal_out_once(
    game: Game, vote: Vote, named: Callable[[str], Person]
) -> None:
    answers = at_once(game, votes("Bob", vote, "yes"), votes("Charlie", vote, "yes"))
    assert answers == ["done", "done"]
    assert (outcome(vote), vote.ballots.count(), pauses()) == (VoteOutcome.CARRIED, 3, 1)
    assert told(vote, named("Bob")) == [VoteOutcome.OPEN, VoteOutcome.CARRIED]
    assert log.verify(Game.objects.get()) == []


@pytest.mark.parametrize("first", ["yes", "no"])
def test_of_a_last_yes_and_a_no_the_first_one_counts(
    game: Game, vote: Vote, named: Callable[[str], Person], first: str
) -> None:
    cast_ballot(game=game, vote=vote.pk, person=named("Bob"), yes=True, now=now())
    yes, no = votes("Charlie", vote, "yes"), votes("Bob", vote, "no")
    answers = at_once(game, *((yes, no) if first == "yes" else (no, yes)))
    assert answers == ["done", "Refused"]
    wanted = VoteOutcome.CARRIED if first == "yes" else VoteOutcome.REJECTED
    assert (outcome(vote), pauses()) == (wanted, int(first == "yes"))
    assert told(vote, named("Charlie")) == [VoteOutcome.OPEN, wanted]


@pytest.mark.parametrize("first", ["yes", "withdrawal"])
def test_of_a_last_vote_and_a_withdrawal_the_first_one_counts(
    game: Game, vote: Vote, named: Callable[[str], Person], first: str
) -> None:
    cast_ballot(game=game, vote=vote.pk, person=named("Bob"), yes=True, now=now())
    yes, back = votes("Charlie", vote, "yes"), withdraws("Alice", vote)
    answers = at_once(game, *((yes, back) if first == "yes" else (back, yes)))
    assert answers == ["done", "Refused"]
    wanted = VoteOutcome.CARRIED if first == "yes" else VoteOutcome.WITHDRAWN
    assert (outcome(vote), pauses()) == (wanted, int(first == "yes"))


def test_one_person_who_votes_in_two_windows_has_one_voice(game: Game, vote: Vote) -> None:
    answers = at_once(game, votes("Bob", vote, "yes"), votes("Bob", vote, "yes"))
    assert answers == ["done", "done"]
    assert (outcome(vote), vote.ballots.count()) == (VoteOutcome.OPEN, 2)


def test_two_proposals_of_one_kind_are_one_vote(game: Game) -> None:
    proposal = (
        "from games.votes.voting import propose_vote; "
        "propose_vote(game=game, person=person, kind='pause', data={'days': 7}, now=now())"
    )
    assert at_once(game, does("Alice", proposal), does("Bob", proposal)) == ["done", "Refused"]
    assert Vote.objects.count() == 1


def test_two_vacations_at_once_do_not_cost_more_days_than_there_are(
    game: Game, named: Callable[[str], Person]
) -> None:
    alice = named("Alice")
    year = localdate().year
    most = settings.VACATION_DAYS
    if (localdate() + 2 * most * DAY).year != year:
        # Each of the two would take place in two years, and be paid for from two budgets.
        settings_year = localdate() + (366 - localdate().timetuple().tm_yday + 1) * DAY
        begin = (settings_year - localdate()).days
    else:
        begin = 1
    half = most // 2 + 1
    answers = at_once(
        alice, goes_away("Alice", begin, half), goes_away("Alice", begin + half + 3, half)
    )
    assert answers == ["done", "Refused"]
    assert Vacation.objects.count() == 1
    spent_year = Vacation.objects.get().start.astimezone(alice.zone).year
    assert days_left(person=alice, year=spent_year) == most - half


def test_two_vacations_that_meet_become_one(game: Game, named: Callable[[str], Person]) -> None:
    answers = at_once(named("Alice"), goes_away("Alice", 1, 3), goes_away("Alice", 3, 3))
    assert answers == ["done", "done"]
    (both,) = Vacation.objects.all()
    assert (both.until - both.start) == 5 * DAY


@pytest.mark.parametrize("first", ["ends", "begins"])
def test_a_vacation_that_is_begun_and_ended_at_once_is_in_the_end_one_of_the_two(
    game: Game, named: Callable[[str], Person], first: str
) -> None:
    alice = named("Alice")
    today = localdate()
    planned = plan_vacation(person=alice, first=today + 3 * DAY, last=today + 5 * DAY, now=now())
    ends = does(
        "Alice",
        "from games.absence.vacations import end_vacation; "
        f"end_vacation(person=person, vacation={planned.pk}, now=now())",
    )
    begins = does(
        "Alice",
        "from games.absence.vacations import begin_vacation; "
        f"begin_vacation(person=person, vacation={planned.pk}, now=now())",
    )
    answers = at_once(alice, *((ends, begins) if first == "ends" else (begins, ends)))
    assert answers == ["done", "Refused"]
    assert Vacation.objects.count() == int(first == "begins")


def test_a_vacation_and_what_tells_its_person_do_not_wait_for_each_other_for_ever(
    game: Game, named: Callable[[str], Person]
) -> None:
    """The proposal tells Bob of itself; his vacation counts the clocks of his games."""
    draw = engine.actions.Draw("blind")
    decision = log.load(game).decision_seqs[0]
    submit_action(game=game, seat=0, decision=decision, actions=[draw, draw], actor="0", now=now())
    proposal = "propose_vote(game=game, person=person, kind='pause', data={'days': 7}, now=now())"
    proposes = does("Alice", f"from games.votes.voting import propose_vote; {proposal}")
    answers = at_once(game, proposes, goes_away("Bob", 0, 3))
    assert answers == ["done", "done"]
    bob = game.seats.get(number=1)
    assert told(Vote.objects.get(), named("Bob")) == [VoteOutcome.OPEN]
    assert bob.due_at is not None
    assert bob.due_at > now() + 3 * DAY
    assert log.verify(Game.objects.get()) == []


def test_talk_and_a_move_that_asks_the_speaker_do_not_wait_for_each_other_for_ever(
    game: Game,
) -> None:
    assert at_once(game, draws("Alice", game, 0), says("Bob", "Hurry up!")) == ["done", "done"]
    assert Message.objects.count() == 1


def test_two_windows_of_one_person_do_not_say_more_than_one_may(
    game: Game, named: Callable[[str], Person]
) -> None:
    bob = named("Bob")
    for number in range(RATE_LIMIT - 1):
        Message.objects.create(game=game, author=bob, text=str(number), at=now())
    assert at_once(bob, says("Bob", "one"), says("Bob", "two")) == ["done", "Refused"]
    assert Message.objects.count() == RATE_LIMIT
