"""Making moves through the pages, as a browser without scripts does."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from engine import wire
from engine.actions import Claim, Draw, DrawTickets, Keep
from games import log
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import act
from tests.fixtures.pages import Browse


def post(client: Client, game, *actions, **fields):
    seat = fields.pop("seat", 0)
    decision = fields.pop("decision", log.load(game).decision_seqs.get(seat, 0))
    return client.post(
        f"/games/{game.code}/act/",
        {
            "decision": decision,
            "action": [json.dumps(wire.encode_action(action)) for action in actions],
            **fields,
        },
    )


def test_a_card_drawn_blind_is_told_on_the_page_that_follows(red_hand, browse, alice):
    client = browse(alice)
    response = post(client, red_hand, Draw("blind"))
    assert response.status_code == 302
    page = client.get(response.url).content.decode()
    assert "You drew a card from the deck: orange." in page
    assert "Your second card" in page


def test_two_cards_end_the_turn(red_hand, browse, alice):
    client = browse(alice)
    post(client, red_hand, Draw("blind"))
    post(client, red_hand, Draw("white"))
    assert log.load(red_hand).turn_seat == 1


def test_a_claim_is_made(red_hand, browse, alice):
    client = browse(alice)
    response = post(client, red_hand, Claim("atlanta-nashville-gray", "red"))
    page = client.get(response.url).content.decode()
    assert "You claimed Atlanta – Nashville with 1 red: 1 point." in page


def test_tickets_are_drawn_and_kept(red_hand, browse, alice):
    client = browse(alice)
    post(client, red_hand, DrawTickets())
    offered = log.load(red_hand).offered[0]
    post(client, red_hand, Keep(offered[:1]))
    assert offered[0] in log.load(red_hand).tickets[0]


def test_a_typed_command_is_carried_out(red_hand, browse, alice):
    decision = log.load(red_hand).decision_seqs[0]
    response = browse(alice).post(
        f"/games/{red_hand.code}/act/", {"decision": decision, "text": "draw white blind"}
    )
    assert response.status_code == 302
    assert log.load(red_hand).turn_seat == 1


def test_a_second_click_gets_the_first_answer(red_hand, browse, alice):
    client = browse(alice)
    decision = log.load(red_hand).decision_seqs[0]
    first = post(client, red_hand, Draw("blind"), decision=decision)
    again = post(client, red_hand, Draw("blind"), decision=decision)
    assert (again.status_code, again.url) == (302, first.url)
    assert sum(log.load(red_hand).hands[0].values()) == 5


def test_a_closed_decision_is_a_conflict_and_shows_the_game_as_it_is(red_hand, browse, alice):
    decision = log.load(red_hand).decision_seqs[0]
    act(red_hand, 0, Draw("blind"))
    response = post(browse(alice), red_hand, Draw("white"), decision=decision)
    assert response.status_code == 409
    page = response.content.decode()
    assert "The game has moved on" in page
    assert "Your second card" in page


def test_an_illegal_move_is_refused_with_a_sentence(red_hand, browse, alice):
    response = post(browse(alice), red_hand, Claim("calgary-winnipeg-white", "white"))
    assert response.status_code == 422
    assert "Pay in another way" in response.content.decode()
    assert log.load(red_hand).turn == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decision": "x"},
        {"decision": "-1", "action": "{}"},
        {"decision": "9" * 40, "action": "{}"},
        {"decision": "5"},
        {"decision": "5", "action": "not json"},
        {"decision": "5", "action": "[" * 5000},
        {"decision": "5", "action": '{"type": "skip"}'},
        {"decision": "5", "text": "dance"},
        {"decision": "5", "action": '{"type": "draw", "source": "blind"}', "key": "k" * 65},
    ],
)
def test_a_form_that_makes_no_sense_changes_nothing(red_hand, browse, alice, body):
    decision = log.load(red_hand).decision_seqs[0]
    if body.get("decision") == "5":
        body = {**body, "decision": str(decision)}
    red_hand.refresh_from_db()
    before = red_hand.version
    response = browse(alice).post(f"/games/{red_hand.code}/act/", body)
    assert response.status_code == 422
    red_hand.refresh_from_db()
    assert red_hand.version == before


def test_nobody_moves_for_another(red_hand, browse, bob, dana):
    for person in (bob, dana):
        response = post(browse(person), red_hand, Draw("blind"))
        assert response.status_code in (302, 409)
    assert log.load(red_hand).pending == {0: "turn"}


def test_a_stranger_is_asked_to_log_in(red_hand, browse):
    response = post(browse(), red_hand, Draw("blind"))
    assert response.url.startswith("/accounts/login/")


def test_a_get_moves_nothing(red_hand, browse, alice):
    red_hand.refresh_from_db()
    client = browse(alice)
    decision = log.load(red_hand).decision_seqs[0]
    for address in ("act", "seen", "leave", "cancel"):
        query = f'?decision={decision}&action={{"type":"draw","source":"blind"}}&seq=1'
        assert client.get(f"/games/{red_hand.code}/{address}/{query}").status_code == 405
    before = red_hand.version
    red_hand.refresh_from_db()
    assert red_hand.version == before


def test_a_form_from_another_site_is_refused(red_hand, browse, alice):
    client = browse(alice, enforce_csrf_checks=True)
    assert post(client, red_hand, Draw("blind")).status_code == 403
    assert log.load(red_hand).pending == {0: "turn"}


def test_who_moves_has_read_the_log_up_to_the_move(red_hand, browse, alice):
    red_hand.refresh_from_db()
    post(browse(alice), red_hand, Draw("blind"), seq=red_hand.version)
    red_hand.refresh_from_db()
    assert red_hand.seats.get(number=0).seen == red_hand.version


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        ("{before}", "{last}"),  # chosen on the page of now: the own move is no news
        ("2", "2"),  # chosen on an older page: what happened since is news, and so is the move
        ("99999", "{last}"),  # nobody has seen more than has happened
        ("9" * 40, "{last}"),
        ("", "{seen}"),
        ("x", "{seen}"),
        ("-5", "{seen}"),
    ],
)
def test_a_move_notes_what_its_mover_has_seen_and_no_more_than_there_is(
    sent: str, seen: str, red_hand: Game, alice: Person, browse: Browse
) -> None:
    seats = Seat.objects.filter(game=red_hand, person=alice)
    seats.update(seen=1)
    before, decision = red_hand.version, seats.get().decision
    browse(alice).post(
        f"/games/{red_hand.code}/act/",
        {"decision": decision, "text": "draw blind", "seq": sent.format(before=before)},
    )
    red_hand.refresh_from_db()
    assert red_hand.version > before
    wanted = seen.format(last=red_hand.version, seen=1)
    assert seats.get().seen == int(wanted)
