"""Six leaks that were found in the code of others, each with a test that names it.

1. *Legal moves are hand data.* Here, and `tests/engine/test_view.py`.
2. *Who could pay for a tunnel.* Here, `tests/engine/rules/test_tunnels.py`, and in two worlds:
   `test_two_worlds_of_teams.py`.
3. *A second way out of the server.* Here (a race, an error, a record, a list), `test_admin.py`, and
   in pairs of worlds: `tests/games/web/play/test_secrets.py`, `test_two_worlds_of_teams.py`.
4. *The seed of the deck.* Here, and `test_bots.py` for the dice of bots.
5. *A link that holds the whole seat.* Here, `test_forwarded_mail.py` and
   `tests/games/inbound/test_action_links.py`.
6. *Behaviour tells.* Here: the work that an automatic move makes.
"""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from engine.actions import Claim, Pay
from games import log
from games.log import cache
from games.notifications.mail.buttons import ActionLink
from games.notifications.mail.return_addresses import find_reply_address, store_reply_token
from games.people.models import Person
from games.play import play_automatic
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.pages import TUNNEL, links_to_claim

OFFERS = re.compile(r"do=claim|claim-link|\"claimable\"|payments|legal")


@pytest.fixture
def game(stack, begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice is to move with three red cards; Bob has three locomotives."""
    stack([*["red"] * 4, *["locomotive"] * 4, "white", "white", "green", "black", "yellow"])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


def test_leak_1_what_a_hand_can_claim_is_shown_to_its_owner_alone(game, browse, alice, bob) -> None:
    url = f"/games/{game.code}/"
    assert links_to_claim(browse(alice).get(url).content.decode())
    for reader in (bob, None):
        client = browse(reader)
        for page in ("", "log/", "record/"):
            assert not OFFERS.search(client.get(url + page).content.decode()), page
        for answer in (client.post(f"{url}act/", {"decision": "1"}), client.get(f"{url}move/")):
            assert not links_to_claim(answer.content.decode())


def test_leak_2_an_open_tunnel_looks_the_same_whether_or_not_they_can_pay(
    team_table, browse, bob, charlie
):
    """Alice could pay. Her teammate, the others and spectators read that she pays or withdraws."""
    act(team_table, 0, Claim(TUNNEL, "purple"))
    assert Pay(1) in log.load(team_table).legal_actions(0)
    for reader in (bob, charlie, None):
        text = browse(reader).get(f"/games/{team_table.code}/").content.decode()
        assert "Alice pays or withdraws." in text
        assert "do=pay" not in text


def test_leak_3_a_lost_race_and_a_broken_request_tell_nothing_hidden(
    game, browse, alice, bob
) -> None:
    """The answer to a POST, the page of an error and the file of a running game."""
    url = f"/games/{game.code}/"
    stored = game.events.values_list("salt", "hash")
    hidden = {word for pair in stored for word in pair} | {bytes(game.secret).hex()}
    for reader in (alice, bob, None):
        client = browse(reader)
        for answer in (
            client.post(f"{url}act/", {"decision": "0", "text": "draw blind"}),
            client.post(f"{url}act/", {"decision": "99999", "text": "draw blind"}),
            client.post(f"{url}act/", {"decision": "x", "action": "[" * 5000}),
            client.get(f"{url}move/", {"text": "claim"}),
            client.get(f"{url}record/"),
            client.get(f"{url}nothing/"),
        ):
            text = answer.content.decode()
            assert answer.status_code < 500
            assert not [word for word in hidden if word in text]


def test_leak_3_the_first_state_of_a_running_game_is_redacted_like_the_rest(
    game, browse, alice, bob
) -> None:
    text = browse(alice).get(f"/games/{game.code}/record/").content.decode()
    told = {}
    for line in map(json.loads, text.splitlines()):
        told.setdefault(line.get("type"), []).append(line.get("data"))
    assert all("cards" not in data for data in told["game.deck_shuffled"])
    assert all("tickets" not in data for data in told["game.tickets_shuffled"])
    assert [("cards" in data) for data in told["game.cards_dealt"]] == [True, False]


def test_leak_4_the_secret_of_the_shuffles_comes_out_with_the_result_and_not_before(
    game, browse, alice
) -> None:
    secret = bytes(game.secret).hex()
    page = f"/games/{game.code}/"
    client = browse(alice)
    assert game.commitment in client.get(page).content.decode()
    for address in (page, f"{page}log/", f"{page}record/"):
        assert secret not in client.get(address).content.decode()
    assert secret not in repr(engine.Chance(bytes(game.secret)))
    Game.objects.filter(pk=game.pk).update(status="void")
    assert secret in client.get(page).content.decode()


def test_leak_5_no_link_and_no_mail_address_is_a_seat(game, alice) -> None:
    """A token answers one decision, which it names, or says something at the table, and moves
    nothing then; nothing of the kind is kept with the seat."""
    assert "decision" in ActionLink.__annotations__
    seat, token = game.seats.get(person=alice), "0123456789abcdef" * 2
    store_reply_token(token=token, person=alice, seat=seat, decision=None, now=NOW)
    assert find_reply_address(f"talk+{token}") is not None
    assert find_reply_address(f"reply+{token}") is None
    assert not [field.name for field in Seat._meta.fields if "token" in field.name]


def test_leak_6_an_automatic_move_takes_the_same_work_whatever_the_hand(
    stack, begin: Starter, alice: Person, bob: Person
) -> None:
    work = []
    for hand in ("red", "locomotive"):
        stack([*[hand] * 4, *["blue"] * 4, "white", "white", "green", "black", "yellow"])
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        seat = game.seats.get(number=0)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            play_automatic(game=game, seat=0, decision=seat.decision, now=seat.due_at)
        work.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries])
    assert len(work[0]) > 5
    assert work[0] == work[1]
