"""A director takes moves back: what becomes of the rows, the clock and the notices (P-1)."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

import engine
from engine.actions import Draw
from games import log
from games.common.errors import Refused, Stale
from games.log import cache
from games.log.models import Event
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.play import play_bots
from games.play.transaction import game_transaction
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all

BLIND = Draw("blind")
LATER = NOW + timedelta(hours=5)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """It is Alice's turn, in seat 0."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


def take_back(game: Game, to: int, now: datetime = LATER) -> None:
    with game_transaction(game=game, now=now) as locked:
        locked.take_back(to)
    game.refresh_from_db()


def test_the_game_is_as_it_was_and_the_log_keeps_everything(game: Game) -> None:
    start, before = game.version, log.load(game)
    act(game, 0, BLIND, BLIND)
    stored = list(Event.objects.filter(game=game).values())
    take_back(game, start)
    state = log.load(game)
    assert (state.hands, state.pending, state.turn) == (before.hands, {0: "turn"}, before.turn)
    assert list(Event.objects.filter(game=game).values())[: len(stored)] == stored
    types = list(Event.objects.filter(game=game).values_list("type", "actor"))[len(stored) :]
    assert types == [("game.taken_back", "director"), ("game.piles_reshuffled", "director")]


def test_the_state_is_the_same_with_and_without_the_cache(game: Game) -> None:
    start = game.version
    act(game, 0, BLIND, BLIND)
    take_back(game, start)
    act(game, 0, BLIND)
    warm = log.load(game)
    cache.clear()
    assert log.load(game) == warm


def test_what_was_asked_before_is_stale_and_the_new_question_can_be_answered(game: Game) -> None:
    start, old = game.version, log.load(game).decision_seqs[0]
    act(game, 0, BLIND)
    second = log.load(game).decision_seqs[0]
    take_back(game, start)
    for decision in (old, second):
        with pytest.raises(Stale):
            act(game, 0, BLIND, decision=decision)
    assert game.seats.get(number=0).decision == log.load(game).decision_seqs[0] > second
    act(game, 0, BLIND, BLIND)


@pytest.mark.parametrize("steps", [1, 2])
def test_time_counts_from_now_for_those_who_are_to_decide(game: Game, steps: int) -> None:
    """Also where the turn goes on in its midst, and where another seat had the move."""
    act(game, 0, BLIND)
    half = log.load(game).seq
    act(game, 0, BLIND)
    if steps == 2:
        act(game, 1, BLIND, BLIND)
    take_back(game, half)
    first, second = game.seats.order_by("number")
    assert (first.kind, first.opened_at) == ("second", LATER)
    assert first.due_at == LATER + timedelta(days=game.days_per_turn)
    assert (second.decision, second.due_at, second.kind) == (None, None, "")


def test_those_who_are_to_decide_are_notified(game: Game) -> None:
    act(game, 0, BLIND)
    half = log.load(game).seq
    act(game, 0, BLIND)
    Notice.objects.all().delete()
    take_back(game, half)
    (notice,) = Notice.objects.all()
    seat = game.seats.get(number=0)
    assert (notice.person_id, notice.kind) == (seat.person_id, NoticeKind.TURN)
    assert notice.decision == seat.decision


def test_first_choices_can_be_taken_back(begin: Starter, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    dealt = game.version
    keep_all(game, 0, 1)
    take_back(game, dealt)
    assert list(game.seats.order_by("number").values_list("kind", flat=True)) == ["setup"] * 2
    keep_all(game, 0, 1)
    assert log.load(game).turn == 1


def test_a_bot_that_is_to_move_again_moves(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    dealt = game.version
    keep_all(game, 0)
    play_bots(game=game, now=NOW)
    take_back(game, dealt)
    assert play_bots(game=game, now=LATER) == 1
    assert set(log.load(game).pending) == {0}


def test_a_log_with_a_take_back_is_proved(game: Game) -> None:
    start = game.version
    act(game, 0, BLIND, BLIND)
    act(game, 1, BLIND, BLIND)
    take_back(game, start)
    act(game, 0, BLIND, BLIND)
    out = StringIO()
    call_command("verify_log", stdout=out)
    assert log.verify(game) == []


def test_a_finished_game_with_a_take_back_can_be_taken_elsewhere(game: Game, tamper: None) -> None:
    start = game.version
    act(game, 0, BLIND, BLIND)
    take_back(game, start)
    finish(game)
    lines = list(log.export_record(game))
    assert any('"game.taken_back"' in line for line in lines)
    ended = log.load(game)
    Event.objects.filter(game=game).delete()
    assert log.load(log.import_record(lines, now=LATER)) == ended


def finish(game: Game) -> None:
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        claims = [a for a in state.legal_actions(seat) if isinstance(a, engine.actions.Claim)]
        longest = max(
            claims, key=lambda claim: state.board.tracks[claim.track].length, default=None
        )
        act(game, seat, longest or engine.automatic_action(state, seat))
    game.refresh_from_db()


@pytest.mark.parametrize("to", [-1, 2, 999])
def test_what_is_no_moment_of_the_game_is_refused_and_nothing_happens(game: Game, to: int) -> None:
    act(game, 0, BLIND)
    game.refresh_from_db()
    version = game.version
    with pytest.raises(Refused, match=r"Choose a point|choose one from"):
        take_back(game, to)
    game.refresh_from_db()
    assert game.version == version


def test_a_view_of_a_running_game_tells_what_was_taken_back_and_nothing_hidden(game: Game) -> None:
    start = game.version
    act(game, 0, BLIND, BLIND)
    take_back(game, start)
    taken, piles = list(log.export_record(game))[-2:]
    assert '"learnt":[0]' in taken
    assert '"deck_count"' in piles
    assert '"deck":' not in piles
    told = log.redacted_events(game, log.load(game), 0, after=game.version - 2)
    assert [line.type for line in told] == ["game.taken_back", "game.piles_reshuffled"]
    assert "deck" not in told[1].data
