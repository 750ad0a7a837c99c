"""No text of a user is on a page as code, or makes a page fail."""

from __future__ import annotations

import json

import pytest

from engine.actions import Draw
from games.people import names
from games.play.models import Submission
from games.tables.models import Seat
from tests.conftest import PASSWORD
from tests.fixtures.games import Starter, act, keep_all

CODE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
BAD = ("<script>alert", "<img src=x")
DEEP = "[" * 100_000
HUGE = "9" * 4000
ACTIONS = [
    DEEP,
    "null",
    "{}",
    '{"type":"claim","track":"' + CODE.replace('"', "") + '","colour":"red"}',
    '{"type":"claim","track":"denver-phoenix-white","colour":"white","locomotives":' + HUGE + "}",
    '{"type":"claim","track":"denver-phoenix-white","colour":"white","locomotives":-1}',
    '{"type":"claim","track":"denver-phoenix-white","colour":"white","locomotives":1e999}',
    '{"type":"claim","track":["x"],"colour":{}}',
    '{"type":"draw","source":null}',
    '{"type":"draw","source":"constructor"}',
    '{"type":"skip"}',
    '{"type":"skip","seat":1}',
    '{"type":"keep","tickets":' + json.dumps(["x"] * 20_000) + "}",
    '{"type":"draw","source":"blind","seat":1}',
    '{"type":"draw","type":"skip"}',
]


@pytest.fixture
def game(begin: Starter, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("action", ACTIONS, ids=range(len(ACTIONS)))
def test_a_made_up_move_is_refused_and_changes_nothing(game, browse, alice, action) -> None:
    decision = game.seats.get(number=0).decision
    form = {"decision": decision, "action": action}
    answer = browse(alice).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 422
    assert not [bad for bad in BAD if bad in answer.content.decode()]
    version = game.version
    game.refresh_from_db()
    assert game.version == version


@pytest.mark.parametrize(
    "query",
    [
        {"text": CODE},
        {"do": "claim", "track": CODE},
        {"do": "draw", "source": CODE},
        {"do": "keep", "ticket": CODE},
        {"do": "claim", "track": "denver-phoenix-white", "colour": CODE, "locomotives": "٣"},
        {"do": "pay", "locomotives": HUGE},
        {"do": CODE},
        {"text": "claim " * 100_000},
        {"text": "\x00\u202e\ud83d".encode("utf-8", "replace").decode()},
    ],
)
def test_a_query_is_on_no_page_as_code(game, browse, alice, query) -> None:
    answer = browse(alice).get(f"/games/{game.code}/move/", query)
    assert answer.status_code == (400 if "\x00" in query.get("text", "") else 422)
    assert not [bad for bad in BAD if bad in answer.content.decode()]


def test_a_contribution_is_on_no_page_as_code(game, browse, alice) -> None:
    Seat.objects.filter(game=game, number=1).update(contribution=CODE)
    game.status = "void"
    game.save()
    text = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "&lt;script&gt;" in text
    assert not [bad for bad in BAD if bad in text]
    record = browse(None).get(f"/games/{game.code}/record/")
    assert record["Content-Disposition"].startswith("attachment")
    assert record["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ["<b>Eve</b>", "Eve\r\nBcc: x", "Eve\u202e", "{{ x }}", "%s%n"])
def test_a_name_holds_nothing_that_a_page_a_log_or_a_header_could_obey(name: str) -> None:
    with pytest.raises(names.ValidationError):
        names.validate_name(name)


def test_the_key_of_another_seat_gets_no_answer(game, browse, alice, bob) -> None:
    """Bob guesses the idempotency key of Alice's move, and learns nothing of it."""
    decision = game.seats.get(number=0).decision
    act(game, 0, Draw("blind"), key="guess", decision=decision)
    form = {"decision": decision, "key": "guess", "text": "draw blind"}
    answer = browse(bob).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 409
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("decision", ["", "-1", "x", "1e3", "99999999999999999999", "²"])
def test_a_made_up_decision_is_no_decision(game, browse, alice, decision) -> None:
    form = {"decision": decision, "text": "draw blind"}
    assert browse(alice).post(f"/games/{game.code}/act/", form).status_code == 422


@pytest.mark.parametrize("path", ["../../etc/passwd", "..%2f..%2fsettings", "japan.json", CODE])
def test_a_made_up_board_or_game_is_not_found(browse, db, path) -> None:
    for address in (f"/boards/{path}/", f"/games/{path}/", f"/games/{path}/record/"):
        answer = browse(None).get(address)
        assert answer.status_code == 404
        assert not [bad for bad in BAD if bad in answer.content.decode()]


@pytest.mark.parametrize("address", ["https://evil.example", "//evil.example", "/\\evil.example"])
def test_signing_in_leads_nowhere_else(client, alice, address) -> None:
    form = {"login": alice.email, "password": PASSWORD, "next": address}
    answer = client.post(f"/accounts/login/?next={address}", form)
    assert answer.status_code == 302
    assert "evil" not in answer["Location"]


def test_another_host_name_is_refused(client, db) -> None:
    """Links in mails begin with the name of the site and not with that of a request."""
    answer = client.post("/accounts/password/reset/", headers={"host": "evil.example"})
    assert answer.status_code == 400
