"""The page of a game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.actions import Claim, Draw, DrawTickets
from games import log
from games.tables.models import Game
from games.web.play.presenters.game_page import GameAddresses
from tests.fixtures.games import act, keep_all
from tests.fixtures.pages import links_to_claim


def page_of(client, game, query="") -> str:
    response = client.get(f"/games/{game.code}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_seat_to_move_sees_its_choices(red_hand, browse, alice):
    page = page_of(browse(alice), red_hand)
    assert "<title>(1) Your turn: USA" in page
    assert "Draw cards, claim a route or draw tickets." in page
    assert "{&quot;type&quot;:&quot;draw&quot;,&quot;source&quot;:&quot;blind&quot;}" in page
    assert "{&quot;type&quot;:&quot;draw&quot;,&quot;source&quot;:&quot;green&quot;}" in page
    assert "do=tickets" in page


def test_only_routes_that_the_hand_can_pay_for_are_links(red_hand, browse, alice):
    page = page_of(browse(alice), red_hand)
    view = log.load(red_hand)
    legal = {action.track for action in view.legal_actions(0) if isinstance(action, Claim)}
    assert set(links_to_claim(page)) == legal
    assert page.count('<a class="claim"') == len(legal)


@pytest.mark.parametrize("who", ["bob", "dana", "nobody"])
def test_others_see_no_choices_and_no_cards(red_hand, browse, request, who):
    person = None if who == "nobody" else request.getfixturevalue(who)
    page = page_of(browse(person), red_hand)
    assert "Waiting for Alice" in page
    assert links_to_claim(page) == []
    assert '<a class="claim"' not in page
    assert "card-button" not in page
    assert 'name="action"' not in page


def test_the_hand_is_told_in_numbers_and_names(red_hand, browse, alice):
    page = page_of(browse(alice), red_hand)
    assert '<b class="number">2</b> red' in page
    assert '<b class="number">1</b> locomotive' in page
    assert "yellow</span></li>" not in page


def test_a_spectator_has_no_hand(red_hand, browse):
    page = page_of(browse(), red_hand)
    assert "You are watching" in page
    assert "Your cards" not in page
    assert "Your tickets" not in page


def test_the_second_card_may_not_be_a_face_up_locomotive(red_hand, browse, alice):
    act(red_hand, 0, Draw("blind"))
    page = page_of(browse(alice), red_hand)
    assert "Your second card" in page
    assert "source&quot;:&quot;locomotive&quot;" not in page
    assert "source&quot;:&quot;white&quot;" in page
    assert links_to_claim(page) == []


def test_the_first_tickets_are_chosen_at_the_same_time(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0)
    mine = page_of(browse(alice), game)
    assert "has chosen" in mine
    assert "Waiting for Bob" in mine
    theirs = page_of(browse(bob), game)
    assert "Choose your first tickets: keep at least 2 of 3." in theirs
    assert theirs.count('name="ticket"') == 3


def test_drawn_tickets_are_offered_with_their_numbers(red_hand, browse, alice, bob):
    act(red_hand, 0, DrawTickets())
    assert "Choose from the tickets you drew: keep at least 1 of " in page_of(
        browse(alice), red_hand
    )
    theirs = page_of(browse(bob), red_hand)
    assert 'name="ticket"' not in theirs
    assert "+3" in theirs


def test_the_deadline_is_told_absolutely_with_its_zone_and_relatively(red_hand, browse, alice):
    page = page_of(browse(alice), red_hand)
    assert "until Tue 24 Nov. 08:30 CET" in page
    assert "3 days left" in page


def test_the_page_says_why_a_deadline_is_further_away_than_the_days_of_a_turn(
    begin, browse, alice, bob
):
    game = begin(alice, bob, weekends_off=True)
    page = page_of(browse(alice), game)
    assert "until Thu 26 Nov. 00:00 CET" in page
    assert "weekends do not count" in page


def test_the_log_tells_what_happened_since_the_own_move(red_hand, browse, alice, bob):
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    act(red_hand, 1, Draw("green"))
    page = page_of(browse(alice), red_hand)
    assert "Bob took a face-up card: green." in page
    assert "You drew a card from the deck" not in page


def test_marking_the_log_as_read_is_a_post(red_hand, browse, alice, bob):
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    act(red_hand, 1, Draw("green"))
    client = browse(alice)
    page_of(client, red_hand)
    assert "Bob took a face-up card: green." in page_of(client, red_hand)
    red_hand.refresh_from_db()
    client.post(f"/games/{red_hand.code}/seen/", {"seq": red_hand.version})
    assert "Nothing new since you last looked." in page_of(client, red_hand)


def test_nobody_marks_more_than_has_happened_as_read(red_hand, browse, alice):
    browse(alice).post(f"/games/{red_hand.code}/seen/", {"seq": "99999"})
    red_hand.refresh_from_db()
    assert red_hand.seats.get(number=0).seen == red_hand.version


def test_after_a_move_the_next_game_that_waits_is_one_click_away(
    red_hand, begin, browse, alice, bob
):
    other = begin(alice, bob, board="japan")
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    page = page_of(browse(alice), red_hand)
    assert f'href="/games/{other.code}/"' in page
    assert f"Next game waiting: Japan {other.code}" in page


def test_a_private_game_does_not_exist_for_strangers(begin, browse, alice, bob, dana):
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(public=False)
    assert browse(bob).get(f"/games/{game.code}/").status_code == 200
    assert browse(dana).get(f"/games/{game.code}/").status_code == 404
    assert browse().get(f"/games/{game.code}/").status_code == 404


def test_a_code_that_no_game_has_is_not_found(browse, alice):
    assert browse(alice).get("/games/nosuchgm/").status_code == 404


def test_a_page_asks_few_questions_of_the_database(
    red_hand, browse, alice, django_assert_max_num_queries
):
    client = browse(alice)
    page_of(client, red_hand)
    with django_assert_max_num_queries(14):
        page_of(client, red_hand)


def test_names_lead_to_the_pages_of_the_players(begin, browse, alice, bob):
    game = begin(alice, bob, bots=["random"])
    for reader in (alice, None):
        page = page_of(browse(reader), game)
        table = page.partition('class="players"')[2].partition("</table>")[0]
        assert '<a href="/people/Alice/">Alice</a>' in table
        assert '<a href="/people/Bob/">Bob</a>' in table
        assert table.count("/people/") == 2
        assert "Bot 3" in table


def test_the_page_speaks_the_language_of_its_reader(red_hand, browse, alice):
    alice.language = "nl"
    alice.save()
    page = page_of(browse(alice), red_hand)
    assert '<html lang="nl"' in page
    assert "rood" in page


def test_routes_claimed_since_the_own_move_are_lit(red_hand, browse, alice, bob):
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    act(red_hand, 1, Claim("atlanta-nashville-gray", "yellow"))
    lit = 'class="lit"'
    assert page_of(browse(alice), red_hand).count(lit) == 1
    assert page_of(browse(bob), red_hand).count(lit) == 0


def test_the_final_round_is_announced(red_hand, browse, alice, bob, monkeypatch):
    state = log.load(red_hand)
    state.last_seat = 1
    monkeypatch.setattr(log, "load_as_found", lambda game: state)
    assert "everybody has one more turn, and Bob plays last." in page_of(browse(alice), red_hand)
    assert "everybody has one more turn, and you play last." in page_of(browse(bob), red_hand)


def test_a_voided_game_asks_for_nothing(red_hand, browse, alice):
    Game.objects.filter(pk=red_hand.pk).update(status="void")
    page = page_of(browse(alice), red_hand)
    assert "The game is over" in page
    assert "card-button" not in page
    assert links_to_claim(page) == []


@pytest.mark.parametrize("name", ["game", "move", "act", "pulse", "talk", "story", "decisions"])
def test_addresses_of_a_game_are_those_of_its_pages(name: str) -> None:
    page = "prepare-move" if name == "move" else name
    assert GameAddresses("k7m2p9qr")[name] == reverse(page, args=["k7m2p9qr"])
