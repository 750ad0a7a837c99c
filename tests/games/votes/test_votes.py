from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games.absence.substitution import replace_player
from games.clock.actions.game_clock import pause_game
from games.clock.core.terms import Terms, terms_of
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.voting import cast_ballot, propose_vote, withdraw_vote
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.recalled import recall

DAY = timedelta(days=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    """Alice, Bob and Charlie with a bot, at Alice's turn."""

    def start() -> int:
        game = begin(alice, bob, charlie, bots=["random"])
        keep_all(game, 0, 1, 2, 3)
        return game.pk

    return Game.objects.get(pk=recall("three and a bot", start))


def pause(game: Game, person: Person, **data: object) -> Vote:
    return propose_vote(
        game=game, person=person, kind=VoteKind.PAUSE, data=data or {"days": 7}, now=NOW
    )


def outcome(vote: Vote) -> str:
    vote.refresh_from_db()
    return str(vote.outcome)


def test_what_every_person_agrees_upon_is_done_and_bots_are_not_asked(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    vote = pause(game, alice)
    cast_ballot(game=game, vote=vote.pk, person=bob, yes=True, now=NOW)
    assert outcome(vote) == "open"
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert outcome(vote) == "carried"
    game.refresh_from_db()
    assert (game.paused_at, game.resume_at) == (NOW, NOW + 7 * DAY)
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.actor) == ("table.paused", "vote")


def test_one_no_rejects_it(game: Game, alice: Person, bob: Person, charlie: Person) -> None:
    vote = pause(game, alice)
    cast_ballot(game=game, vote=vote.pk, person=bob, yes=False, now=NOW)
    assert outcome(vote) == "rejected"
    with pytest.raises(Refused, match="closed"):
        cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)


