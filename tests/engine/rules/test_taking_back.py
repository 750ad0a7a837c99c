"""A director takes moves back, and nobody gains by what was seen (P-1)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events, record, wire
from engine.actions import Draw, DrawTickets, Keep
from engine.cli import main
from engine.events import Event, PilesReshuffled, TableEvent, TakenBack
from engine.record import DIRECTOR_ACTOR, Header
from engine.rules.taking_back import ANSWERED_DECISIONS
from engine.state import FIELDS
from tests.engine.invariants import BOARDS_AND_SEATS, check_things, check_worlds, through_json
from tests.thinning import cases

Told = list[tuple[Event, str, dict[str, Any] | None]]


class Log:
    """A game with its whole log, as a site keeps them."""

    def __init__(self, board: str = "usa", seats: int = 2, seed: int = 1) -> None:
        self.board = engine.load_board(board)
        self.chance = engine.Chance.from_seed(seed, seats)
        self.game, dealt = engine.new_game(self.board, seats, self.chance)
        self.told: Told = [(event, "table", None) for event in dealt]

    @property
    def events(self) -> list[Event]:
        return [event for event, _, _ in self.told]

    def play(self, seat: int, action: engine.Action) -> list[Event]:
        cause: dict[str, Any] | None = {**wire.encode_action(action), "seat": seat}
        new = self.game.play(seat, action, self.chance)
        for event in new:
            self.told.append((event, str(seat), cause))
            cause = None
        return new

    def random_step(self, rng: random.Random) -> list[Event]:
        seat = rng.choice(sorted(self.game.pending))
        return self.play(seat, rng.choice(self.game.legal_actions(seat).listed()))

    def note(self) -> None:
        event = TableEvent("table.paused", {})
        self.game.apply(event)
        self.told.append((event, DIRECTOR_ACTOR, None))

    def take_back(self, to: int) -> TakenBack:
        self.game, new = engine.take_back(self.board, self.events, to, self.chance)
        self.told += [(event, DIRECTOR_ACTOR, None) for event in new]
        taken = new[0]
        assert isinstance(taken, TakenBack)
        return taken

    def record(self) -> record.Record:
        header = Header(
            board=self.board.key,
            board_digest=self.board.digest,
            seats=self.game.seats,
            commitment=self.chance.commitment,
            contributions=list(self.chance.contributions),
        )
        return record.record_game(self.told, header, self.chance.secret)


def chosen(board: str = "usa", seats: int = 2) -> Log:
    """A game at its first turn."""
    log = Log(board, seats)
    while not log.game.turn:
        seat = min(log.game.pending)
        log.play(seat, engine.automatic_action(log.game, seat))
    return log


@given(
    table=st.sampled_from(BOARDS_AND_SEATS),
    seed=st.integers(0, 2**32),
    lengths=st.lists(st.integers(1, 60), min_size=1, max_size=3),
    data=st.data(),
)
@settings(max_examples=cases(8, 25))
def test_a_game_goes_on_from_wherever_it_was_taken_back_to(table, seed, lengths, data) -> None:
    """P-1, P-2: all things are accounted for, views keep their secrets, the record adds up."""
    rng = random.Random(seed)
    log = Log(*table, seed=seed)
    for length in lengths:
        for _ in range(length):
            if log.game.outcome is None:
                log.random_step(rng)
                if rng.random() < 0.05:
                    log.note()
        if log.game.outcome is not None:
            break
        to = data.draw(st.sampled_from(engine.return_points(log.board, log.events)))
        before = engine.replay(log.board, log.events[: to + 1])
        taken = log.take_back(to)
        assert_same_but_for_the_piles(log.game, before, taken)
        check_things(log.game)
        check_worlds(log.game, log.events[-2:], rng)
    while log.game.outcome is None:
        log.random_step(rng)
        check_things(log.game)
    assert [through_json(event) for event in log.events] == log.events
    assert engine.replay(log.board, log.events) == log.game
    numbers = [number for event in log.events for number in shuffles_in(event)]
    assert numbers == list(range(len(numbers))), "numbers of shuffles count on and never repeat"
    ended = [event for event in log.events if isinstance(event, events.GameEnded)]
    assert len(ended) == 1
    read = record.load(record.dump(log.record()))
    assert record.check(read) == []


def assert_same_but_for_the_piles(game: engine.Game, before: engine.Game, taken: TakenBack) -> None:
    assert Counter(game.deck) == Counter(before.deck)
    assert Counter(game.ticket_deck) == Counter(before.ticket_deck)
    returned = [
        [(one.seat, one.ticket) for one in state.returned_tickets] for state in (game, before)
    ]
    assert returned[0] == returned[1]
    assert set(game.decision_seqs.values()) == {game.seq - 1}, "links to old decisions must be dead"
    for name in set(FIELDS) - {
        "deck", "ticket_deck", "returned_tickets", "seq", "shuffles", "decision_seqs",
    }:  # fmt: skip
        assert getattr(game, name) == getattr(before, name), name


def shuffles_in(event: Event) -> list[int]:
    if isinstance(event, PilesReshuffled):
        both = (event.deck_shuffle, event.ticket_shuffle)
        return [number for number in both if number is not None]
    number = getattr(event, "shuffle", None)
    return [] if number is None else [number]


def test_what_was_seen_of_the_piles_is_worth_nothing_afterwards() -> None:
    """P-1: the drawn card goes back into a deck in another order, and so do known tickets."""
    log = chosen()
    to = log.game.seq
    deck, tickets = log.game.deck.copy(), log.game.ticket_deck.copy()
    log.play(log.game.turn_seat, Draw("blind"))
    log.take_back(to)
    assert sorted(log.game.deck) == sorted(deck)
    assert log.game.deck != deck
    assert log.game.ticket_deck != tickets


def test_the_log_names_who_was_shown_what_was_hidden() -> None:
    """P-1"""
    log = chosen(seats=3)
    start, first = log.game.seq, log.game.turn_seat
    assert first is not None
    log.play(first, DrawTickets())
    assert log.take_back(start).learnt == (first,)
    log.play(first, Draw("blind"))
    assert log.take_back(start).learnt == (first,), "also what was seen before an earlier one"
    log.play(first, Draw(next(card for card in log.game.row if card)))
    assert log.take_back(start).learnt == (0, 1, 2), "all see what is turned up"


def test_a_passed_choice_of_tickets_shows_nobody_anything() -> None:
    """P-1: a choice among tickets that the seat knew already."""
    log = chosen()
    seat = log.game.turn_seat
    assert seat is not None
    log.play(seat, DrawTickets())
    to = log.game.seq
    log.play(seat, Keep(log.game.offered[seat]))
    assert log.take_back(to).learnt == ()


def test_teammates_learn_what_comes_to_the_rack() -> None:
    """P-1, A-2, A-6"""
    log = chosen("team-asia", 4)
    start = log.game.seq
    first = log.game.turn_seat
    assert first is not None
    (mate,) = (seat for seat in log.game.teams[log.game.team_of[first]] if seat != first)
    log.play(first, engine.actions.Share(tuple(log.game.tickets[first][:1])))
    assert log.take_back(start).learnt == (mate,)


def test_first_choices_can_be_taken_back_one_by_one() -> None:
    """P-1: until the last has chosen nobody has learnt anything; then all know the numbers."""
    log = Log()
    dealt = log.game.seq
    log.play(0, engine.automatic_action(log.game, 0))
    half = log.game.seq
    assert log.take_back(dealt).learnt == ()
    assert set(log.game.pending) == {0, 1}
    log.take_back(half)
    assert set(log.game.pending) == {1}
    log.play(1, engine.automatic_action(log.game, 1))
    assert log.game.turn == 1
    assert log.take_back(dealt).learnt == (0, 1)


def test_a_take_back_that_went_too_far_can_be_repaired() -> None:
    """P-1: also a moment that was taken back can be gone back to."""
    log = chosen()
    start = log.game.seq
    rng = random.Random(3)
    while log.game.turn < 6:
        log.random_step(rng)
    far, hands = log.game.seq, log.game.hands
    log.random_step(rng)
    log.take_back(start)
    assert log.game.turn == 1
    log.take_back(far)
    assert (log.game.turn, log.game.hands) == (6, hands)
    assert engine.replay(log.board, log.events) == log.game


def test_moments_are_those_that_are_not_refused() -> None:
    """P-1: never into the midst of what an action causes, never before the deal is done."""
    log = chosen("team-asia", 4)
    rng = random.Random(5)
    for _ in range(40):
        log.random_step(rng)
    log.take_back(engine.return_points(log.board, log.events)[20])
    log.random_step(rng)
    log.note()
    allowed = set(engine.return_points(log.board, log.events))
    assert len(allowed) > 30
    for to in range(len(log.events)):
        if to in allowed:
            assert engine.take_back(log.board, log.events, to, log.chance)[0].pending
        else:
            with pytest.raises(engine.IllegalAction, match=r"^P-1: back\."):
                engine.take_back(log.board, log.events, to, log.chance)


@pytest.mark.parametrize("to", [-1, 10**6])
def test_a_game_goes_back_to_no_event_that_it_does_not_have(to: int) -> None:
    log = chosen()
    with pytest.raises(engine.IllegalAction, match=r"back\.no_such_event"):
        log.take_back(to)


def test_nothing_cannot_be_taken_back() -> None:
    log = chosen()
    last = log.game.seq
    log.note()
    for to in (last, last + 1):
        with pytest.raises(engine.IllegalAction, match=r"back\.nothing"):
            log.take_back(to)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    """P-1: its secret is known, and with that every shuffle to come."""
    log = chosen()
    start, rng = log.game.seq, random.Random(1)
    while log.game.outcome is None:
        log.random_step(rng)
    with pytest.raises(engine.IllegalAction, match=r"back\.over"):
        log.take_back(start)
    assert engine.return_points(log.board, log.events) == []


def test_a_state_alone_cannot_go_back() -> None:
    with pytest.raises(ValueError, match="replay the log"):
        chosen().game.apply(TakenBack(3, (), 3))


def test_each_step_of_a_log_comes_with_its_state() -> None:
    log = chosen()
    start = log.game.seq
    rng = random.Random(2)
    for _ in range(9):
        log.random_step(rng)
    log.take_back(start)
    for _ in range(9):
        log.random_step(rng)
    for seq, (event, game) in enumerate(engine.replay_steps(log.board, log.events)):
        assert event == log.events[seq]
        assert game == engine.replay(log.board, log.events[: seq + 1])
    counted = engine.effective_seqs(log.events)
    assert counted[: start + 2] == [*range(start + 1), counted[start + 1]]
    assert isinstance(log.events[counted[start + 1]], TakenBack)


def finished() -> Log:
    log = chosen()
    start, rng = log.game.seq, random.Random(7)
    for _ in range(20):
        log.random_step(rng)
    log.take_back(start)
    while log.game.outcome is None:
        log.random_step(rng)
    return log


def test_a_finished_game_has_moments_at_which_it_waited() -> None:
    log = finished()
    assert engine.return_points(log.board, log.events) == []
    moments = engine.waiting_points(log.board, log.events)
    caused = [seq for seq, (_event, _by, action) in enumerate(log.told) if action is not None]
    taken_back = [seq for seq, event in enumerate(log.events) if isinstance(event, TakenBack)]
    assert moments == sorted(seq - 1 for seq in (*caused, *taken_back))


def test_decks_that_are_shuffled_anew_hold_the_same_and_nothing_else_changes() -> None:
    log = chosen()
    before = log.game.copy()
    event = engine.reshuffle(log.game, engine.Chance.from_seed(2, 2))
    assert isinstance(event, PilesReshuffled)
    assert log.game.deck != before.deck
    assert Counter(log.game.deck) == Counter(before.deck)
    assert Counter(log.game.ticket_deck) == Counter(before.ticket_deck)
    assert log.game.hands == before.hands
    assert log.game.pending == before.pending
    assert log.game.seq == before.seq + 1


def faults_with(log: Log, kind: type, actor: str = DIRECTOR_ACTOR, **change: Any) -> list[str]:
    log.told = [
        (replace(event, **change), actor, None) if isinstance(event, kind) else (event, by, action)
        for event, by, action in log.told
    ]
    return record.check(log.record())


def test_a_record_says_what_was_taken_back_and_is_checked_for_it() -> None:
    """P-1, P-2"""
    log = finished()
    assert record.check(log.record()) == []
    piles = next(event for event in log.events if isinstance(event, PilesReshuffled))
    for change in ({"to": 3}, {"learnt": (1,)}, {"shuffles": 9}):
        assert faults_with(finished(), TakenBack, **change) != []
    stacked = {"deck": piles.deck[::-1]}
    (fault,) = faults_with(finished(), PilesReshuffled, **stacked)
    assert "piles_reshuffled" in fault
    (fault,) = faults_with(finished(), TakenBack, actor="0")
    assert "only a director" in fault


def test_the_command_line_checks_and_shows_such_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """P-1: the log tells that it happened and who knows more; the table stands as it stood."""
    path = tmp_path / "taken-back.jsonl"
    log = finished()
    path.write_text("\n".join(record.dump(log.record())), encoding="utf-8")
    back = next(n for n, event in enumerate(log.events) if isinstance(event, TakenBack))
    assert main(["check", str(path)]) == 0
    assert "adds up" in capsys.readouterr().out
    assert main(["show", str(path), "--at", str(back + 1)]) == 0
    told = capsys.readouterr().out
    assert f"nothing after event {log.events[back].to} counts" in told  # type: ignore[union-attr]
    assert "By then, everybody had seen something hidden." in told
    assert "Both decks were reshuffled." in told


def test_every_event_that_an_action_begins_with_is_known() -> None:
    """What no action causes, and what only follows, is not in the table; all others are."""
    follows = {
        "GameStarted", "DeckShuffled", "TicketsShuffled", "LongTicketsShuffled", "CardsDealt",
        "RowFilled", "RowFlushed", "TicketsDealt", "ChoicesRevealed", "TicketsReturned",
        "TurnStarted", "DecisionOpened",
        "TeamTicketsPlaced", "TunnelTurnedUp", "FinalRoundStarted", "GameEnded", "TakenBack",
        "PilesReshuffled",
    }  # fmt: skip
    kinds = {kind.__name__ for kind in wire.EVENT_TYPES.values()}
    assert {kind.__name__ for kind in ANSWERED_DECISIONS} == kinds - follows
