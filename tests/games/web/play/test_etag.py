"""Browsers ask again each time, and get the page only when it has changed."""

from __future__ import annotations

from datetime import timedelta

import time_machine

from engine.actions import Draw
from tests.fixtures.games import NOW, act


def get(client, game, tag=""):
    headers = {"If-None-Match": tag} if tag else {}
    return client.get(f"/games/{game.code}/", headers=headers)


def test_an_unchanged_page_is_not_sent_again(red_hand, browse, alice):
    client = browse(alice)
    # The first page sets the cookie that the tokens of its forms belong to.
    get(client, red_hand)
    tag = get(client, red_hand)["ETag"]
    again = get(client, red_hand, tag)
    assert again.status_code == 304
    assert again.content == b""


def test_pages_are_kept_by_the_browser_alone(red_hand, browse, alice):
    assert get(browse(alice), red_hand)["Cache-Control"] == "private, no-cache"


def test_a_move_changes_the_page(red_hand, browse, alice, bob):
    client = browse(bob)
    get(client, red_hand)
    tag = get(client, red_hand)["ETag"]
    act(red_hand, 0, Draw("blind"))
    assert get(client, red_hand, tag).status_code == 200


def test_readers_do_not_share_a_tag(red_hand, browse, alice, bob):
    tags = set()
    for person in (alice, bob, None):
        client = browse(person)
        get(client, red_hand)
        tags.add(get(client, red_hand)["ETag"])
    assert len(tags) == 3


def test_language_and_colours_change_the_page(red_hand, browse, alice):
    client = browse(alice)
    get(client, red_hand)
    tag = get(client, red_hand)["ETag"]
    for address, choice in (("language", "nl"), ("theme", "dark")):
        client.post(f"/settings/{address}/", {address: choice})
        response = get(client, red_hand, tag)
        assert response.status_code == 200
        tag = response["ETag"]


def test_the_clock_changes_the_page(red_hand, browse, alice):
    client = browse(alice)
    get(client, red_hand)
    tag = get(client, red_hand)["ETag"]
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        assert get(client, red_hand, tag).status_code == 200


def test_another_game_that_waits_changes_the_page(red_hand, begin, browse, alice, bob):
    client = browse(alice)
    get(client, red_hand)
    tag = get(client, red_hand)["ETag"]
    begin(alice, bob)
    assert get(client, red_hand, tag).status_code == 200
