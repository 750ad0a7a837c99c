"""Playing on from a moment of a finished game: what a branch is, who has one, what is refused."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

import engine
from engine import record
from engine.actions import Draw
from engine.bots import choose_action
from engine.events import PilesReshuffled, TableEvent, TakenBack
from games import log
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.play import answer_with_bots
from games.play.transaction import game_transaction
from games.practice.branches import APART, MAX_OF_A_PERSON, begin_branch
from games.practice.games import keep_guest_games, new_guest
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.games import NOW, act, keep_all
from tests.fixtures.records import golden

pytestmark = pytest.mark.django_db


def moment_of(game: Game, seat: int, part: float = 0.5) -> int:
    """An event of a game after which a seat is on turn, at about this part of the log."""
    return next(
        seq
        for seq, state in log.states(game, until=game.version)
        if seq >= game.version * part and state.pending.get(seat) == "turn"
    )


def branches() -> list[Game]:
    return list(Game.objects.filter(practice=True).order_by("pk"))


@pytest.fixture
def japan() -> Game:
    return golden("japan-2-final-round")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seat"), [("japan-3-final-round", 2), ("usa-4-passes", 1), ("team-asia-4-passes", 3)]
)
def test_a_branch_goes_on_from_its_moment_and_ends_by_the_rules(
    alice: Person, name: str, seat: int
) -> None:
    source = golden(name)
    at = moment_of(source, seat, 0.8)
    then = log.state_at(source, at=at)
    game = begin_branch(player=alice, source=source, at=at, seat=seat, now=NOW)
    state = log.load(game)
    for fact in ("hands", "tickets", "racks", "owner", "points", "row", "pending", "trains"):
        assert getattr(state, fact) == getattr(then, fact), fact
    assert Counter(state.deck) == Counter(then.deck)
    assert Counter(state.ticket_deck) == Counter(then.ticket_deck)
    assert log.verify(game) == []
    while (state := log.load(game)).outcome is None:
        mover = next(iter(state.pending))
        if mover == seat:
            act(game, seat, choose_action("planner", engine.view(state, seat)))
        else:
            answer_with_bots(game=Game.objects.get(pk=game.pk), now=NOW)
    assert log.verify(game) == []


def test_the_decks_are_shuffled_again_each_time(alice: Person, bob: Person, japan: Game) -> None:
    at = moment_of(japan, 0, 0.2)
    decks = [
        log.load(begin_branch(player=one, source=japan, at=at, seat=0, now=NOW)).deck
        for one in (alice, bob)
    ]
    assert log.state_at(japan, at=at).deck not in decks
    assert decks[0] != decks[1]


def test_moves_that_were_taken_back_and_events_of_the_table_are_left_out(
    begin: Any, alice: Person, bob: Person
) -> None:
    source = begin(alice, bob, board="japan")
    keep_all(source, 0, 1)
    source.refresh_from_db()
    to = source.version
    act(source, 0, Draw("blind"), Draw("blind"))
    with game_transaction(game=source, now=NOW) as locked:
        locked.append_table_event("table.paused", {"until": None}, "director")
        locked.take_back(to)
    taken_back = log.load(source).seq
    while (state := log.load(source)).outcome is None:
        seat = next(iter(state.pending))
        act(source, seat, choose_action("planner", engine.view(state, seat)))
    source.refresh_from_db()
    undone = begin_branch(player=alice, source=source, at=to + 1, seat=0, now=NOW)
    assert log.load(undone).hands == log.state_at(source, at=to + 2).hands
    later = moment_of(source, 0)
    assert later > taken_back
    branch = begin_branch(player=bob, source=source, at=later, seat=0, now=NOW)
    events = [line.event for line in log.events(branch)]
    assert not any(isinstance(event, TakenBack) for event in events)
    assert [event.type for event in events if isinstance(event, TableEvent)] == ["table.branched"]
    assert sum(isinstance(event, PilesReshuffled) for event in events) == 2
    assert log.load(branch).hands == log.state_at(source, at=later).hands
    for game in (undone, branch):
        assert log.verify(Game.objects.get(pk=game.pk)) == []


def test_a_branch_of_a_branch(alice: Person, japan: Game) -> None:
    first = begin_branch(player=alice, source=japan, at=moment_of(japan, 0), seat=0, now=NOW)
    while (state := log.load(first)).outcome is None:
        mover = next(iter(state.pending))
        act(first, mover, choose_action("planner", engine.view(state, mover)))
    first.refresh_from_db()
    later = NOW + timedelta(minutes=1)
    at = moment_of(first, 1, 0.9)
    second = begin_branch(player=alice, source=first, at=at, seat=1, now=later)
    assert log.load(second).hands == log.state_at(first, at=at).hands
    assert log.verify(second) == []


def test_the_checker_says_that_it_cannot_check_what_a_branch_has_from_another_game(
    alice: Person, japan: Game
) -> None:
    game = begin_branch(player=alice, source=japan, at=60, seat=0, now=NOW)
    game.refresh_from_db()
    found = log.records.complete_record(game)
    (fault,) = record.check(found, running=True)
    assert "the events before it are of another game" in fault
    assert record.check(found, running=True, branch=True) == []


def test_who_changes_the_past_of_a_branch_is_found_out(
    alice: Person, japan: Game, tamper: None
) -> None:
    game = begin_branch(player=alice, source=japan, at=60, seat=0, now=NOW)
    line = game.events.get(type="table.branched")
    game.events.filter(pk=line.pk).update(data={**line.data, "seq": 61})
    assert any("is not what was written" in fault for fault in log.verify(game))


def test_a_branch_counts_for_nothing_and_nobody_else_sees_it(
    alice: Person, bob: Person, japan: Game, browse: Any
) -> None:
    game = begin_branch(player=alice, source=japan, at=60, seat=1, now=NOW)
    game.refresh_from_db()
    assert (game.practice, game.public, game.rated) == (True, False, False)
    assert game.plans == "off"
    assert [seat.bot for seat in game.seats.order_by("number")] == ["level-3", ""]
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "A practice game: only you can see it, and it does not count." in page
    assert browse(alice).get(f"/games/{game.code}/record/").status_code == 404
    for client in (browse(bob), browse()):
        assert client.get(f"/games/{game.code}/").status_code == 404
        assert client.get(f"/games/{game.code}/replay/").status_code == 404
        for path in ("/", "/lobby/", "/players/", f"/players/{alice.name}/"):
            assert game.code not in client.get(path).content.decode()
    for path in ("/seats/", "/lobby/", f"/players/{alice.name}/"):
        assert game.code not in browse(alice).get(path).content.decode()
    assert mail.outbox == []
    learn = browse(alice).get("/learn/").content.decode()
    assert f"from event 60 of game {japan.code}" in learn


def test_an_anonymous_user_plays_on_as_a_guest_in_any_seat_and_keeps_it_on_signing_up(
    alice: Person, japan: Game
) -> None:
    client = Client()
    at = moment_of(japan, 1)
    answer = client.post(f"/games/{japan.code}/branch/", {"at": at, "seat": 1})
    game = Game.objects.get(practice=True)
    assert answer.headers["Location"] == f"/games/{game.code}/"
    page = client.get(f"/games/{game.code}/").content.decode()
    assert "Your turn" in page
    assert "Guest" in page
    steps = {"decision": log.load(game).decision_seqs[1], "text": "draw blind"}
    client.post(f"/games/{game.code}/act/", steps)
    assert game.events.filter(type="game.card_drawn", actor="1", seq__gt=at).exists()
    keep_guest_games(person=alice, guest=Guest.objects.get())
    assert game.seats.get(number=1).person == alice


def test_a_guest_keeps_one_branch_and_a_person_ten(alice: Person, japan: Game) -> None:
    guest = new_guest(address="192.0.2.1", now=NOW)
    for number, player in enumerate([guest, guest, *[alice] * (MAX_OF_A_PERSON + 2)]):
        now = NOW + number * APART
        begin_branch(player=player, source=japan, at=40 + 3 * number, seat=0, now=now)
    assert PracticeGame.objects.filter(guest=guest).count() == 1
    assert PracticeGame.objects.filter(guest=None).count() == MAX_OF_A_PERSON


def test_a_branch_does_not_take_the_place_of_the_game_against_bots(japan: Game) -> None:
    client = Client()
    client.post("/learn/japan/practice/")
    client.post(f"/games/{japan.code}/branch/", {"at": 60, "seat": 0})
    first, second = branches()
    answer = client.post("/learn/japan/practice/")
    assert answer.headers["Location"] == f"/games/{first.code}/"
    client.post("/learn/japan/begin/")
    assert {first, second} < set(branches())


def test_two_presses_begin_one_branch(japan: Game) -> None:
    client = Client()
    answers = [client.post(f"/games/{japan.code}/branch/", {"at": 60, "seat": 0}) for _ in "12"]
    (game,) = branches()
    assert {answer.headers["Location"] for answer in answers} == {f"/games/{game.code}/"}
    refused = client.post(f"/games/{japan.code}/branch/", {"at": 70, "seat": 0}, follow=True)
    assert "You have only just begun such a game." in refused.content.decode()
    assert branches() == [game]


def test_what_cannot_be_played_on_from_says_why_and_nothing_is_done(
    begin: Any, alice: Person, bob: Person, japan: Game, browse: Any
) -> None:
    running = begin(alice, bob)
    void = golden("usa-3-final-round")
    Game.objects.filter(pk=void.pk).update(status=GameStatus.VOID, result=None)
    old = golden("usa-4-passes")
    Game.objects.filter(pk=old.pk).update(rules_version="0")
    unbegun = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
    before = Seat.objects.count()
    for game, at, seat, sentence in (
        (running, 5, 0, "still in progress"),
        (void, 60, 0, "was voided"),
        (old, 60, 0, "followed other rules"),
        (unbegun, 0, 0, "never began"),
        (japan, japan.version, 0, "The game is over at that moment."),
        (japan, 9999, 0, "The game is over at that moment."),
        (japan, 60, 2, "This game has no such seat."),
        (japan, 60, "x", "This game has no such seat."),
    ):
        client = browse(alice if game == unbegun else None)
        answer = client.post(f"/games/{game.code}/branch/", {"at": at, "seat": seat}, follow=True)
        assert sentence in answer.content.decode(), sentence
    assert Seat.objects.count() == before
    assert branches() == []
    assert not Guest.objects.exists()


def test_a_game_that_one_may_not_see_cannot_be_played_on_from(japan: Game, browse: Any) -> None:
    Game.objects.filter(pk=japan.pk).update(public=False)
    for code, at in ((japan.code, 60), ("nosuch11", 60)):
        answer = browse().post(f"/games/{code}/branch/", {"at": at, "seat": 0})
        assert answer.status_code == 404
    Game.objects.filter(pk=japan.pk).update(public=True)
    assert browse().post(f"/games/{japan.code}/branch/", {"at": "x"}).status_code == 404
    assert browse().get(f"/games/{japan.code}/branch/").status_code == 405
    assert branches() == []
