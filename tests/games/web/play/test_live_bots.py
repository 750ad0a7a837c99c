"""Games against bots: the answer comes with the page that follows the move."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now as present

from engine.actions import Draw, Keep
from games import log
from games.absence.substitution import replace_player
from games.common.errors import Refused
from games.lobby import GameOptions, create_game
from games.notifications.mail.runner import send_due
from games.tables.models import Game, Seat
from tests.games.web.play.test_make_move import post


@pytest.fixture
def bots_game(browse, alice) -> Game:
    """A game of Alice against two bots that have not chosen their tickets yet."""
    browse(alice).post("/lobby/bots/japan/")
    return Game.objects.get()


def choose_tickets(client, game):
    return post(client, game, Keep(log.load(game).offered[0]))


def test_bots_have_moved_before_the_page_that_follows_a_move(browse, alice, bots_game):
    client = browse(alice)
    response = choose_tickets(client, bots_game)
    state = log.load(bots_game)
    assert state.pending == {0: "turn"}
    page = client.get(response.url).content.decode()
    assert "Your turn" in page
    assert "http-equiv" not in page
    while log.load(bots_game).pending.get(0) != "second":
        post(client, bots_game, Draw("blind"))
    post(client, bots_game, Draw("blind"))
    assert 0 in log.load(bots_game).pending


def test_no_turn_mail_is_sent_to_who_plays_bots_live(browse, alice, bots_game, mailoutbox):
    send_due(now=present())
    assert mailoutbox == [], "nor when the game begins"
    client = browse(alice)
    choose_tickets(client, bots_game)
    for _turn in range(2):
        while log.load(bots_game).pending.get(0) == "turn":
            post(client, bots_game, Draw("blind"))
        if 0 in log.load(bots_game).pending:
            post(client, bots_game, Draw("blind"))
        send_due(now=present())
    assert mailoutbox == []
    send_due(now=present() + timedelta(minutes=4))
    assert len(mailoutbox) == 1, "who has gone away is told"


def test_while_bots_think_the_page_looks_again_by_itself(browse, alice, bots_game, monkeypatch):
    monkeypatch.setattr("games.play.bots.AT_ONCE", 0.0)
    client = browse(alice)
    response = choose_tickets(client, bots_game)
    page = client.get(response.url).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert "data-bots" in page
    Seat.objects.filter(game=bots_game).update(opened_at=present() - timedelta(minutes=2))
    assert 'http-equiv="refresh' not in client.get(response.url).content.decode()


@pytest.mark.parametrize("error", [Refused("no"), ZeroDivisionError()], ids=["refused", "broken"])
def test_a_bot_that_fails_takes_nothing_from_the_move(browse, alice, bots_game, monkeypatch, error):
    def fail(*_args, **_named):
        raise error

    monkeypatch.setattr("games.play.bots.choose_action", fail)
    before = log.load(bots_game).decision_seqs.get(0)
    answer = choose_tickets(browse(alice), bots_game)
    assert answer.status_code == 302
    assert log.load(bots_game).decision_seqs.get(0) != before


def test_a_page_that_waits_for_a_person_does_not_load_itself(begin, browse, alice, bob):
    game = begin(alice, bob)
    post(browse(alice), game, Keep(log.load(game).offered[0]))
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert 'http-equiv="refresh' not in page


def test_who_begins_a_game_against_bots_and_goes_away_is_asked_once(
    browse, alice, bots_game, mailoutbox
):
    for minutes in (0, 2, 4, 6):
        send_due(now=present() + timedelta(minutes=minutes))
    assert len(mailoutbox) == 1


def test_who_takes_the_last_seat_sees_the_game_and_the_others_get_a_mail(
    browse, alice, bob, mailoutbox
):
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=present())
    browse(bob).post(f"/games/{game.code}/join/", {})
    send_due(now=present())
    assert [mail.to for mail in mailoutbox] == [[alice.email]]


def test_a_substitute_is_asked_however_lately_the_predecessor_was_there(
    begin, browse, alice, bob, charlie, mailoutbox
):
    game = begin(alice, bob)
    browse(alice).post(f"/games/{game.code}/pulse/?seen=1")
    replace_player(game=game, seat=0, by=charlie, actor="director", now=present())
    send_due(now=present())
    assert [charlie.email] in [mail.to for mail in mailoutbox]
