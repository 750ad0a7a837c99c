"""The page of a game asks now and then whether anything happened."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from engine.actions import Claim, Draw
from games import log
from games.clock.core.evenings import PRESENCE_LASTS
from games.notifications.models import NotificationPreferences
from games.notifications.planning import LONGEST_PRESENCE_DELAY
from games.tables.models import Game, Seat
from games.talk.messages import post_message
from games.talk.models import Message
from tests.fixtures.games import NOW, act, keep_all


def pulse(client, game: Game, seen: object):
    return client.get(f"/games/{game.code}/pulse/", {"seen": seen})


def test_nothing_is_said_as_long_as_nothing_happens(
    begin, browse, alice, bob, django_assert_max_num_queries
):
    game = begin(alice, bob)
    client = browse(alice)
    page = client.get(f"/games/{game.code}/").content.decode()
    assert f'data-seq="{game.version}" data-said="0"' in page
    # Session, person, and one row of the game: no view of it is built.
    with django_assert_max_num_queries(3):
        answer = pulse(client, game, game.version)
    assert (answer.status_code, answer.content) == (204, b"")


def test_who_asks_after_a_move_is_told_to_ask_for_the_page(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    seen = game.version
    mover = log.load(game).turn_seat
    act(game, mover, Draw("blind"), Draw("blind"))
    for reader in (alice, bob, None):
        answer = pulse(browse(reader), game, seen)
        assert (answer.status_code, answer.content) == (205, b"")


def test_the_parts_of_a_page_that_differ_are_sent_alone(red_hand, browse, bob):
    client = browse(bob)
    page = client.get(f"/games/{red_hand.code}/").content.decode()
    marks = re.findall(r'id="part-([a-z]+)" data-mark="(\w+)"', page)
    parts = " ".join([str(red_hand.version), *(f"{name}:{mark}" for name, mark in marks)])
    same = client.get(f"/games/{red_hand.code}/", headers={"X-Parts": parts})
    assert "data-mark" not in same.content.decode()
    act(red_hand, 0, Claim("atlanta-nashville-gray", "red"))
    response = client.get(f"/games/{red_hand.code}/", headers={"X-Parts": parts})
    sent = unescape(response.content.decode())
    found = re.findall(r'id="part-([a-z]+)"', sent)
    assert {"state", "head", "results", "decision", "over", "players", "log"} <= set(found)
    assert not {"notes", "talk", "tickets", "commitment"} & set(found)
    assert 'class="board"' not in sent
    assert "Alice claimed Atlanta – Nashville" in sent
    assert '<g class="arrives after-' in sent
    assert response["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("claims", "playing"), [(True, {"over", "results"}), (False, {"bar", "results"})]
)
def test_lines_and_cards_that_have_played_are_not_sent_again(
    red_hand, browse, bob, claims, playing
):
    row = [card for card in log.load(red_hand).row if card != "locomotive"]
    act(red_hand, 0, Claim("atlanta-nashville-gray", "red") if claims else Draw(row[0]))
    red_hand.refresh_from_db()
    client = browse(bob)
    page = client.get(f"/games/{red_hand.code}/").content.decode()
    sent = {
        found[1]: found[2]
        for found in re.finditer(
            r'id="part-([a-z]+)" data-mark="\w+">(.*?)(?=id="part-|\Z)', page, re.DOTALL
        )
    }
    assert {name for name, content in sent.items() if " after-" in content} == playing
    marks = re.findall(r'id="part-([a-z]+)" data-mark="(\w+)"', page)
    parts = " ".join([str(red_hand.version), *(f"{name}:{mark}" for name, mark in marks)])
    again = client.get(f"/games/{red_hand.code}/", headers={"X-Parts": parts}).content.decode()
    # A train that has arrived has lost the group that moved it: that part is drawn again.
    assert set(re.findall(r'id="part-([a-z]+)"', again)) == playing & {"over"}


def test_who_has_the_page_open_hears_what_is_said(begin, browse, alice, bob):
    game = begin(alice, bob)
    post_message(game=game, person=alice, text="Good luck!", now=NOW)
    ask = {"seen": game.version, "said": 0}
    url = f"/games/{game.code}/pulse/"
    assert browse(bob).get(url, ask).status_code == 205
    later = {**ask, "said": Message.objects.get().pk}
    assert browse(bob).get(url, later).status_code == 204
    assert browse(bob).get(url, {**ask, "said": "9" * 30}).status_code == 204


def test_a_wrong_question_is_not_found(begin, browse, alice, bob, charlie):
    game = begin(alice, bob)
    for seen in ("", "-1", "x", "9" * 20):
        assert pulse(browse(alice), game, seen).status_code == 404
    Game.objects.filter(pk=game.pk).update(public=False)
    assert pulse(browse(charlie), game, 0).status_code == 404


def test_a_spectators_page_asks_without_being_noted(begin, browse, alice, bob, charlie):
    game = begin(alice, bob)
    address = f"/games/{game.code}/pulse/?seen={game.version}"
    page = browse(charlie).get(f"/games/{game.code}/").content.decode()
    assert 'id="pulse"' in page
    assert "data-seated" not in page
    browse(charlie).post(address)
    browse(alice).get(address)
    assert not game.seats.filter(present_at__isnull=False).exists()
    browse(alice).post(address)
    assert game.seats.get(present_at__isnull=False).person == alice


class TestTurnMailsOfWhoIsThere:
    """No turn mail while its reader is at the page; one after leaving it undecided."""

    @pytest.fixture
    def asked(self, begin, alice, bob, inbox) -> Game:
        """A game in which Bob has just been asked, with the page open before him."""
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        inbox()
        Seat.objects.filter(game=game, number=1).update(present_at=NOW)
        act(game, 0, Draw("blind"), Draw("blind"))
        return game

    def test_who_is_at_the_page_gets_none(self, asked, inbox, bob):
        assert inbox(bob) == []

    def test_who_leaves_the_page_undecided_gets_one(self, asked, inbox, bob):
        assert len(inbox(bob, at=NOW + PRESENCE_LASTS)) == 1
        assert inbox(bob, at=NOW + 2 * PRESENCE_LASTS) == []

    def test_who_moves_meanwhile_gets_none(self, asked, inbox, bob):
        act(asked, 1, Draw("blind"), Draw("blind"))
        assert inbox(bob, at=NOW + PRESENCE_LASTS) == []

    def test_a_page_left_open_for_hours_keeps_it_back_for_half_an_hour(self, asked, inbox, bob):
        mails = []
        for minute in range(0, 60, 2):
            at = NOW + timedelta(minutes=minute)
            Seat.objects.filter(game=asked, number=1).update(present_at=at)
            mails += [minute] * len(inbox(bob, at=at))
        assert mails == [LONGEST_PRESENCE_DELAY // timedelta(minutes=1)]

    def test_who_never_looked_gets_it_at_once(self, begin, alice, bob, inbox):
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        inbox()
        act(game, 0, Draw("blind"), Draw("blind"))
        assert len(inbox(bob)) == 1

    def test_another_game_is_not_kept_back(self, begin, asked, alice, bob, inbox):
        other = begin(alice, bob)
        assert any(other.code in str(mail) for mail in inbox(bob))

    def test_a_longer_delay_that_one_wishes_counts(self, asked, inbox, bob):
        NotificationPreferences.objects.create(person=bob, delay=10)
        assert inbox(bob, at=NOW + PRESENCE_LASTS) == []
        assert len(inbox(bob, at=NOW + timedelta(minutes=10))) == 1


def test_a_page_is_asked_for_again_once_another_game_waits(
    red_hand, begin, browse, alice, bob
) -> None:
    client = browse(bob)
    page = client.get(f"/games/{red_hand.code}/").content.decode()
    seq, waiting = (page.split(f'data-{name}="', 1)[1].split('"')[0] for name in ("seq", "waiting"))
    address = f"/games/{red_hand.code}/pulse/?seen={seq}&waiting={waiting}"
    assert client.get(address).status_code == 204
    other = begin(bob, alice, board="japan")
    assert client.get(address).status_code == 205
    assert browse(alice).get(address).status_code == 205
    assert client.get(f"/games/{red_hand.code}/pulse/?seen={seq}").status_code == 204
    assert other.code not in page
