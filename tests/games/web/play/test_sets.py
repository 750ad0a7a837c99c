"""Claims with sets on the page of a move and by mail (M-3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

import engine
from engine import record
from engine.actions import Claim
from engine.cards import COLOURS, in_order
from games import log
from games.common.errors import Refused
from games.language.amounts import sets_rule
from games.language.command_help import board_commands, legal_commands
from games.language.lexicon import lexicon_for
from games.log.records import complete_record
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply

FERRY = "umea-vaasa-gray"
LONG = "lieksa-murmansk-gray"
Browse = Callable[[Person], Client]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """The first turn of Alice: any three of her four cards pay for a ferry of one space."""
    game = begin(alice, bob, board="nordic")
    keep_all(game, 0, 1)
    return game


def three_of(game: Game) -> tuple[str, ...]:
    hand = log.load(game).hands[0]
    return tuple(Counter(hand).elements())[:3]


def move(game: Game) -> str:
    return f"/games/{game.code}/move/"


def test_the_page_of_a_claim_tells_of_sets_and_lets_one_choose_each_card(
    game: Game, browse: Browse, alice: Person
) -> None:
    """M-3"""
    page = browse(alice).get(move(game), {"do": "claim", "track": FERRY}).content.decode()
    assert "This ferry asks for 1 locomotive: any 3 cards may stand in for it." in page
    hand = log.load(game).hands[0]
    for card, count in hand.items():
        field = f'max="{count}" id="kind-{card}" name="{card}"'
        assert (field in page) == bool(count)


def test_any_legal_payment_can_be_chosen_by_kind_and_made(
    game: Game, browse: Browse, alice: Person
) -> None:
    """M-3: whether or not it is listed."""
    for chosen in {three_of(game), in_order([*three_of(game)][::-1])}:
        query = {"do": "claim", "track": FERRY, **Counter(chosen)}
        page = browse(alice).get(move(game), query).content.decode()
        assert "You pay with 1 set of 3 cards." in page
        assert "&quot;cards&quot;" in page
    decision = re.search(r'name="decision" value="(\d+)"', page)
    action = re.search(r'name="action" value="([^"]+)"', page)
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert decision
    assert action
    assert key
    form = {
        "decision": decision[1],
        "action": action[1].replace("&quot;", '"'),
        "key": key[1],
        "seq": log.load(game).seq,
    }
    answer = browse(alice).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 302
    state = log.load(game)
    assert state.owner[FERRY] == 0
    assert sum(state.hands[0].values()) == 1
    assert record.check(complete_record(game), running=True) == []


def test_cards_that_do_not_pay_are_refused_in_a_sentence(
    game: Game, browse: Browse, alice: Person
) -> None:
    """M-3"""
    two = Counter(three_of(game)[:2])
    answer = browse(alice).get(move(game), {"do": "claim", "track": FERRY, **two})
    assert answer.status_code == 422
    assert "each set of 3 stands in for one of them" in answer.content.decode()


@pytest.mark.parametrize(
    ("track", "start"),
    [
        (FERRY, "Umeå – Vaasa is a ferry: at least 1 of its cards must be a locomotive."),
        (LONG, "Your hand has too few "),
    ],
)
def test_a_refusal_for_want_of_cards_tells_of_sets(
    game: Game, browse: Browse, alice: Person, track: str, start: str
) -> None:
    """M-3"""
    board = log.load(game).board
    card = next(card for card in COLOURS if log.load(game).hands[0][card])
    route = board.tracks[track]
    action = Claim(track, card)
    with pytest.raises(Refused) as refused:
        act(game, 0, action)
    assert str(refused.value).startswith(start)
    assert str(refused.value).endswith(sets_rule(route))


def test_the_route_of_nine_spaces_says_how_sets_pay_for_it(game: Game) -> None:
    """M-3"""
    assert sets_rule(log.load(game).board.tracks[LONG]) == (
        "This route takes 9 cards of one colour. Any 4 cards may stand in for one of them, up to 9 "
        "times; locomotives count only among those."
    )


def test_a_claim_with_a_set_is_made_by_mail_and_told_to_the_others(
    game: Game, inbox: Inbox, send: Reply
) -> None:
    """M-3"""
    (mail,) = [one for one in inbox() if "alice" in str(one["To"])][-1:]
    cards = " ".join(f"{n} {card}" for card, n in Counter(three_of(game)).items())
    command = f"claim umea to vaasa: {cards} for a loco".replace("locomotive", "loco")
    assert send(mail, command).outcome == "played"
    assert log.load(game).owner[FERRY] == 0
    assert any("Umeå – Vaasa" in text_of(one) for one in inbox())


def test_the_commands_of_the_board_have_an_example_of_a_set(game: Game) -> None:
    """M-3"""
    board = log.load(game).board
    for language, phrase in (("en", "1 white for one loco"), ("nl", "1 wit voor een loc")):
        assert any(phrase in line for line in board_commands(board, lexicon_for(language)))


def test_each_track_is_suggested_with_few_cards(game: Game) -> None:
    """M-3: a payment without a set before one with it."""
    state = log.load(game).copy()
    state.hands[0] = {**state.hands[0], "locomotive": 3, "red": 4}
    lines = legal_commands(engine.view(state, 0), lexicon_for("en"), full=True)
    assert "claim mo-i-rana to trondheim red: 4 red 2 loco" in lines


def test_a_claim_with_sets_is_held_and_shown_like_any_other(game: Game, browse: Browse) -> None:
    """M-3"""
    act(game, 0, Claim(FERRY, cards=in_order(three_of(game))))
    page = unescape(Client().get(f"/games/{game.code}/").content.decode())
    assert "Umeå – Vaasa" in page
    assert "1 point" in page
