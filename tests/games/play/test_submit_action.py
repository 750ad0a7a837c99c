from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest
from django.db import connection

from engine.actions import Claim, Draw, DrawTickets, Keep, Skip
from games import log
from games.common.errors import Refused, Stale
from games.log.models import Event
from games.people.models import Person
from games.play import Accepted, submit_action
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all

BLIND = Draw("blind")
HOUR = timedelta(hours=1)


@pytest.fixture
def setup(begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice and Bob are choosing their first tickets."""
    return begin(alice, bob)


@pytest.fixture
def game(setup: Game) -> Game:
    """It is Alice's turn, in seat 0."""
    keep_all(setup, 0, 1)
    setup.refresh_from_db()
    return setup


def state_of(game: Game) -> tuple[object, ...]:
    game.refresh_from_db()
    return game.version, list(game.seats.values()), Event.objects.filter(game=game).count()


def test_one_step_is_stored_with_its_cause(game: Game, now: datetime) -> None:
    answer = act(game, 0, BLIND)
    lines = list(log.events(game, after=game.version))
    assert answer.done == (BLIND,)
    assert (answer.first_seq, answer.last_seq) == (lines[0].seq, lines[-1].seq)
    assert (lines[0].seat, lines[0].action, lines[0].actor) == (0, BLIND, "0")
    assert [line.action for line in lines[1:]] == [None] * len(lines[1:])
    assert {line.at for line in lines} == {now}


def test_a_turn_of_two_steps_is_submitted_at_once(game: Game) -> None:
    answer = act(game, 0, BLIND, BLIND)
    assert answer.done == (BLIND, BLIND)
    assert (answer.left, answer.why) == ((), "")
    assert game.seats.get(number=0).decision is None
    assert game.seats.get(number=1).kind == "turn"


def test_the_second_card_stays_on_the_clock_of_the_turn(game: Game, now: datetime) -> None:
    before = game.seats.get(number=0)
    act(game, 0, BLIND, now=now + HOUR)
    after = game.seats.get(number=0)
    assert (before.kind, after.kind) == ("turn", "second")
    assert after.decision > before.decision
    assert (after.opened_at, after.due_at) == (before.opened_at, before.due_at)
    act(game, 0, BLIND, now=now + HOUR)
    assert game.seats.get(number=1).opened_at == now + HOUR


def test_an_illegal_action_changes_nothing_and_says_what_is_legal(game: Game) -> None:
    before = state_of(game)
    with pytest.raises(Refused, match="Draw tickets first"):
        act(game, 0, Keep(("x",)))
    assert state_of(game) == before


def test_a_step_that_turns_out_illegal_leaves_the_earlier_ones_standing(game: Game) -> None:
    answer = act(game, 0, BLIND, Keep(("x",)))
    assert answer.done == (BLIND,)
    assert answer.left == (Keep(("x",)),)
    assert answer.why == "You have no tickets to choose from now. Draw tickets first."
    assert game.seats.get(number=0).kind == "second"


def test_steps_beyond_the_turn_are_left(game: Game) -> None:
    answer = act(game, 0, BLIND, BLIND, BLIND)
    assert answer.left == (BLIND,)
    assert answer.why == "Your turn ended with the previous step."


def test_a_choice_of_tickets_does_not_run_over_into_the_first_turn(setup: Game) -> None:
    keep_all(setup, 1)
    answer = act(setup, 0, Keep(log.load(setup).offered[0]), BLIND)
    assert answer.left == (BLIND,)
    assert setup.seats.get(number=0).kind == "turn"


def test_drawn_tickets_are_stored_before_the_choice_among_them(game: Game) -> None:
    act(game, 0, DrawTickets())
    seat = game.seats.get(number=0)
    assert seat.kind == "keep"
    offered = log.load(game).offered[0]
    act(game, 0, Keep(offered[:1]))
    assert offered[0] in log.load(game).tickets[0]


def test_a_closed_decision_is_stale(game: Game) -> None:
    decision = game.seats.get(number=0).decision
    act(game, 0, BLIND)
    before = state_of(game)
    with pytest.raises(Stale, match="The game has moved on"):
        act(game, 0, BLIND, decision=decision)
    assert state_of(game) == before


def test_the_decision_of_another_seat_is_stale(game: Game) -> None:
    decision = game.seats.get(number=0).decision
    with pytest.raises(Stale):
        act(game, 1, BLIND, decision=decision)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_cannot_act(game: Game, seat: int) -> None:
    with pytest.raises(Stale):
        act(game, seat, BLIND, decision=game.version)


def test_simultaneous_choices_do_not_disturb_each_other(setup: Game, now: datetime) -> None:
    state = log.load(setup)
    # Both looked at the game before either chose.
    for seat in (1, 0):
        answer = submit_action(
            game=setup,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[Keep(state.offered[seat])],
            actor=str(seat),
            now=now,
        )
        assert len(answer.done) == 1
    assert log.load(setup).setup_done


def test_one_choice_leaves_the_row_of_the_other_seat_alone(setup: Game, now: datetime) -> None:
    before = setup.seats.filter(number=1).values().get()
    act(setup, 0, Keep(log.load(setup).offered[0]), now=now + HOUR)
    assert setup.seats.filter(number=1).values().get() == before


def test_a_retry_gets_the_first_answer(game: Game) -> None:
    decision = game.seats.get(number=0).decision
    first = act(game, 0, BLIND, Keep(("x",)), key="abc")
    again = act(game, 0, BLIND, Keep(("x",)), key="abc", decision=decision)
    assert again == first
    assert again.why
    assert log.load(game).hands[0] != log.load(game, at=decision).hands[0]
    assert Event.objects.filter(game=game, type="game.card_drawn").count() == 1


def test_a_retry_long_after_still_gets_the_first_answer(game: Game) -> None:
    decision = game.seats.get(number=0).decision
    first = act(game, 0, BLIND, BLIND, key="abc")
    act(game, 1, BLIND, BLIND)
    assert act(game, 0, BLIND, BLIND, key="abc", decision=decision) == first


def test_a_copy_that_waited_while_the_game_ended_gets_the_first_answer(game: Game) -> None:
    decision = game.seats.get(number=0).decision
    first = act(game, 0, BLIND, BLIND, key="abc")
    Game.objects.filter(pk=game.pk).update(status="finished")
    assert act(game, 0, BLIND, BLIND, key="abc", decision=decision) == first


def test_a_key_of_another_move_leaves_nothing_of_this_one(game: Game) -> None:
    act(game, 0, BLIND, BLIND, key="abc")
    act(game, 1, BLIND, BLIND)
    before, hands = state_of(game), log.load(game).hands
    with pytest.raises(Refused, match="belongs to another move"):
        act(game, 0, BLIND, key="abc")
    assert state_of(game) == before
    assert log.load(game).hands == hands


def test_a_key_belongs_to_one_move_of_one_seat(game: Game) -> None:
    act(game, 0, BLIND, BLIND, key="abc")
    act(game, 1, BLIND, BLIND, key="abc")
    with pytest.raises(Refused, match="belongs to another move"):
        act(game, 0, BLIND, key="abc")


def test_a_refused_move_does_not_use_up_its_key(game: Game) -> None:
    with pytest.raises(Refused):
        act(game, 0, Keep(("x",)), key="abc")
    assert act(game, 0, BLIND, key="abc").done == (BLIND,)


def test_an_error_in_the_middle_leaves_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state_of(game)
    known = log.load(game)

    def fail(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.notifications.outbox.notify_events", fail)
    with pytest.raises(ZeroDivisionError):
        act(game, 0, BLIND, BLIND, key="abc")
    assert state_of(game) == before
    assert log.load(game) == known
    monkeypatch.undo()
    assert act(game, 0, BLIND, BLIND, key="abc").done == (BLIND, BLIND)


def test_a_claim_that_cannot_be_paid_names_the_cards_it_takes(game: Game) -> None:
    hand = log.load(game).hands[0]
    track = max(log.load(game).board.tracks.values(), key=lambda track: track.length)
    colour = "red" if track.colour == "gray" else track.colour
    words = f"too few {colour} cards .* needs {track.length} and you have {hand[colour]}"
    with pytest.raises(Refused, match=words):
        act(game, 0, Claim(track.id, colour))


def test_nothing_moves_in_a_finished_game(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished")
    with pytest.raises(Refused, match="This game is over"):
        act(game, 0, BLIND)


def test_a_game_of_other_rules_is_not_played_on(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(rules_version="0")
    with pytest.raises(Refused, match="version 0 of the rules"):
        act(game, 0, BLIND)


def test_a_player_cannot_skip_a_turn_as_the_clock_does(game: Game) -> None:
    with pytest.raises(Refused, match="Only the clock can skip a turn"):
        act(game, 0, Skip())


def test_an_empty_move_is_refused(game: Game) -> None:
    with pytest.raises(Refused, match="does nothing"):
        act(game, 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_to_one_decision_one_counts(game: Game, now: datetime) -> None:
    for _ in range(5):
        state = log.load(game)
        seat = state.turn_seat
        assert seat is not None
        outcomes = race(
            lambda seat=seat, state=state: submit_action(
                game=game,
                seat=seat,
                decision=state.decision_seqs[seat],
                actions=[BLIND, BLIND],
                actor=str(seat),
                now=now,
            ),
            times=3,
        )
        assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 2
    game.refresh_from_db()
    assert log.verify(game) == []


@pytest.mark.django_db(transaction=True)
def test_copies_of_a_request_that_arrive_together_get_one_answer(game: Game, now: datetime) -> None:
    decision = game.seats.get(number=0).decision
    outcomes = race(
        lambda: submit_action(
            game=game,
            seat=0,
            decision=decision,
            actions=[BLIND],
            actor="0",
            key="abc",
            now=now,
        ),
        times=3,
    )
    assert len(set(outcomes)) == 1
    assert isinstance(outcomes[0], Accepted)


@pytest.mark.django_db(transaction=True)
def test_first_tickets_chosen_at_the_same_moment_all_count(
    begin: Starter, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    game = begin(alice, bob, charlie)
    state = log.load(game)
    seats = iter(range(3))

    def choose() -> Accepted:
        seat = next(seats)
        return submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[Keep(state.offered[seat][:2])],
            actor=str(seat),
            now=now,
        )

    assert all(isinstance(outcome, Accepted) for outcome in race(choose, times=3))
    game.refresh_from_db()
    assert log.load(game).turn == 1
    assert log.verify(game) == []


def race(run, *, times: int) -> list[object]:
    """Run something in several threads at the same moment; return answers and errors."""
    gate = threading.Barrier(times)
    outcomes: list[object] = []

    def go() -> None:
        gate.wait()
        try:
            outcomes.append(run())
        except Refused as refusal:
            outcomes.append(refusal)
        finally:
            connection.close()

    threads = [threading.Thread(target=go) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == times
    return outcomes
