"""What the page tells after a move: one's own, what followed it, a ticket that is completed."""

from __future__ import annotations

import random
import re

import pytest

import engine
from engine.actions import Claim, Draw
from engine.bots import choose_action
from games import log
from games.web.play.presenters import news
from games.web.play.presenters.holdings import tickets_completed_by
from tests.fixtures.games import act
from tests.games.web.play.test_make_move import post

CLAIM = Claim("atlanta-nashville-gray", "red")


def results(page: str) -> str:
    return page[page.index('id="results"') : page.index('id="part-tunnel"')]


def test_the_box_tells_ones_own_move_and_what_the_others_did_after_it(red_hand, browse, alice):
    client = browse(alice)
    url = post(client, red_hand, CLAIM).url
    act(red_hand, 1, Draw("green"), Draw("blind"))
    told = results(client.get(url).content.decode())
    own, others = told.split("After that")
    assert "You claimed Atlanta – Nashville" in own
    assert "Bob took a face-up card: green" in others
    assert "Bob drew a card from the deck." in others


def test_two_draws_of_a_turn_are_one_line_and_those_of_two_turns_are_not(red_hand, browse, alice):
    client = browse(alice)
    url = post(client, red_hand, CLAIM).url
    act(red_hand, 1, Draw("locomotive"))
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    act(red_hand, 1, Draw("blind"), Draw("blind"))
    own, others = results(client.get(url).content.decode()).split("After that")
    assert own.count("You drew two cards from the deck: ") == 1
    assert others.count("Bob took a face-up card: locomotive.") == 1
    assert others.count("Bob drew two cards from the deck.") == 1
    assert "Bob drew a card" not in others


def test_trains_arrive_and_cards_turn_at_steps_of_their_own(red_hand, browse, alice):
    client = browse(alice)
    url = post(client, red_hand, CLAIM).url
    act(red_hand, 1, Draw("green"), Draw("blind"))
    page = client.get(url).content.decode()
    train = re.search(r'<g class="arrives after-(\d)">', page)
    card = re.search(r'<li class="turns after-(\d)">', page)
    assert train
    assert card
    assert int(train[1]) < int(card[1])


def test_a_spectator_sees_a_sequence_of_what_everybody_may_know(red_hand, browse):
    client = browse()
    act(red_hand, 0, Draw("green"), Draw("blind"))
    header = {"X-Parts": str(red_hand.version)}
    page = client.get(f"/games/{red_hand.code}/", headers=header).content.decode()
    assert "Alice drew a card from the deck." in results(page)
    assert '<li class="turns after-' in page


def test_who_has_not_moved_for_long_is_told_all_of_it_and_no_more(
    red_hand, browse, alice, monkeypatch
):
    act(red_hand, 0, CLAIM)
    for _turn in range(3):
        act(red_hand, 1, Draw("blind"), Draw("blind"))
        act(red_hand, 0, Draw("blind"), Draw("blind"))
    act(red_hand, 1, Draw("blind"), Draw("blind"))
    client = browse(alice)
    lists = set()
    for number in (1, 2, 24, 80):
        monkeypatch.setattr(news, "EVENTS_A_ROUND", number)
        page = client.get(f"/games/{red_hand.code}/").content.decode()
        lists.add(re.sub(r'name="csrf\w+" value="\w+"', "", log_of(page)))
    assert len(lists) == 1
    assert lists.pop().count("Bob drew two cards from the deck.") == 1


def log_of(page: str) -> str:
    return page[page.index('id="log"') : page.index('id="part-talk"')]


@pytest.fixture
def completing(begin, alice, bob):
    """A game at Alice's turn, and a claim that completes a ticket of hers."""
    game = begin(alice, bob)
    dice = random.Random(1)
    while True:
        state = log.load(game)
        if state.outcome is not None:
            # She has completed none, which happens: the cards are others each time.
            game = begin(alice, bob)
            continue
        seat = next(iter(state.pending))
        view = engine.view(state, seat)
        action = choose_action("planner", view, dice)
        claims = seat == 0 and isinstance(action, Claim)
        if claims and tickets_completed_by(view, action.track):
            return game, action
        act(game, seat, action)


def test_a_completed_ticket_is_celebrated_once(completing, browse, alice):
    game, claim = completing
    client = browse(alice)
    page = client.get(post(client, game, claim).url).content.decode()
    assert results(page).count("Ticket completed: <b>") >= 1
    assert 'class="light cheers after-' in page
    page = client.get(f"/games/{game.code}/").content.decode()
    assert "Ticket completed" not in page
    assert "cheers after-" not in page
