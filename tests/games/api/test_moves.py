"""Moves and orders: carried out once, held and withdrawn, refused with the words of the pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from engine.actions import Claim, Draw
from games import log
from games.absence.substitution import replace_player
from games.api import views_moves
from games.log.models import Event
from games.people.models import Person
from games.plans.models import SeatPlan
from games.play.hold import make_held_moves
from games.play.models import HeldMove, Submission
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.api.conftest import Api

CLAIM = {"type": "claim", "track": "dallas-houston-gray-1", "colour": "red"}
BLIND = {"type": "draw", "source": "blind"}


@pytest.fixture
def moves(red_hand: Game) -> str:
    return f"games/{red_hand.code}/moves/"


def decision(game: Game, seat: int = 0) -> int:
    return log.load(game).decision_seqs[seat]


def events(game: Game) -> int:
    return Event.objects.filter(game=game).count()


def test_a_move_is_made(red_hand: Game, moves: str, api: Api, alice: Person) -> None:
    before = Game.objects.get(pk=red_hand.pk).version
    number = decision(red_hand)
    answer = api(alice).post(moves, {"decision": number, "actions": [CLAIM]})
    assert answer.status_code == 200
    assert answer.data["first_seq"] == before + 1
    assert answer.data["done"][0]["track"] == CLAIM["track"]
    assert (answer.data["left"], answer.data["why"]) == ([], "")
    assert log.load(red_hand).owner == {CLAIM["track"]: 0}


def test_a_legal_action_can_be_sent_back_as_it_stands(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    program = api(alice)
    listed = program.get(f"games/{red_hand.code}/actions/?type=claim").data
    move = {"decision": listed["decision"], "actions": listed["results"][:1]}
    assert program.post(moves, move).data["done"] == listed["results"][:1]


def test_steps_of_a_turn_that_cannot_be_done_any_more_are_left(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    steps = [{"type": "draw", "source": "white"}, {"type": "draw", "source": "locomotive"}]
    answer = api(alice).post(moves, {"decision": decision(red_hand), "actions": steps})
    assert answer.data["done"] == steps[:1]
    assert answer.data["left"] == steps[1:]
    assert "locomotive" in answer.data["why"]


def test_the_same_request_again_moves_once(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    program, move = api(alice), {"decision": decision(red_hand), "actions": [BLIND]}
    for headers in ({"Idempotency-Key": "one"}, {"Idempotency-Key": "one"}):
        first = program.post(moves, move, **headers)
        count = events(red_hand)
        again = program.post(moves, move, **headers)
        assert (again.status_code, again.data) == (200, first.data)
        assert events(red_hand) == count
    assert Submission.objects.get(seat__game=red_hand, seat__number=0, decision=move["decision"])


def test_without_a_key_the_same_move_is_the_same_request(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    program, move = api(alice), {"decision": decision(red_hand), "actions": [CLAIM]}
    assert program.post(moves, move).data == program.post(moves, move).data


@pytest.mark.parametrize("hold", [False, True])
def test_a_key_with_another_move_is_refused(
    red_hand: Game, moves: str, api: Api, alice: Person, hold: bool
) -> None:
    program, number = api(alice), decision(red_hand)
    key = {"Idempotency-Key": "one"}
    other = {**CLAIM, "colour": "locomotive"} if hold else BLIND
    program.post(moves, {"decision": number, "actions": [CLAIM], "hold": hold}, **key)
    count = events(red_hand)
    for wrong in (
        {"decision": number, "actions": [{**CLAIM, "locomotives": 1}], "hold": hold},
        {"decision": number, "actions": [other, BLIND][:1], "hold": hold},
    ):
        answer = program.post(moves, wrong, **key)
        assert answer.status_code == 422
        assert answer.data["type"].endswith("#problem-reused-key")
        assert "belongs to another move" in answer.data["detail"]
    assert events(red_hand) == count


def test_a_key_is_of_one_person(red_hand: Game, moves: str, api: Api, alice, bob) -> None:
    key = {"Idempotency-Key": "one"}
    api(alice).post(moves, {"decision": decision(red_hand), "actions": [CLAIM]}, **key)
    move = {"decision": decision(red_hand, 1), "actions": [BLIND]}
    assert api(bob).post(moves, move, **key).data["done"] == [BLIND]
    assert api(bob).post(moves, move, **{"Idempotency-Key": "k" * 256}).status_code == 400


def test_a_stale_decision_is_refused(red_hand: Game, moves: str, api: Api, alice: Person) -> None:
    count = events(red_hand)
    answer = api(alice).post(moves, {"decision": 1, "actions": [CLAIM]})
    assert answer.status_code == 409
    assert "moved on" in answer.data["detail"]
    assert events(red_hand) == count


def test_a_seat_of_others_is_theirs(
    red_hand: Game, moves: str, api: Api, bob: Person, dana: Person
) -> None:
    move = {"decision": decision(red_hand), "actions": [CLAIM]}
    count = events(red_hand)
    assert api(bob).post(moves, move).status_code == 409
    answer = api(dana).post(moves, move)
    assert (answer.status_code, answer.data["title"]) == (403, "You have no seat there")
    assert events(red_hand) == count


def test_a_rule_refuses_with_its_message_and_ruling(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    wrong = {"type": "claim", "track": "boston-montreal-gray-1", "colour": "green"}
    move = {"decision": decision(red_hand), "actions": [wrong]}
    english = api(alice).post(moves, move)
    dutch = api(alice, **{"Accept-Language": "nl-BE, en;q=0.5"}).post(moves, move)
    assert english.status_code == dutch.status_code == 422
    assert english.data["message"] == dutch.data["message"]
    assert english.data["message"].startswith("claim.")
    assert english.data["ruling"].startswith("B-")
    assert english.data["detail"] != dutch.data["detail"]


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [BLIND] * 7,
        ["draw"],
        [{}],
        [{"type": "fly"}],
        [{"type": "draw", "source": 1}],
        [{"type": "draw", "source": "blind", "why": "x"}],
        [{"type": "claim"}],
        [{"type": "keep", "tickets": ["x"] * 10}],
        {"type": "draw", "source": "blind"},
        None,
    ],
)
def test_an_action_that_cannot_be_read_is_refused(
    red_hand: Game, moves: str, api: Api, alice: Person, actions: object
) -> None:
    answer = api(alice).post(moves, {"decision": decision(red_hand), "actions": actions})
    assert answer.status_code == 400
    assert answer.data["errors"][0]["pointer"].startswith("/actions")


def test_only_the_clock_skips(red_hand: Game, moves: str, api: Api, alice: Person) -> None:
    move = {"decision": decision(red_hand), "actions": [{"type": "skip"}]}
    assert api(alice).post(moves, move).status_code == 422


def test_bots_answer_a_move(begin: Starter, api: Api, alice: Person) -> None:
    game = begin(alice, bots=["random"], board="japan")
    keep_all(game, 0)
    from games.play import play_bots

    play_bots(game=game, now=NOW)
    move = {"decision": decision(game), "actions": [BLIND, BLIND]}
    done = api(alice).post(f"games/{game.code}/moves/", move).data
    assert Game.objects.get(pk=game.pk).version > done["last_seq"]


def test_a_held_move_is_seen_by_its_owner_alone_and_made_in_the_end(
    red_hand: Game, moves: str, api: Api, alice: Person, bob: Person
) -> None:
    program, other = api(alice), api(bob)
    before = other.get(f"games/{red_hand.code}/").content
    key = {"Idempotency-Key": "one"}
    move = {"decision": decision(red_hand), "actions": [CLAIM], "hold": True}
    held = program.post(moves, move, **key)
    assert held.status_code == 202
    assert program.post(moves, move, **key).data == held.data
    assert program.get(f"games/{red_hand.code}/held-move/").data == held.data
    assert program.get(f"games/{red_hand.code}/").data["you"]["held_until"]
    assert other.get(f"games/{red_hand.code}/").content == before
    assert other.get(f"games/{red_hand.code}/held-move/").status_code == 404
    later = NOW + timedelta(minutes=10)
    assert make_held_moves(now=later) == 1
    with time_machine.travel(later, tick=False):
        made = program.post(moves, move, **key)
        assert (made.status_code, made.data["done"][0]["track"]) == (200, CLAIM["track"])
        assert program.get(f"games/{red_hand.code}/held-move/").status_code == 404


def test_a_held_move_that_ended_the_game_is_answered_again_as_it_was_made(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    program, first = api(alice), red_hand.version + 1
    move = {"decision": decision(red_hand), "actions": [CLAIM], "hold": True}
    program.post(moves, move, **{"Idempotency-Key": "one"})
    make_held_moves(now=NOW + timedelta(minutes=10))
    Game.objects.filter(pk=red_hand.pk).update(status=GameStatus.FINISHED)
    again = program.post(moves, move, **{"Idempotency-Key": "one"})
    assert (again.status_code, again.data.get("first_seq")) == (200, first)
    other = {**move, "decision": first}
    assert "another move" in program.post(moves, other, **{"Idempotency-Key": "one"}).data["detail"]
    late = program.post(moves, move, **{"Idempotency-Key": "two"})
    assert (late.status_code, "game is over" in late.data["detail"]) == (422, True)


def test_a_held_move_is_withdrawn(red_hand: Game, moves: str, api: Api, alice: Person) -> None:
    program = api(alice)
    program.post(moves, {"decision": decision(red_hand), "actions": [CLAIM], "hold": True})
    assert program.delete(f"games/{red_hand.code}/held-move/").status_code == 204
    assert not HeldMove.objects.exists()
    again = program.delete(f"games/{red_hand.code}/held-move/")
    assert (again.status_code, "no longer holding a move" in again.data["detail"]) == (422, True)


def test_who_always_holds_holds_here_too(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(hold_moves=True)
    move = {"decision": decision(red_hand), "actions": [CLAIM]}
    assert api(alice).post(moves, move).status_code == 202


def test_an_order_is_given_read_and_cancelled(red_hand: Game, api: Api, bob: Person, alice) -> None:
    path = f"games/{red_hand.code}/order/"
    program = api(bob)
    assert program.get(path).status_code == 404
    given = program.put(path, {"text": "when red is face up: draw red blind else draw blind blind"})
    assert given.status_code == 200
    assert given.data["fate"] == "standing"
    assert program.get(path).data == given.data
    assert program.put(path, {"text": given.data["text"]}).data["text"] == given.data["text"]
    assert api(alice).get(path).status_code == 404
    assert program.delete(path).status_code == 204
    assert not SeatPlan.objects.exists()
    assert program.delete(path).status_code == 422


def test_an_order_about_stations_is_given_and_read(
    begin: Starter, api: Api, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, board="europe")
    keep_all(game, 0, 1)
    path = f"games/{game.code}/order/"
    text = "when there is a station in wien and i have 2 stations: draw blind; draw blind"
    given = api(bob).put(path, {"text": text})
    assert given.status_code == 200
    assert api(bob).get(path).data["text"] == text
    said = api(bob).put(path, {"text": "when i have 4 stations: tickets"})
    assert said.status_code == 422
    assert "3 stations at most" in said.data["detail"]


@pytest.mark.parametrize("text", ["", "fly", "when: draw", "claim atlantis"])
def test_an_order_that_cannot_be_read_is_refused(
    red_hand: Game, api: Api, bob: Person, text: str
) -> None:
    answer = api(bob).put(f"games/{red_hand.code}/order/", {"text": text})
    assert answer.status_code in (400, 422)
    assert answer.data["detail"]
    assert not SeatPlan.objects.exists()


def test_no_order_is_given_in_ones_own_turn(red_hand: Game, api: Api, alice: Person) -> None:
    answer = api(alice).put(f"games/{red_hand.code}/order/", {"text": "draw blind blind"})
    assert answer.status_code == 422
    assert "your turn now" in answer.data["detail"]


def test_moves_of_pages_and_programs_know_each_other(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    number = decision(red_hand)
    act(red_hand, 0, Claim(CLAIM["track"], "red"), Draw("blind"))
    assert api(alice).post(moves, {"decision": number, "actions": [CLAIM]}).status_code == 409


def test_a_move_as_text_is_read_as_on_the_page(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    number = decision(red_hand)
    program, key = api(alice), {"Idempotency-Key": "typed"}
    for text in ("fly", "claim atlantis", ""):
        wrong = program.post(moves, {"decision": number, "text": text})
        assert wrong.status_code in (400, 422)
        assert wrong.data["detail"]
    for body in ({}, {"text": "draw blind blind", "actions": [BLIND]}):
        assert program.post(moves, {"decision": number, **body}).status_code == 400
    move = {"decision": number, "text": "draw blind blind"}
    made = program.post(moves, move, **key)
    assert (made.status_code, made.data["done"]) == (200, [BLIND, BLIND])
    assert program.post(moves, move, **key).data == made.data
    same = {"decision": number, "actions": [BLIND, BLIND]}
    assert program.post(moves, same, **key).data == made.data
    other = program.post(moves, {**move, "text": "draw blind"}, **key)
    assert (other.status_code, other.data["type"][-10:]) == (422, "reused-key")
    assert program.post(moves, {**move, "text": "draw blind"}).status_code == 409


def test_a_move_as_text_is_read_in_dutch_too(
    red_hand: Game, moves: str, api: Api, alice: Person
) -> None:
    move = {"decision": decision(red_hand), "text": "pak blind blind"}
    answer = api(alice, **{"Accept-Language": "nl"}).post(moves, move)
    assert answer.data["done"] == [BLIND, BLIND]


def test_who_has_lost_the_seat_is_told_so(
    red_hand: Game, moves: str, api: Api, alice: Person, charlie: Person
) -> None:
    move = {"decision": decision(red_hand), "actions": [CLAIM]}
    replace_player(game=red_hand, seat=0, by=charlie, actor="director", now=NOW)
    count = events(red_hand)
    program = api(alice)
    order = {"text": "when always: draw blind, draw blind"}
    for answer in (
        program.post(moves, move),
        program.put(moves.replace("moves/", "order/"), order),
        program.delete(moves.replace("moves/", "held-move/")),
    ):
        assert answer.status_code == 409
        assert answer.data["type"].endswith("#problem-seat-lost")
    assert program.get(moves.replace("moves/", "actions/")).status_code == 403
    assert events(red_hand) == count


def test_a_move_that_loses_its_seat_meanwhile_is_told_so(
    red_hand: Game, moves: str, api: Api, alice: Person, charlie: Person, monkeypatch
) -> None:
    move = {"decision": decision(red_hand), "actions": [CLAIM]}
    submit = views_moves.submit_action

    def later(**named: object) -> object:
        replace_player(game=red_hand, seat=0, by=charlie, actor="director", now=NOW)
        return submit(**named)

    monkeypatch.setattr(views_moves, "submit_action", later)
    answer = api(alice).post(moves, move)
    assert (answer.status_code, answer.data["title"]) == (409, "Somebody else has your seat")
    assert "taken this seat" in answer.data["detail"]
    assert set(answer.data) == {"type", "title", "status", "detail"}
    assert decision(red_hand) == move["decision"]
