"""What a table votes on, and what somebody does just as the last vote comes in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engine
from engine.actions import Claim
from games import log
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.tables.models import Game, GameStatus
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.voting import propose_vote
from tests.fixtures.games import NOW
from tests.games.races.conftest import (
    TWO_CARDS,
    Answer,
    Start,
    assert_mails,
    decision_of,
    events,
    moves,
    race,
    told,
)

pytestmark = pytest.mark.slow

OVER = "This game is over."
AGREED = "Everybody has agreed: the proposal is accepted."
NO_LONGER = "This was no longer possible."
CLOSED = "This vote is closed."


@pytest.fixture
def voting(fresh: Start, alice: Person) -> Callable[..., Callable[[], Game]]:
    """Another game at Alice's turn, of which she proposes something: `voting("end")`."""

    def proposing(kind: VoteKind, **data: object) -> Callable[[], Game]:
        def start() -> Game:
            game = fresh(rated=False)
            propose_vote(game=game, person=alice, kind=kind, data=data, now=NOW)
            return game

        return start

    return proposing


def ballot(browser, game: Game, answer: str) -> Answer:
    vote = Vote.objects.get(game=game)
    return browser.post(f"/games/{game.code}/clock/votes/{vote.pk}/", {"answer": answer})


def draw_two(game: Game) -> tuple[engine.Action, ...]:
    return TWO_CARDS


def claim(game: Game) -> tuple[engine.Action, ...]:
    legal = log.load(game).legal_actions(0)
    return (next(action for action in legal if isinstance(action, Claim)),)


@pytest.mark.parametrize("kind", [draw_two, claim])
def test_a_move_and_the_last_vote_for_the_end(
    voting, sits, alice: Person, bob: Person, kind
) -> None:
    """The game ends after the move or before it; not at all, where the places are other ones."""
    mover, voter = sits(alice), sits(bob)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        actions = kind(game)
        return (
            lambda: mover.move(game, decision[game.pk], *actions),
            lambda: ballot(voter, game, "yes"),
        )

    def check(game: Game, moved: Answer, voted: Answer) -> str:
        over = game.status == GameStatus.FINISHED
        vote = Vote.objects.get(game=game)
        assert events(game, "table.adjudicated") == int(over)
        assert told(game, NoticeKind.VOTE) == {"Alice": 1, "Bob": 2}
        assert over == voted.says(AGREED) == (vote.outcome == VoteOutcome.CARRIED)
        assert bool(moves(game, decision[game.pk])) == moved.done
        if not moved.done:
            assert over
            assert moved.says(OVER)
            return "ended before the move"
        if over:
            return "ended after the move"
        assert voted.says(NO_LONGER)
        assert vote.outcome == VoteOutcome.POINTLESS
        return "played on"

    after = "played on" if kind is claim else "ended after the move"
    assert race(voting(VoteKind.END), pair, check) == {"ended before the move", after}
    assert_mails()


def test_a_last_yes_and_a_withdrawal_have_one_outcome(
    voting, sits, alice: Person, bob: Person
) -> None:
    proposer, voter = sits(alice), sits(bob)

    def pair(game: Game):
        return lambda: ballot(proposer, game, "withdraw"), lambda: ballot(voter, game, "yes")

    def check(game: Game, withdrawn: Answer, voted: Answer) -> str:
        assert withdrawn.says("Your proposal is withdrawn.") != voted.says(AGREED)
        paused = game.paused_at is not None
        assert events(game, "table.paused") == int(paused)
        if paused:
            assert withdrawn.says(CLOSED)
            assert Vote.objects.get(game=game).outcome == VoteOutcome.CARRIED
            return "carried"
        assert voted.says(CLOSED)
        assert Vote.objects.get(game=game).outcome == VoteOutcome.WITHDRAWN
        return "withdrawn"

    assert race(voting(VoteKind.PAUSE, days=7), pair, check) == {"carried", "withdrawn"}
    assert_mails()


def test_a_move_and_the_last_vote_for_a_pause_both_count(
    voting, sits, alice: Person, bob: Person
) -> None:
    """Players can move while a game is paused; a new decision then has no deadline."""
    mover, voter = sits(alice), sits(bob)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return (
            lambda: mover.move(game, decision[game.pk], *TWO_CARDS),
            lambda: ballot(voter, game, "yes"),
        )

    def check(game: Game, moved: Answer, voted: Answer) -> None:
        assert moved.done
        assert voted.says(AGREED)
        assert (events(game, "table.paused"), len(moves(game, decision[game.pk]))) == (1, 2)

    race(voting(VoteKind.PAUSE, days=7), pair, check)


def test_a_player_who_is_replaced_by_a_vote_comes_back_in_time_or_too_late(
    fresh: Start, sits, alice: Person, bob: Person
) -> None:
    mover, voter = sits(alice), sits(bob)
    decision: dict[int, int] = {}

    def start() -> Game:
        game = fresh(rated=False)
        game.seats.filter(number=0).update(missed=game.replace_after)
        return game

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        proposal = {"kind": "replace", "seat": "0", "by": "bot"}
        return (
            lambda: mover.move(game, decision[game.pk], *TWO_CARDS),
            lambda: voter.post(f"/games/{game.code}/clock/propose/", proposal),
        )

    def check(game: Game, moved: Answer, voted: Answer) -> str:
        seat = game.seats.select_related("person").get(number=0)
        replaced = events(game, "table.seat_replaced")
        assert moved.done == (replaced == 0) == voted.says("This player is still active")
        assert len(moves(game, decision[game.pk])) == (2 if moved.done else 0)
        assert (seat.person, seat.bot) == ((alice, "") if moved.done else (None, "level-3"))
        if not moved.done:
            assert voted.says(AGREED)
            assert moved.says("Somebody else has taken this seat.") or moved.says(
                "You do not play in this game."
            )
        return "came back" if moved.done else "replaced"

    assert race(start, pair, check) == {"came back", "replaced"}
    assert_mails()