def test_who_plays_alone_against_bots_needs_nobody(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    assert outcome(pause(game, alice)) == "carried"


def test_a_pause_is_ended_by_a_vote(begin: Starter, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    pause_game(game=game, actor="director", now=NOW)
    vote = propose_vote(game=game, person=alice, kind=VoteKind.RESUME, data={}, now=NOW + DAY)
    cast_ballot(game=game, vote=vote.pk, person=bob, yes=True, now=NOW + DAY)
    game.refresh_from_db()
    assert game.paused_at is None


def test_the_clock_is_switched_by_a_vote(begin: Starter, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    wanted = Terms(5, True, 48, 4, 72)
    vote = propose_vote(game=game, person=bob, kind=VoteKind.CLOCK, data=wanted.as_data(), now=NOW)
    cast_ballot(game=game, vote=vote.pk, person=alice, yes=True, now=NOW)
    game.refresh_from_db()
    assert terms_of(game) == wanted


def test_who_has_been_silent_is_replaced_without_a_say(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    data = {"seat": 0, "by": "open"}
    with pytest.raises(Refused, match="still active"):
        propose_vote(game=game, person=bob, kind=VoteKind.REPLACE, data=data, now=NOW)
    Seat.objects.filter(game=game, number=0).update(missed=3)
    vote = propose_vote(game=game, person=bob, kind=VoteKind.REPLACE, data=data, now=NOW)
    with pytest.raises(Refused, match="cannot vote on this"):
        cast_ballot(game=game, vote=vote.pk, person=alice, yes=False, now=NOW)
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert outcome(vote) == "carried"
    assert Seat.objects.get(game=game, number=0).open_since == NOW
    vote = propose_vote(
        game=game, person=bob, kind=VoteKind.REPLACE, data={"seat": 0, "by": "bot"}, now=NOW
    )
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert Seat.objects.get(game=game, number=0).bot == "level-3"


def test_a_vote_from_before_the_table_had_a_bot_gives_the_seat_to_the_tables_bot(
    game: Game, bob: Person, charlie: Person
) -> None:
    Seat.objects.filter(game=game, number=0).update(missed=3)
    data = {"seat": 0, "by": "bot"}
    vote = propose_vote(game=game, person=bob, kind=VoteKind.REPLACE, data=data, now=NOW)
    Vote.objects.update(data={"seat": 0, "by": "random"})
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert Seat.objects.get(game=game, number=0).bot == "level-3"


def test_a_game_may_leave_replacing_to_directors(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, replace_after=0)
    Seat.objects.filter(game=game, number=0).update(missed=99)
    with pytest.raises(Refused, match="still active"):
        propose_vote(
            game=game,
            person=bob,
            kind=VoteKind.REPLACE,
            data={"seat": 0, "by": "open"},
            now=NOW,
        )


def test_a_vote_on_somebody_who_came_back_is_of_no_use(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    Seat.objects.filter(game=game, number=0).update(missed=3)
    data = {"seat": 0, "by": "bot"}
    vote = propose_vote(game=game, person=bob, kind=VoteKind.REPLACE, data=data, now=NOW)
    act(game, 0, Draw("blind"), Draw("blind"))
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert outcome(vote) == "pointless"
    assert Seat.objects.get(game=game, number=0).person == alice


def test_what_has_been_done_otherwise_is_of_no_use(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    vote = pause(game, alice)
    pause_game(game=game, actor="director", now=NOW)
    for person in (bob, charlie):
        cast_ballot(game=game, vote=vote.pk, person=person, yes=True, now=NOW)
    assert outcome(vote) == "pointless"


def test_the_ballot_of_who_left_does_not_count_and_the_substitute_has_a_say(
    game: Game, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    vote = pause(game, alice)
    cast_ballot(game=game, vote=vote.pk, person=bob, yes=True, now=NOW)
    replace_player(game=game, seat=1, by=dana, actor="director", now=NOW)
    cast_ballot(game=game, vote=vote.pk, person=charlie, yes=True, now=NOW)
    assert outcome(vote) == "open"
    cast_ballot(game=game, vote=vote.pk, person=dana, yes=True, now=NOW)
    assert outcome(vote) == "carried"


def test_a_vote_is_open_for_a_week(game: Game, alice: Person, bob: Person, tick: Tick) -> None:
    vote = pause(game, alice)
    with pytest.raises(Refused, match="already a vote like this"):
        pause(game, bob)
    assert tick(days=6.9).expired == 0
    assert tick(days=7).expired == 1
    assert outcome(vote) == "expired"


def test_who_proposed_it_may_withdraw_it(game: Game, alice: Person, bob: Person) -> None:
    vote = pause(game, alice)
    with pytest.raises(Refused, match="Only the player who made a proposal"):
        withdraw_vote(game=game, vote=vote.pk, person=bob, now=NOW)
    withdraw_vote(game=game, vote=vote.pk, person=alice, now=NOW)
    assert outcome(vote) == "withdrawn"


def test_strangers_neither_propose_nor_vote(game: Game, alice: Person, dana: Person) -> None:
    with pytest.raises(Refused, match="Only players of this game"):
        pause(game, dana)
    vote = pause(game, alice)
    with pytest.raises(Refused, match="cannot vote on this"):
        cast_ballot(game=game, vote=vote.pk, person=dana, yes=False, now=NOW)


def test_nobody_floods_the_table_with_votes(game: Game, alice: Person) -> None:
    for _ in range(5):
        vote = pause(game, alice)
        withdraw_vote(game=game, vote=vote.pk, person=alice, now=NOW)
    with pytest.raises(Refused, match="tomorrow"):
        pause(game, alice)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (VoteKind.PAUSE, {"days": 1000}),
        (VoteKind.RESUME, {}),
        (VoteKind.CLOCK, Terms().as_data()),
        (VoteKind.CLOCK, Terms(99).as_data()),
        (VoteKind.REPLACE, {"seat": 9, "by": "open"}),
        (VoteKind.REPLACE, {"seat": 0, "by": "open"}),
        (VoteKind.REPLACE, {"seat": 3, "by": "bot"}),
    ],
)
def test_what_makes_no_sense_is_not_put_to_the_vote(
    game: Game, alice: Person, kind: VoteKind, data: dict[str, object]
) -> None:
    with pytest.raises(Refused):
        propose_vote(game=game, person=alice, kind=kind, data=data, now=NOW)
    assert not Vote.objects.filter(outcome=VoteOutcome.OPEN).exists()
