"""The box for commands reads what mails read: courtesies, lists, counts and slips of the pen."""

from __future__ import annotations

import html
from urllib.parse import quote

import pytest

from games import log


def typed(client, game, text):
    page = client.get(f"/games/{game.code}/move/?text={quote(text)}")
    return page.status_code, html.unescape(page.content.decode())


@pytest.mark.parametrize(
    "text",
    [
        "Draw two cards, please.",
        "My move: draw two cards",
        "1. draw blind\n2. draw blind",
        "Draw blind. Draw blind.",
        "I'll draw blind, then blind. Thanks!",
    ],
)
def test_a_courteous_command_is_prepared(red_hand, browse, alice, text):
    browser = browse(alice)
    wanted = typed(browser, red_hand, "draw blind blind")
    assert wanted[0] == 200
    status, page = typed(browser, red_hand, text)
    assert status == 200
    assert page.count('"source":"blind"') == wanted[1].count('"source":"blind"') == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("draw r", "One letter is not enough to draw a card."),
        ("draw red or blue", "“red or blue” leaves a choice open."),
        ("draw blind; draw blind; tickets", "“tickets” is more than one turn."),
        ("drwa blind", "Did you mean “draw blind”?"),
        ("clam atlanta to nashville: 1 red", "Did you mean “claim atlanta to nashville: 1 red”?"),
        ("claim atlnta to nashvile: 1 red", "Did you mean “claim atlanta to nashville: 1 red”?"),
        ("draw blnd", "Did you mean “draw blind”?"),
        ("d̶r̶a̶w̶ ̶b̶l̶i̶n̶d̶", "There is no command in this text."),
    ],
)
def test_a_doubtful_command_is_asked_back(red_hand, browse, alice, text, told):
    before = log.load(red_hand).seq
    status, page = typed(browse(alice), red_hand, text)
    assert status == 422
    assert told in page
    assert log.load(red_hand).seq == before


def test_a_count_of_tickets_is_asked_back_with_the_tickets(stack, begin, browse, alice, bob):
    stack(["red"] * 4)
    game = begin(alice, bob)
    browser = browse(alice)
    for text in ("keep 2 tickets", "keep 2 of the 3", "keep two", "2"):
        status, page = typed(browser, game, text)
        assert status == 422
        assert f"“{text.removeprefix('keep ')}” does not say which tickets." in page
        assert "1: " in page
        assert " · 3: " in page
    for text in ("1 3", "keep #1 and #3", "keep 1 3, please"):
        status, page = typed(browser, game, text)
        assert status == 200, text
    alice.language = "nl"
    alice.save()
    status, page = typed(browser, game, "houd 1 of 3")
    assert status == 422
    assert "“1 of 3” zegt niet welke tickets." in page
